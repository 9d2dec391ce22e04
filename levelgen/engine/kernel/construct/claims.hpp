// Refines the domains of a board around a texture; equal to levelgen.engine.claims.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.hpp"
#include "draws.hpp"
#include "flips.hpp"
#include "plan.hpp"
#include "regions.hpp"
#include "structure.hpp"

namespace levelgen::construct {

// Tiles whose cells form one region; the cells of `counted` among them number `target`, the other
// ones `rest` (each -1: any number). Where the rest is a number, all cells count until it is chosen.
struct Ground {
  // The tiles that count while the structure is made, and the number of their cells.
  const Set& counting() const { return rest < 0 ? counted : tiles; }
  // Whether these are the tiles of the cells that do not count and have a number.
  bool leaves_out(const Set& some) const {
    if (rest < 0) return false;
    for (std::size_t k = 0; k < some.size(); ++k) {
      if (some[k] != (tiles[k] & ~counted[k])) return false;
    }
    return true;
  }
  std::int64_t size() const { return target < 0 ? target : target + std::max<std::int64_t>(rest, 0); }

  Set tiles;
  Set counted;
  std::int64_t target;
  std::int64_t rest = -1;
};

class Claims {
 public:
  Claims(const Adjacency& rules, const Board& board, std::vector<std::uint64_t> left, const Tiles& drawn,
         const std::vector<RunRule>& runs, Draws& draws)
      : domains(std::move(left)), rules_(rules), board_(board), drawn_(drawn), runs_(runs), draws_(draws) {}

  // The mask of a set: the cells of the texture as far as the domains let them.
  Structure structure(const Ground& ground) const {
    const auto is_open = flags(ground.tiles, rules_.tiles), counts = flags(ground.counted, rules_.tiles);
    Set uncounted = ground.tiles;
    for (std::size_t k = 0; k < uncounted.size(); ++k) uncounted[k] &= ~ground.counted[k];
    Mask inside(board_.cells, 0), counting(board_.cells, 0), may_open(board_.cells), may_close(board_.cells);
    for (int cell = 0; cell < board_.cells; ++cell) {
      may_open[cell] = meets(domain(cell), ground.counted);
      may_close[cell] = leaves(domain(cell), ground.tiles);
    }
    for (const int cell : board_.existing) {
      const int tile = drawn_[cell];
      // Without its tile a cell stays open only as one that counts: doors are rare.
      // Where their place is chosen later, all have to be able to count.
      const bool kept = ground.rest < 0 && has(domain(cell), tile);
      const bool stays = is_open[tile] && (kept || may_open[cell]);
      if (!meets(domain(cell), ground.tiles) || (!stays && may_close[cell])) continue;
      inside[cell] = 1;
      const bool stays_uncounted = stays && meets(domain(cell), uncounted);
      counting[cell] = ground.rest >= 0 || (may_open[cell] && (counts[tile] || !stays_uncounted));
    }
    return Structure(board_, std::move(inside), std::move(counting), std::move(may_open), std::move(may_close),
                     easy(ground.tiles, is_open), draws_);
  }

  // Bounds the runs of open and of closed cells where a mask decides which tiles are in them.
  void limit(Structure& structure, const Ground& ground) const {
    std::int64_t most_open = board_.cells, most_closed = board_.cells;
    Mask aside(board_.cells, 0);
    for (const RunRule& run : runs_) {
      const std::int64_t length = run.length;
      if (!leaves(ground.counted.data(), run.tiles)) most_open = std::min(most_open, length);
      Mask apart(board_.cells, 1);
      bool decided = true, any = false;
      for (int cell = 0; cell < board_.cells; ++cell) {
        bool in = false, out = false;
        for (std::size_t k = 0; k < rules_.words; ++k) {
          const std::uint64_t closed = domain(cell)[k] & ~ground.tiles[k];
          in = in || (closed & run.tiles[k]);
          out = out || (closed & ~run.tiles[k]);
        }
        decided = decided && !(in && out);
        any = any || in;
        apart[cell] = !in;
      }
      if (decided && any && length < most_closed) {
        most_closed = length;
        aside = std::move(apart);
      }
    }
    structure.limit(most_open, most_closed, std::move(aside));
  }

  // Leaves every cell on its side of a mask.
  void restrict(const Structure& structure, const Ground& ground) {
    for (int cell = 0; cell < board_.cells; ++cell) {
      std::uint64_t* const left = domain(cell);
      for (std::size_t k = 0; k < rules_.words; ++k) {
        if (!structure.inside[cell]) {
          left[k] &= ~ground.tiles[k];
        } else if (structure.counted[cell]) {
          left[k] &= ground.counted[k];
        } else {
          left[k] &= ground.tiles[k] & ~ground.counted[k];
        }
      }
    }
  }

  // Pins random cells until the count of a rectangle cannot leave its window.
  void pin(const RegionShare& share, const Ground& main) {
    Mask openable(board_.cells);
    for (int cell = 0; cell < board_.cells; ++cell) openable[cell] = meets(domain(cell), main.counted);
    largest_.assign(board_.cells, 0);
    Cells piece;
    for (Cells& other : components(board_, openable)) {
      if (other.size() > piece.size()) piece = std::move(other);
    }
    for (const int cell : piece) largest_[cell] = 1;
    Set outside = share.tiles;
    for (int tile = 0; tile < rules_.tiles; ++tile) outside[tile / 64] ^= std::uint64_t{1} << (tile % 64);
    const std::int64_t beyond = static_cast<std::int64_t>(share.cells.size()) - share.high;
    // What the main set may not use comes first.
    const bool turned = meets(share.tiles.data(), main.counted) && !meets(outside.data(), main.counted);
    if (turned) pin(share.cells, outside, share.tiles, beyond, main, openable);
    pin(share.cells, share.tiles, outside, share.low, main, openable);
    if (!turned) pin(share.cells, outside, share.tiles, beyond, main, openable);
  }

  // Gives a further set its cells, so that the main one keeps room; false if it cannot be.
  // If its size is free, each attempt leaves it fewer cells.
  bool claim(const Ground& ground, const Ground& main, int attempt) {
    const std::vector<std::uint64_t> before = domains;
    for (const bool fenced : {false, true}) {
      domains = before;
      Structure shaped = structure(ground);
      if (fenced) fence(shaped);
      if (!shaped.join(tiny_region)) continue;
      limit(shaped, ground);
      const Mask texture = shaped.inside;
      if (ground.size() >= 0 && !shaped.resize(ground.size(), texture)) ++sizes_failed;
      if (ground.size() < 0 && attempt) shaped.resize(shaped.count() * std::max(1, shares - attempt) / shares, texture);
      restrict(shaped, ground);
      if (!fenced && !is_roomy(main)) continue;
      counters.add(shaped.counters);
      return true;
    }
    return false;
  }

  std::uint64_t* domain(int cell) { return &domains[cell * rules_.words]; }
  const std::uint64_t* domain(int cell) const { return &domains[cell * rules_.words]; }

  std::vector<std::uint64_t> domains;  // those that are left
  ShapeCounters counters;
  std::int64_t sizes_failed = 0;

 private:
  static constexpr std::size_t tiny_region = 2;
  static constexpr int shares = 12;

  void pin(const Cells& cells, const Set& tiles, const Set& others, std::int64_t wanted, const Ground& main,
           Mask& openable) {
    Cells order = cells;
    draws_.shuffle(order);
    for (const int cell : order) wanted -= !meets(domain(cell), others);
    for (const auto& [safe, agreeing] : {std::pair{true, true}, {true, false}, {false, true}, {false, false}}) {
      // Each pin may free the next one, like a dead end that is taken back.
      for (std::int64_t pinned = -1; wanted > 0 && pinned; wanted -= pinned) {
        pinned = 0;
        for (const int cell : order) {
          std::uint64_t* const left = domain(cell);
          const bool same = has(tiles, drawn_[cell]) && has(left, drawn_[cell]);
          if (pinned == wanted || (agreeing && !same) || !meets(left, tiles) || !meets(left, others)) continue;
          Set kept(rules_.words);
          for (std::size_t k = 0; k < rules_.words; ++k) kept[k] = left[k] & tiles[k];
          const bool opens = !leaves(kept.data(), main.tiles);
          if (opens && safe && !largest_[cell]) continue;
          const bool closes = openable[cell] && !meets(kept.data(), main.counted);
          if (closes && safe && !is_simple(board_, openable, cell)) continue;
          std::copy(kept.begin(), kept.end(), left);
          if (closes) openable[cell] = 0;
          ++pinned;
        }
      }
    }
  }

  // Keeps a set off the edges; a second line leaves room to lead a long run round.
  void fence(Structure& structure) const {
    Mask edge(board_.cells, 0);
    const auto ring = [this](int cell) { return board_.ring.begin() + 8 * static_cast<std::ptrdiff_t>(cell); };
    for (const int cell : board_.existing) edge[cell] = *std::min_element(ring(cell), ring(cell) + 8) < 0;
    for (const int cell : board_.existing) {
      const auto outer = [&edge](int other) { return other >= 0 && edge[other]; };
      const bool beside = !runs_.empty() && std::any_of(ring(cell), ring(cell) + 8, outer);
      if (edge[cell] || beside) structure.shut(cell);
    }
  }

  // Whether one piece of the board has room for the main set.
  bool is_roomy(const Ground& main) const {
    Mask free(board_.cells);
    std::int64_t total = 0, largest = 0;
    for (int cell = 0; cell < board_.cells; ++cell) {
      free[cell] = meets(domain(cell), main.counted);
      total += free[cell];
    }
    for (const Cells& piece : components(board_, free)) largest = std::max(largest, static_cast<std::int64_t>(piece.size()));
    return largest >= main.size() && 4 * largest >= 3 * total;
  }

  // The cells that could open or close without a change of their neighbours.
  Mask easy(const Set& tiles, const std::vector<std::uint8_t>& is_open) const {
    Mask found(board_.cells, 0);
    Set fits(rules_.words);
    for (const int cell : board_.existing) {
      std::copy_n(domain(cell), rules_.words, fits.begin());
      narrow(rules_, board_, drawn_, cell, fits.data());
      found[cell] = is_open[drawn_[cell]] ? leaves(fits.data(), tiles) : meets(fits.data(), tiles);
    }
    return found;
  }

  const Adjacency& rules_;
  const Board& board_;
  const Tiles& drawn_;
  const std::vector<RunRule>& runs_;
  Draws& draws_;
  Mask largest_;  // the largest piece of what the main set may use
};

}  // namespace levelgen::construct
