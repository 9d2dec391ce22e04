// Compiled adjacency: neighbour masks, and tables of their unions by groups of tiles.
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
    tabulate();
  }

  const L& layout() const { return layout_; }
  int tiles() const { return tiles_; }

  const Unit* mask(int direction, int tile) const {
    return &masks_[(static_cast<std::size_t>(direction) * tiles_ + tile) * layout_.size()];
  }

  // What the tiles of a domain allow in the four directions, one after the other.
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

  void unions(const Unit* domain, Unit* sides) const {
    for (int k = 0; k < 4 * layout_.size(); ++k) sides[k] = 0;
    for (int k = 0; k < layout_.size(); ++k) unite(domain, k, sides);
  }

  // The same, or any part of it that already holds all of the four other sets.
  void cover(const Unit* domain, const Unit* const* others, Unit* sides) const {
    const int words = layout_.size();
    for (int k = 0; k < 4 * words; ++k) sides[k] = 0;
    for (int k = 0; k < words; ++k) {
      if (!domain[k]) continue;
      unite(domain, k, sides);
      Unit missing = 0;
      for (int direction = 0; direction < 4; ++direction) {
        for (int word = 0; word < words; ++word) {
          missing |= others[direction][word] & ~sides[direction * words + word];
        }
      }
      if (!missing) return;
    }
  }

 private:
  static constexpr int group_bits = L::group_bits;
  static constexpr int subsets = 1 << group_bits;

  // Adds what the tiles in one word of a domain allow.
  void unite(const Unit* domain, int word, Unit* sides) const {
    const int size = 4 * layout_.size();
    const std::size_t first = static_cast<std::size_t>(word) * (64 / group_bits);
    each_group<group_bits>(domain[word], [&](int group, int subset) {
      const Unit* row = &table_[((first + group) * subsets + subset) * size];
      for (int k = 0; k < size; ++k) sides[k] |= row[k];
    });
  }

  void tabulate() {
    const int words = layout_.size(), size = 4 * words;
    const int groups = (tiles_ + group_bits - 1) / group_bits;
    table_.assign(static_cast<std::size_t>(groups) * subsets * size, 0);
    for (int group = 0; group < groups; ++group) {
      Unit* rows = &table_[static_cast<std::size_t>(group) * subsets * size];
      for (int set = 1; set < subsets; ++set) {
        const int tile = group_bits * group + lowest_bit(set);
        if (tile >= tiles_) continue;  // no domain holds it
        for (int direction = 0; direction < 4; ++direction) {
          const Unit* rest = &rows[(set & (set - 1)) * size + direction * words];
          Unit* sum = &rows[set * size + direction * words];
          for (int k = 0; k < words; ++k) sum[k] = static_cast<Unit>(rest[k] | mask(direction, tile)[k]);
        }
      }
    }
  }

  L layout_;
  int tiles_;
  std::vector<Unit> masks_;
  std::vector<Unit> table_;  // by group and subset of it: the unions N, E, S, W
};

}  // namespace levelgen
