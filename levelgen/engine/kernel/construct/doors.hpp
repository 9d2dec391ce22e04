// What stands where in a structure with locked doors; equal to levelgen.engine.doors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "board.hpp"
#include "claims.hpp"
#include "draws.hpp"
#include "locks.hpp"
#include "plan.hpp"
#include "spacing.hpp"
#include "structure.hpp"

namespace levelgen::construct {

class Doors {
 public:
  Doors(const Adjacency& rules, const Plan& plan, const Board& board, Structure& structure,
        const std::vector<std::uint64_t>& domains, const Ground& main)
      : rules_(rules),
        plan_(plan),
        board_(board),
        structure_(structure),
        domains_(domains),
        counted_(main.counting()),
        target_(main.size()),
        free_(plan.locks.through),
        closed_(plan.locks.through),
        taken_(board.cells, 0),
        spacing_(plan, board) {
    for (std::size_t k = 0; k < rules.words; ++k) {
      free_[k] &= ~counted_[k];
      closed_[k] = ~closed_[k];
    }
    for (const auto& [kind, cell] : plan.pinned) {
      taken_[cell] = 1;
      spacing_.put(kind, cell);
    }
  }

  // Cuts the open cells by the doors of the plan; what stands there apart from what is pinned.
  std::optional<std::vector<Object>> lock_up(const Mask& texture, Draws& draws) {
    const LockDemand& demand = plan_.locks;
    if (structure_.start < 0) return std::nullopt;
    stand(demand.start_kind, structure_.start);
    stand(demand.exit_kind, structure_.exit);
    std::map<int, Lock> places;
    std::vector<const Lock*> locks;
    for (const auto& [door, key] : demand.doors) {
      if (!places.count(door)) places.emplace(door, flagged(door));
      locks.push_back(&places.at(door));
    }
    Locksmith smith(board_, structure_, texture, draws);
    if (!smith.cut(locks, target_)) return std::nullopt;
    for (std::size_t index = 0; index < locks.size(); ++index) put(demand.doors[index].first, smith.doors[index]);
    for (std::size_t index = 0; index < locks.size(); ++index) {
      const int key = demand.doors[index].second;
      const auto last = static_cast<std::int32_t>(index);
      // In the room before its door, or without space there in an earlier one.
      Cells fits = farthest(pinned(key), smith.room, last);
      if (fits.empty()) fits = farthest(keys(key), smith.room, last);
      if (fits.empty()) return std::nullopt;
      put(key, draws.choice(fits));
    }
    const auto is_pinned = [this](const Object& object) {
      return std::find(plan_.pinned.begin(), plan_.pinned.end(), object) != plan_.pinned.end();
    };
    standing_.erase(std::remove_if(standing_.begin(), standing_.end(), is_pinned), standing_.end());
    return std::move(standing_);
  }

 private:
  const std::uint64_t* domain(int cell) const { return &domains_[cell * rules_.words]; }

  // The side of a mask that a cell is on.
  const Set& side(int cell) const {
    return !structure_.inside[cell] ? closed_ : structure_.counted[cell] ? counted_ : free_;
  }

  // Whether three sets have a tile in common.
  bool share(const std::uint64_t* one, const std::uint64_t* two, const std::uint64_t* three) const {
    for (std::size_t k = 0; k < rules_.words; ++k) {
      if (one[k] & two[k] & three[k]) return true;
    }
    return false;
  }

  // Whether an object can stand on a cell without a change of its side.
  bool suits(int kind, int cell) const { return share(domain(cell), side(cell).data(), plan_.objects[kind].on.data()); }

  void put(int kind, int cell) {
    standing_.push_back({kind, cell});
    if (taken_[cell]) return;
    taken_[cell] = 1;
    spacing_.put(kind, cell);
  }

  // Lets an object stand, on the other kind of open cell if that is the one that suits it.
  void stand(int kind, int cell) {
    if (!suits(kind, cell)) structure_.counted[cell] ^= 1;
    put(kind, cell);
  }

  bool clear(int kind, int cell) const { return !taken_[cell] && spacing_.clear(kind, cell); }

  // The pinned objects of a kind that are not yet counted on.
  Cells pinned(int kind) const {
    Cells found;
    for (const Object& object : plan_.pinned) {
      const bool stands = std::find(standing_.begin(), standing_.end(), object) != standing_.end();
      if (object.first == kind && !stands) found.push_back(object.second);
    }
    return found;
  }

  // The open cells where an object can stand without a change of side.
  Cells keys(int kind) const {
    Cells found;
    for (int cell = 0; cell < board_.cells; ++cell) {
      if (structure_.inside[cell] && suits(kind, cell) && clear(kind, cell)) found.push_back(cell);
    }
    return found;
  }

  // Those of some cells that lie in the last room up to a number.
  static Cells farthest(const Cells& cells, const Cells& room, std::int32_t last) {
    std::int32_t most = -1;
    for (const int cell : cells) {
      if (room[cell] <= last) most = std::max(most, room[cell]);
    }
    Cells found;
    for (const int cell : cells) {
      if (most >= 0 && room[cell] == most) found.push_back(cell);
    }
    return found;
  }

  // The open cells where a door can stand, and those where its cell counts.
  Lock flagged(int kind) const {
    Lock found{Mask(board_.cells, 0), Mask(board_.cells, 0)};
    for (int cell = 0; cell < board_.cells; ++cell) {
      if (!structure_.inside[cell] || !clear(kind, cell)) continue;
      const bool counts = structure_.counted[cell];
      const Set& first = counts ? counted_ : free_;
      const Set& second = counts ? free_ : counted_;
      for (const Set* const tiles : {&first, &second}) {
        if (!fits(cell, *tiles, plan_.objects[kind].on)) continue;
        found.door[cell] = 1;
        found.counts[cell] = tiles == &counted_;
        break;
      }
    }
    return found;
  }

  // Whether a cell has tiles of both sets left, and each neighbour one that goes with one of them.
  bool fits(int cell, const Set& one, const Set& two) const {
    if (!share(domain(cell), one.data(), two.data())) return false;
    for (int direction = 0; direction < 4; ++direction) {
      const int other = board_.neighbour(cell, direction);
      if (other < 0) continue;
      bool any = false;
      for (int tile = 0; tile < rules_.tiles && !any; ++tile) {
        any = has(domain(cell), tile) && has(one, tile) && has(two, tile) &&
              share(rules_.mask(direction, tile), side(other).data(), domain(other));
      }
      if (!any) return false;
    }
    return true;
  }

  const Adjacency& rules_;
  const Plan& plan_;
  const Board& board_;
  Structure& structure_;
  const std::vector<std::uint64_t>& domains_;
  Set counted_;
  std::int64_t target_;
  Set free_, closed_;
  std::vector<Object> standing_;
  Mask taken_;
  Spacing spacing_;
};

}  // namespace levelgen::construct
