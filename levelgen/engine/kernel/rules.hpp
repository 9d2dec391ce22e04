// Compiled adjacency: neighbour masks and, up to 64 tiles, tables of their unions.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "bits.hpp"

namespace levelgen {

template <class L>
class Rules {
 public:
  using Unit = typename L::Unit;

  // `masks` holds, for each direction and tile, one bitset of 64-bit words.
  Rules(int tiles, const std::uint64_t* masks) : tiles_(tiles) {
    const int words = (tiles + 63) / 64;
    layout_.words = L::fixed ? L::fixed : words;
    masks_.assign(static_cast<std::size_t>(4) * tiles * layout_.size(), 0);
    for (int row = 0; row < 4 * tiles; ++row) {
      for (int k = 0; k < words; ++k) {
        masks_[static_cast<std::size_t>(row) * layout_.size() + k] =
            static_cast<Unit>(masks[static_cast<std::size_t>(row) * words + k]);
      }
    }
    if constexpr (L::narrow) tabulate();
  }

  const L& layout() const { return layout_; }
  int tiles() const { return tiles_; }

  const Unit* mask(int direction, int tile) const {
    return &masks_[(static_cast<std::size_t>(direction) * tiles_ + tile) * layout_.size()];
  }

  // What the tiles of a domain allow in the four directions; for narrow layouts.
  void unions(Unit domain, Unit* sides) const {
    if constexpr (L::unit_bits == 8) {
      std::memcpy(sides, &table_[4 * domain], 4);
    } else {
      sides[0] = sides[1] = sides[2] = sides[3] = 0;
      const Unit* group = table_.data();
      for (std::uint64_t rest = domain; rest; rest >>= 8, group += 1024) {
        const Unit* row = group + 4 * (rest & 255);
        for (int direction = 0; direction < 4; ++direction) sides[direction] |= row[direction];
      }
    }
  }

 private:
  void tabulate() {
    const int groups = (tiles_ + 7) / 8;
    table_.assign(static_cast<std::size_t>(groups) * 1024, 0);
    for (int group = 0; group < groups; ++group) {
      Unit* rows = &table_[static_cast<std::size_t>(group) * 1024];
      for (int set = 1; set < 256; ++set) {
        const int tile = 8 * group + lowest_bit(set);
        for (int direction = 0; direction < 4; ++direction) {
          const Unit more = tile < tiles_ ? *mask(direction, tile) : Unit{0};
          rows[4 * set + direction] = static_cast<Unit>(rows[4 * (set & (set - 1)) + direction] | more);
        }
      }
    }
  }

  L layout_;
  int tiles_;
  std::vector<Unit> masks_;
  std::vector<Unit> table_;  // by byte of the domain: the unions N, E, S, W
};

}  // namespace levelgen
