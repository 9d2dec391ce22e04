// Chooses the open cells that do not count toward a share; equal to levelgen.engine.uncounted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "claims.hpp"
#include "draws.hpp"
#include "plan.hpp"
#include "regions.hpp"
#include "structure.hpp"

namespace levelgen::construct {

class Uncounted {
 public:
  Uncounted(const Adjacency& rules, const Board& board, const std::vector<std::uint64_t>& domains, const Ground& ground)
      : rules_(rules), board_(board), domains_(domains), ground_(ground), rest_(ground.tiles), left_(domains) {
    for (std::size_t k = 0; k < rest_.size(); ++k) rest_[k] &= ~ground.counted[k];
  }

  // Lets exactly `rest` open cells not count, and of each part what it needs; false if that fails.
  bool leave_out(const Tiles& drawn, const std::vector<const RegionShare*>& parts, Structure& structure, Draws& draws,
                 bool whole) {
    whole_ = whole;
    const auto is_rest = flags(rest_, rules_.tiles);
    Cells ranks[3];
    for (int cell = 0; cell < board_.cells; ++cell) {
      std::uint64_t* const left = &left_[cell * rules_.words];
      const bool forced = !meets(left, ground_.counted);
      const Set& side = forced ? rest_ : ground_.counted;
      for (std::size_t k = 0; k < rules_.words; ++k) {
        left[k] &= structure.inside[cell] ? side[k] : ~ground_.tiles[k];
      }
      if (!structure.inside[cell] || (!forced && (cell == structure.start || cell == structure.exit))) continue;
      ranks[forced ? 0 : is_rest[drawn[cell]] ? 1 : 2].push_back(cell);
    }
    for (const RegionShare* const part : parts) quotas_.emplace_back(*part, board_.cells);
    for (Cells& cells : ranks) draws.shuffle(cells);
    for (const int cell : ranks[0]) choose(structure, cell, true);
    Cells& order = ranks[1];
    order.insert(order.end(), ranks[2].begin(), ranks[2].end());
    for (Quota& quota : quotas_) {
      for (const int cell : order) {
        if (quota.inside[cell] && quota.number < quota.low && chosen_ < ground_.rest) choose(structure, cell, false);
      }
    }
    for (const int cell : order) {
      if (chosen_ < ground_.rest) choose(structure, cell, false);
    }
    const auto is_kept = [](const Quota& quota) { return quota.number >= quota.low; };
    return chosen_ == ground_.rest && std::all_of(quotas_.begin(), quotas_.end(), is_kept);
  }

 private:
  // How many of the cells of a part are chosen.
  struct Quota {
    Quota(const RegionShare& part, int cells) : low(part.low), high(part.high), inside(cells, 0) {
      for (const int cell : part.cells) inside[cell] = 1;
    }

    bool takes(int cell) const { return !inside[cell] || number < high; }

    std::int64_t low, high, number = 0;
    Mask inside;
  };

  void choose(Structure& structure, int cell, bool forced) {
    const auto takes = [cell](const Quota& quota) { return quota.takes(cell); };
    if (!structure.counted[cell] || (!forced && !std::all_of(quotas_.begin(), quotas_.end(), takes))) return;
    if (whole_ && !forced && !is_simple(board_, structure.counted, cell)) return;
    if (!fits(cell) && !forced) return;
    structure.uncount(cell);
    ++chosen_;
    for (Quota& quota : quotas_) quota.number += quota.inside[cell];
  }

  // Gives a cell the tiles that do not count and fit what is left around it, if there are any.
  bool fits(int cell) {
    Set found(rules_.words, 0);
    std::vector<std::uint64_t> beside(4 * rules_.words, 0);
    for (int tile = 0; tile < rules_.tiles; ++tile) {
      if (!has(rest_, tile) || !has(&domains_[cell * rules_.words], tile) || !is_supported(cell, tile)) continue;
      found[tile / 64] |= std::uint64_t{1} << (tile % 64);
      for (int direction = 0; direction < 4; ++direction) {
        const std::uint64_t* const mask = rules_.mask(direction, tile);
        for (std::size_t k = 0; k < rules_.words; ++k) beside[direction * rules_.words + k] |= mask[k];
      }
    }
    if (empty(found)) return false;
    std::copy(found.begin(), found.end(), &left_[cell * rules_.words]);
    for (int direction = 0; direction < 4; ++direction) {
      const int other = board_.neighbour(cell, direction);
      if (other < 0) continue;
      for (std::size_t k = 0; k < rules_.words; ++k) left_[other * rules_.words + k] &= beside[direction * rules_.words + k];
    }
    return true;
  }

  // Whether every neighbour keeps a tile beside this one.
  bool is_supported(int cell, int tile) const {
    for (int direction = 0; direction < 4; ++direction) {
      const int other = board_.neighbour(cell, direction);
      if (other < 0) continue;
      const std::uint64_t* const mask = rules_.mask(direction, tile);
      bool any = false;
      for (std::size_t k = 0; k < rules_.words; ++k) any = any || (left_[other * rules_.words + k] & mask[k]);
      if (!any) return false;
    }
    return true;
  }

  const Adjacency& rules_;
  const Board& board_;
  const std::vector<std::uint64_t>& domains_;
  const Ground& ground_;
  Set rest_;                         // tiles that are open and do not count
  std::vector<std::uint64_t> left_;  // what may still stand on each cell
  std::vector<Quota> quotas_;
  std::int64_t chosen_ = 0;
  bool whole_ = false;  // whether those that count stay one region
};

}  // namespace levelgen::construct
