// Joins regions by tunnels of random cost; equal to levelgen.engine.tunnels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.hpp"
#include "draws.hpp"
#include "regions.hpp"

namespace levelgen::construct {

class Tunnels {
 public:
  Tunnels(const Board& board, Mask& inside, const Mask& may_open, std::vector<Cells>& groups, Draws& draws)
      : board_(board), inside_(inside), may_open_(may_open), groups_(groups), draws_(draws) {}

  // Digs; the cells of every tunnel. The groups that are left are the regions afterwards.
  std::vector<Cells> dig() {
    std::vector<Cells> dug;
    if (groups_.size() < 2) return dug;
    claim();
    leaders_.resize(groups_.size());
    for (std::size_t index = 0; index < leaders_.size(); ++index) leaders_[index] = static_cast<std::int32_t>(index);
    std::size_t remaining = groups_.size();
    for (Pairs& bucket : meetings()) {
      if (remaining == 1) break;
      draws_.shuffle(bucket);
      for (const auto& [cell, other] : bucket) {
        const int one = leader(label_[cell]), two = leader(label_[other]);
        if (one == two) continue;
        leaders_[std::max(one, two)] = std::min(one, two);
        --remaining;
        Cells way;
        for (const int end : {cell, other}) {
          for (int step = end; step >= 0 && !inside_[step]; step = parent_[step]) {
            inside_[step] = 1;
            way.push_back(step);
          }
        }
        append(groups_[one], way);
        dug.push_back(std::move(way));
      }
    }
    for (int index = static_cast<int>(groups_.size()); index-- > 0;) {
      const int first = leader(index);
      if (first == index) continue;
      append(groups_[first], groups_[index]);
      groups_[index].clear();
    }
    groups_.erase(std::remove_if(groups_.begin(), groups_.end(), [](const Cells& group) { return group.empty(); }),
                  groups_.end());
    return dug;
  }

 private:
  using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;
  static constexpr int highest_cost = 8;

  static void append(Cells& to, const Cells& from) { to.insert(to.end(), from.begin(), from.end()); }

  void claim() {
    std::vector<std::uint8_t> costs(board_.cells);
    for (auto& cost : costs) cost = static_cast<std::uint8_t>(1 + draws_.below(highest_cost));
    label_.assign(board_.cells, -1);
    parent_.assign(board_.cells, -1);
    best_.assign(board_.cells, unreached);
    Cells buckets[highest_cost + 1];
    for (std::size_t index = 0; index < groups_.size(); ++index) {
      for (const int cell : groups_[index]) {
        label_[cell] = static_cast<std::int32_t>(index);
        best_[cell] = 0;
        buckets[0].push_back(cell);
      }
    }
    std::size_t waiting = buckets[0].size();
    for (std::int32_t cost = 0; waiting; ++cost) {
      Cells& bucket = buckets[cost % (highest_cost + 1)];
      for (const int cell : bucket) {
        if (best_[cell] != cost) continue;
        board_.near(cell, [&](int other) {
          if (inside_[other] || !may_open_[other]) return;
          const std::int32_t total = cost + costs[other];
          if (total >= best_[other]) return;
          best_[other] = total;
          label_[other] = label_[cell];
          parent_[other] = cell;
          buckets[total % (highest_cost + 1)].push_back(other);
          ++waiting;
        });
      }
      waiting -= bucket.size();
      bucket.clear();
    }
  }

  std::vector<Pairs> meetings() const {
    std::vector<Pairs> found;
    for (const int cell : board_.existing) {
      for (const int direction : {1, 2}) {
        const int other = board_.neighbour(cell, direction);
        if (other < 0 || label_[cell] < 0 || label_[other] < 0 || label_[cell] == label_[other]) continue;
        const std::size_t cost = static_cast<std::size_t>(best_[cell]) + best_[other];
        if (found.size() <= cost) found.resize(cost + 1);
        found[cost].push_back({cell, other});
      }
    }
    return found;
  }

  int leader(int index) {
    while (leaders_[index] != index) {
      leaders_[index] = leaders_[leaders_[index]];
      index = leaders_[index];
    }
    return index;
  }

  const Board& board_;
  Mask& inside_;
  const Mask& may_open_;
  std::vector<Cells>& groups_;
  Draws& draws_;
  Cells label_, parent_, best_, leaders_;
};

}  // namespace levelgen::construct
