// Single-cell changes that keep the adjacency; equal to levelgen.engine.flips.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../bits.hpp"
#include "board.hpp"
#include "draws.hpp"
#include "placement.hpp"
#include "plan.hpp"
#include "runs.hpp"

namespace levelgen::construct {

// Narrows a domain to the tiles that the present neighbours of a cell accept.
inline void narrow(const Adjacency& rules, const Board& board, const Tiles& tiles, int cell, std::uint64_t* domain) {
  for (int direction = 0; direction < 4; ++direction) {
    const int other = board.neighbour(cell, direction);
    if (other < 0) continue;
    const std::uint64_t* const mask = rules.mask(direction ^ 2, tiles[other]);
    for (std::size_t k = 0; k < rules.words; ++k) domain[k] &= mask[k];
  }
}

class Flips {
 public:
  Flips(const Adjacency& rules, const Board& board, const std::vector<std::uint64_t>& domains, Tiles& tiles,
        const std::vector<Set>& connected, const std::vector<Share>& shares, const std::uint32_t* field, const std::vector<RunRule>& runs, Draws& draws)
      : rules_(rules),
        board_(board),
        domains_(domains),
        tiles_(tiles),
        shares_(shares),
        field_(field),
        runs_(runs),
        draws_(draws),
        signatures_(rules.tiles, 0),
        options_(rules.words) {
    for (int tile = 0; tile < rules.tiles; ++tile) {
      for (std::size_t index = 0; index < shares.size(); ++index) {
        signatures_[tile] |= std::uint64_t{has(shares[index].tiles, tile)} << index;
      }
      for (std::size_t index = 0; index < connected.size(); ++index) {
        signatures_[tile] |= std::uint64_t{has(connected[index], tile)} << (shares.size() + index);
      }
    }
  }

  std::int64_t settle(std::size_t index, std::int64_t target) {
    const Share& share = shares_[index];
    const std::uint64_t bit = std::uint64_t{1} << index;
    std::int64_t count = held(tallied(tiles_, rules_.tiles), share.tiles, rules_.tiles);
    std::int64_t flips = 0;
    int stirred = 0;
    Cells order = board_.existing;
    for (int sweep = 0; sweep < settlings && count != target; ++sweep) {
      const std::int64_t before = count;
      draws_.shuffle(order);
      for (const int cell : order) {
        const std::uint64_t signature = signatures_[tiles_[cell]];
        if (((signature & bit) != 0) == (count < target)) continue;
        if (!flip(cell, signature ^ bit)) continue;
        count += signature & bit ? -1 : 1;
        ++flips;
        if (count == target) break;
      }
      if (count != before) continue;
      if (stirred == stirs || (share.low <= count && count <= share.high)) break;
      ++stirred;
      for (const int cell : order) flips += flip(cell, signatures_[tiles_[cell]]);
    }
    return flips;
  }

  std::int64_t trade(const std::vector<std::int64_t>& targets) {
    const std::vector<std::int64_t> counts = tallied(tiles_, rules_.tiles);
    std::vector<std::int64_t> misses;
    for (std::size_t index = 0; index < shares_.size(); ++index) {
      misses.push_back(targets[index] - held(counts, shares_[index].tiles, rules_.tiles));
    }
    std::int64_t flips = 0;
    int stirred = 0;
    Cells order = board_.existing;
    for (int sweep = 0; sweep < settlings && !settled(targets, misses); ++sweep) {
      const std::int64_t before = flips;
      draws_.shuffle(order);
      for (const int cell : order) {
        const std::uint64_t signature = signatures_[tiles_[cell]];
        choose(cell, [&](int other) { return gain(signature, signatures_[other], misses) > 0; });
        if (choices_.empty()) continue;
        set(cell);
        const std::uint64_t found = signatures_[tiles_[cell]];
        for (std::size_t index = 0; index < misses.size(); ++index) {
          misses[index] += static_cast<std::int64_t>(signature >> index & 1) - static_cast<std::int64_t>(found >> index & 1);
        }
        ++flips;
      }
      if (flips != before) continue;
      if (stirred == stirs) break;
      ++stirred;
      for (const int cell : order) flip(cell, signatures_[tiles_[cell]]);
    }
    return flips;
  }

  std::int64_t balance(const std::vector<std::int64_t>& model) {
    const std::vector<std::int64_t> counts = tallied(tiles_, rules_.tiles);
    std::vector<std::int64_t> surplus(rules_.tiles);
    for (int tile = 0; tile < rules_.tiles; ++tile) {
      std::int64_t whole = 0, here = 0;
      for (int other = 0; other < rules_.tiles; ++other) {
        if (signatures_[other] != signatures_[tile]) continue;
        whole += model[other];
        here += counts[other];
      }
      const std::int64_t aim = whole ? model[tile] * here / whole : counts[tile];
      const std::int64_t over = (counts[tile] - aim) * 3;
      surplus[tile] = over >= 0 ? over / 4 : -((3 - over) / 4);
    }
    Cells order = board_.existing;
    std::int64_t flips = 0;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      draws_.shuffle(order);
      const std::int64_t before = flips;
      for (const int cell : order) {
        const int tile = tiles_[cell];
        if (surplus[tile] <= 0) continue;
        choose(cell, [&](int other) {
          return surplus[other] < surplus[tile] - 1 && signatures_[other] == signatures_[tile];
        });
        if (choices_.empty()) continue;
        set(cell);
        --surplus[tile];
        ++surplus[tiles_[cell]];
        ++flips;
      }
      if (flips == before) break;
    }
    return flips;
  }

  std::int64_t vary(const std::vector<Set>& groups, std::int64_t minimum) {
    const std::vector<std::int64_t> tally = tallied(tiles_, rules_.tiles);
    std::vector<std::int64_t> counts;
    std::vector<std::int32_t> missing, homes(rules_.tiles, -1);
    for (std::size_t index = 0; index < groups.size(); ++index) {
      counts.push_back(held(tally, groups[index], rules_.tiles));
      if (!counts.back()) missing.push_back(static_cast<std::int32_t>(index));
      for (int tile = 0; tile < rules_.tiles; ++tile) {
        if (homes[tile] < 0 && has(groups[index], tile)) homes[tile] = static_cast<std::int32_t>(index);
      }
    }
    draws_.shuffle(missing);
    Cells order = board_.existing;
    draws_.shuffle(order);
    std::int64_t flips = 0;
    for (const int index : missing) {
      const auto used = std::count_if(counts.begin(), counts.end(), [](std::int64_t count) { return count > 0; });
      if (used >= minimum) break;
      for (const int cell : order) {
        const int tile = tiles_[cell], home = homes[tile];
        if (home >= 0 && counts[home] < 2) continue;
        choose(cell, [&](int other) { return has(groups[index], other) && signatures_[other] == signatures_[tile]; });
        if (choices_.empty()) continue;
        set(cell);
        ++counts[index];
        if (home >= 0) --counts[home];
        ++flips;
        break;
      }
    }
    return flips;
  }

 private:
  static constexpr int sweeps = 4;
  static constexpr int settlings = 16;
  static constexpr int stirs = 6;

  // Whether every share is inside its window.
  bool settled(const std::vector<std::int64_t>& targets, const std::vector<std::int64_t>& misses) const {
    for (std::size_t index = 0; index < misses.size(); ++index) {
      const std::int64_t count = targets[index] - misses[index];
      if (count < shares_[index].low || count > shares_[index].high) return false;
    }
    return true;
  }

  // How much nearer a flip brings the shares; 0 where it would change a region.
  static std::int64_t gain(std::uint64_t signature, std::uint64_t other, const std::vector<std::int64_t>& misses) {
    const std::uint64_t changed = signature ^ other;
    if (!changed || changed >> misses.size()) return 0;
    std::int64_t gained = 0;
    for (std::size_t index = 0; index < misses.size(); ++index) {
      if (!(changed >> index & 1)) continue;
      gained += (other >> index & 1 ? misses[index] > 0 : misses[index] < 0) ? 1 : -1;
    }
    return gained;
  }

  // Lists the tiles that may stand on a cell beside its neighbours and pass a test.
  template <class Test>
  void choose(int cell, Test test) {
    const std::uint64_t* const domain = &domains_[cell * rules_.words];
    std::copy_n(domain, rules_.words, options_.begin());
    narrow(rules_, board_, tiles_, cell, options_.data());
    choices_.clear();
    for (std::size_t k = 0; k < rules_.words; ++k) {
      for (std::uint64_t rest = options_[k]; rest; rest &= rest - 1) {
        const int tile = static_cast<int>(64 * k) + lowest_bit(rest);
        if (test(tile) && weight(cell, tile) && keeps_runs(cell, tile)) choices_.push_back(tile);
      }
    }
  }

  bool keeps_runs(int cell, int tile) const {
    for (const RunRule& run : runs_) {
      const auto holds = [&](int other) { return has(run.tiles, tiles_[other]); };
      if (has(run.tiles, tile) && too_long(board_, cell, run.length, holds)) return false;
    }
    return true;
  }

  // Never 0, unless a field says so.
  std::uint64_t weight(int cell, int tile) const {
    const std::uint64_t plain = rules_.weights[tile];
    if (!field_) return std::max<std::uint64_t>(1, plain);
    const std::uint64_t factor = field_[static_cast<std::size_t>(cell) * rules_.tiles + tile];
    return plain && factor ? std::max<std::uint64_t>(1, (plain * factor + 500) / 1000) : 0;
  }

  // Draws one of the choices by weight.
  void set(int cell) {
    std::uint64_t sum = 0;
    for (const int tile : choices_) sum += weight(cell, tile);
    std::uint64_t rest = draws_.below(sum);
    for (const int tile : choices_) {
      const std::uint64_t part = weight(cell, tile);
      if (rest < part) {
        tiles_[cell] = tile;
        return;
      }
      rest -= part;
    }
  }

  bool flip(int cell, std::uint64_t signature) {
    choose(cell, [&](int tile) { return signatures_[tile] == signature && tile != tiles_[cell]; });
    if (choices_.empty()) return false;
    set(cell);
    return true;
  }

  const Adjacency& rules_;
  const Board& board_;
  const std::vector<std::uint64_t>& domains_;
  Tiles& tiles_;
  const std::vector<Share>& shares_;
  const std::uint32_t* field_;  // factors x1000 on the weights, or null
  const std::vector<RunRule>& runs_;
  Draws& draws_;
  std::vector<std::uint64_t> signatures_;
  Set options_;
  std::vector<std::int32_t> choices_;
};

}  // namespace levelgen::construct
