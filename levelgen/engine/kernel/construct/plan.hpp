// What a level must promise, as plain numbers; the fields of levelgen.engine.plan.Plan.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "../task.hpp"

namespace levelgen::construct {

using Set = std::vector<std::uint64_t>;  // a bitset over tiles

inline bool has(const std::uint64_t* set, int tile) { return set[tile / 64] >> (tile % 64) & 1; }
inline bool has(const Set& set, int tile) { return has(set.data(), tile); }

inline bool empty(const Set& set) {
  for (const std::uint64_t word : set) {
    if (word) return false;
  }
  return true;
}

inline bool meets(const std::uint64_t* one, const Set& two) {
  for (std::size_t k = 0; k < two.size(); ++k) {
    if (one[k] & two[k]) return true;
  }
  return false;
}

inline bool leaves(const std::uint64_t* one, const Set& two) {
  for (std::size_t k = 0; k < two.size(); ++k) {
    if (one[k] & ~two[k]) return true;
  }
  return false;
}

// A flag for each tile of a set, and one more for the number that stands where no cell exists.
inline std::vector<std::uint8_t> flags(const Set& set, int tiles) {
  std::vector<std::uint8_t> found(static_cast<std::size_t>(tiles) + 1, 0);
  for (int tile = 0; tile < tiles; ++tile) found[tile] = has(set, tile);
  return found;
}

// Adjacency as the constructor reads it.
struct Adjacency {
  int tiles = 0;
  std::size_t words = 0;
  std::vector<std::uint64_t> weights;
  std::vector<std::uint64_t> masks;  // by direction and tile
  int shift = 0;

  const std::uint64_t* mask(int direction, int tile) const {
    return &masks[(static_cast<std::size_t>(direction) * tiles + tile) * words];
  }
};

struct Share {
  Set tiles;
  std::int64_t low;
  std::int64_t high;
};

// A count in a part of the board.
struct RegionShare {
  Set tiles;
  std::vector<std::int32_t> cells;
  std::int64_t low;
  std::int64_t high;
};

// Bounds of a count; they are rates where `per` is not empty. A denominator of 0: no upper bound.
struct Window {
  Set per;
  std::uint64_t low, low_of;
  std::uint64_t high, high_of;
  bool local;                       // only objects on these cells count
  std::vector<std::int32_t> cells;
};

struct ObjectDemand {
  Set on;
  std::vector<Window> windows;
};

struct Apart {
  int one, two;
  std::int64_t low, high;  // high below 0: no upper bound
};

struct PathDemand {
  int start_kind = -1, exit_kind = -1;  // -1: no path is asked
  Set through;
  std::int64_t low = 0;
  std::int64_t high = -1;  // below 0: no upper bound
};

// Doors in a row between start and exit: the kinds of each door and of its key.
struct LockDemand {
  int start_kind = -1, exit_kind = -1;  // -1: no locks are asked
  Set through;
  std::vector<std::pair<int, int>> doors;
  bool safe = false;  // no order of spending keys is a dead end
};

// An object: its kind and its cell. Kinds are numbers, those of the demands first.
using Object = std::pair<std::int32_t, std::int32_t>;

struct Plan {
  Task layout;  // size, joined edges, existing cells, field
  std::vector<std::uint64_t> domains;
  Set connected;
  std::vector<Set> others;    // further connected sets
  std::vector<Set> optional;  // those that may have no cell
  std::vector<RegionShare> region_shares;
  std::vector<Share> shares;
  PathDemand path;
  std::vector<ObjectDemand> objects;
  LockDemand locks;
  int kinds = 0;
  std::vector<Apart> apart;
  std::vector<Object> pinned;
  std::vector<Set> groups;  // variants of each base tile
  std::int64_t variety = -1;  // below 0: not asked
};

// Floor, and ceiling, of number * scale / whole without overflow.
inline std::uint64_t portion(std::uint64_t number, std::uint64_t scale, std::uint64_t whole, bool up) {
  Product product = multiply(number, scale);
  std::uint64_t quotient = 0, rest = 0;
  for (int bit = 127; bit >= 0; --bit) {
    const std::uint64_t next = bit >= 64 ? product.high >> (bit - 64) & 1 : product.low >> bit & 1;
    rest = rest << 1 | next;
    quotient <<= 1;
    if (rest >= whole) {
      rest -= whole;
      quotient |= 1;
    }
  }
  return quotient + (up && rest ? 1 : 0);
}

}  // namespace levelgen::construct
