// Compiled adjacency: neighbour masks, and tables of their unions by groups of tiles.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "bits.hpp"
#include "lanes.hpp"

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
    if constexpr (!L::narrow) find_twins();
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
    if constexpr (L::fixed) {
      constexpr int lanes = 4 * L::fixed / lane_words;
      Lane sum[lanes];  // no memory between the rows
      for (int lane = 0; lane < lanes; ++lane) sum[lane] = Lane{};
      for (int k = 0; k < L::fixed; ++k) {
        if (!domain[k]) continue;
        each_row(domain, k, [&](const Unit* row) {
          for (int lane = 0; lane < lanes; ++lane) sum[lane] |= load_lane(row + lane * lane_words);
        });
        std::memcpy(sides, sum, sizeof(sum));
        if (holds(sides, others)) return;
      }
    } else {
      const int words = layout_.size();
      for (int k = 0; k < 4 * words; ++k) sides[k] = 0;
      for (int k = 0; k < words; ++k) {
        if (!domain[k]) continue;
        unite(domain, k, sides);
        if (holds(sides, others)) return;
      }
    }
  }

  // Whether any two tiles allow either the same neighbours in a direction or none in common, as
  // where sides must match, and where patterns overlap.
  bool matching() const { return !twins_.empty(); }

  // What a domain allows no more since it lost some tiles, in the four directions: the neighbours
  // of each of them, unless one that is left allows the same. For matching rules.
  void unsupported(const Unit* domain, const Unit* lost, Unit* sides) const {
    const int words = layout_.size(), step = side_step();
    if constexpr (L::fixed) {
      constexpr int lanes = (L::fixed + lane_words - 1) / lane_words;
      Unit padded[lanes * lane_words] = {};
      layout_.copy(padded, domain);
      Lane left[lanes], sum[4][lanes];
      for (int lane = 0; lane < lanes; ++lane) {
        left[lane] = load_lane(padded + lane * lane_words);
        for (int direction = 0; direction < 4; ++direction) sum[direction][lane] = Lane{};
      }
      layout_.each(lost, [&](int tile) {
        const Unit* twins = &twins_[static_cast<std::size_t>(tile) * 8 * step];
        for (int direction = 0; direction < 4; ++direction, twins += 2 * step) {
          Lane alive = load_lane(twins) & left[0];
          for (int lane = 1; lane < lanes; ++lane) {
            alive |= load_lane(twins + lane * lane_words) & left[lane];
          }
          const Lane dead = if_empty(alive);
          for (int lane = 0; lane < lanes; ++lane) {
            sum[direction][lane] |= load_lane(twins + step + lane * lane_words) & dead;
          }
        }
      });
      for (int direction = 0; direction < 4; ++direction) {
        std::memcpy(sides + direction * words, sum[direction], words * sizeof(Unit));
      }
    } else {
      for (int k = 0; k < 4 * words; ++k) sides[k] = 0;
      layout_.each(lost, [&](int tile) {
        const Unit* twins = &twins_[static_cast<std::size_t>(tile) * 8 * step];
        for (int direction = 0; direction < 4; ++direction, twins += 2 * step) {
          if (layout_.meets(twins, domain)) continue;
          for (int k = 0; k < words; ++k) sides[direction * words + k] |= twins[step + k];
        }
      });
    }
  }

 private:
  static constexpr int group_bits = L::group_bits;
  static constexpr int subsets = 1 << group_bits;

  // Visits the rows of the table for the tiles in one word of a domain.
  template <class Visit>
  void each_row(const Unit* domain, int word, Visit visit) const {
    const int size = 4 * layout_.size();
    const std::size_t first = static_cast<std::size_t>(word) * (64 / group_bits);
    each_group<group_bits>(domain[word], [&](int group, int subset) {
      visit(&table_[((first + group) * subsets + subset) * size]);
    });
  }

  // Adds what the tiles in one word of a domain allow.
  void unite(const Unit* domain, int word, Unit* sides) const {
    each_row(domain, word, [&](const Unit* row) {
      for (int k = 0; k < 4 * layout_.size(); ++k) sides[k] |= row[k];
    });
  }

  // Whether each side holds the other set.
  bool holds(const Unit* sides, const Unit* const* others) const {
    const int words = layout_.size();
    Unit missing = 0;
    for (int direction = 0; direction < 4; ++direction) {
      for (int k = 0; k < words; ++k) {
        missing |= others[direction][k] & ~sides[direction * words + k];
      }
    }
    return missing == 0;
  }

  // Words of a set in `twins_`: whole lanes.
  int side_step() const {
    return L::fixed ? (L::fixed + lane_words - 1) / lane_words * lane_words : layout_.words;
  }

  // Finds for each tile and direction the tiles with the same neighbours, if the rules are
  // matching. Of the tiles with the same tiles before them one is looked at closely.
  void find_twins() {
    for (int direction = 0; direction < 4; ++direction) {
      for (int tile = 0; tile < tiles_; ++tile) {
        const Unit* before = mask(direction ^ 2, tile);
        const int first = layout_.first(before);
        if (first < 0) continue;
        const Unit* shared = mask(direction, first);
        const int speaker = layout_.first(shared);
        bool alike = speaker >= 0 && layout_.equal(mask(direction ^ 2, speaker), before);
        if (speaker == tile) {
          layout_.each(before, [&](int other) {
            alike = alike && layout_.equal(mask(direction, other), shared);
          });
        }
        if (!alike) return;
      }
    }
    const int step = side_step();
    twins_.assign(static_cast<std::size_t>(tiles_) * 8 * step, 0);
    Unit* twins = twins_.data();
    for (int tile = 0; tile < tiles_; ++tile) {
      for (int direction = 0; direction < 4; ++direction, twins += 2 * step) {
        const int other = layout_.first(mask(direction, tile));
        if (other < 0) continue;
        layout_.copy(twins, mask(direction ^ 2, other));
        layout_.copy(twins + step, mask(direction, tile));
      }
    }
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
  std::vector<Unit> twins_;  // by tile and direction: the tiles with its neighbours, and these
  std::vector<Unit> table_;  // by group and subset of it: the unions N, E, S, W
};

}  // namespace levelgen
