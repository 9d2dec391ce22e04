// The constructor's own last look at what it built; equal to levelgen.engine.verify.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "board.hpp"
#include "placement.hpp"
#include "plan.hpp"
#include "play.hpp"
#include "regions.hpp"
#include "runs.hpp"
#include "spacing.hpp"

namespace levelgen::construct {

enum class Fault : int {
  domains,
  adjacency,
  connected,
  run,
  share,
  variety,
  one_per_cell,
  pinned,
  count,
  place,
  apart,
  path,
  lock_ends,
  lock_ground,
  lock_keys,
  lock_past,
  softlock,
  locked_in,
};

// A broken promise, and the kind of object it is about (-1: none).
using Broken = std::pair<Fault, int>;

class Verification {
 public:
  Verification(const Adjacency& rules, const Plan& plan, const Board& board, const Tiles& tiles,
               const std::vector<Object>& objects)
      : rules_(rules), plan_(plan), board_(board), tiles_(tiles), objects_(objects), counts_(tallied(tiles, rules.tiles)) {
    judge_tiles();
    judge_objects();
    if (plan.path.start_kind >= 0) judge_path();
    if (plan.locks.start_kind >= 0) judge_locks();
  }

  std::vector<Broken> broken;

 private:
  void fault(Fault fault, int kind = -1) { broken.push_back({fault, kind}); }

  Mask holding(const Set& set) const {
    const auto in = flags(set, rules_.tiles);
    Mask found(board_.cells);
    for (int cell = 0; cell < board_.cells; ++cell) found[cell] = in[tiles_[cell]];
    return found;
  }

  void judge_tiles() {
    bool inside = true, fitting = true;
    for (const int cell : board_.existing) {
      inside = inside && has(&plan_.domains[cell * rules_.words], tiles_[cell]);
      for (const int direction : {1, 2}) {
        const int other = board_.neighbour(cell, direction);
        fitting = fitting && (other < 0 || has(rules_.mask(direction, tiles_[cell]), tiles_[other]));
      }
    }
    if (!inside) fault(Fault::domains);
    if (!fitting) fault(Fault::adjacency);
    judge_connected(plan_.connected);
    for (const Set& other : plan_.others) judge_connected(other);
    for (const RunRule& run : plan_.layout.runs) {
      const Mask held_cells = holding(run.tiles);
      const auto holds = [&](int cell) { return held_cells[cell] != 0; };
      const auto broken_at = [&](int cell) { return holds(cell) && too_long(board_, cell, run.length, holds); };
      if (std::any_of(board_.existing.begin(), board_.existing.end(), broken_at)) fault(Fault::run);
    }
    for (const Share& share : plan_.shares) {
      const std::int64_t count = held(counts_, share.tiles, rules_.tiles);
      if (count < share.low || count > share.high) fault(Fault::share);
    }
    for (const RegionShare& share : plan_.region_shares) {
      std::int64_t count = 0;
      for (const int cell : share.cells) count += tiles_[cell] < rules_.tiles && has(share.tiles, tiles_[cell]);
      if (count < share.low || count > share.high) fault(Fault::share);
    }
    if (plan_.variety < 0) return;
    std::int64_t used = 0;
    for (const Set& group : plan_.groups) used += held(counts_, group, rules_.tiles) > 0;
    if (used < plan_.variety) fault(Fault::variety);
  }

  void judge_connected(const Set& tiles) {
    if (empty(tiles)) return;
    const std::size_t regions = components(board_, holding(tiles)).size();
    const auto& optional = plan_.optional;
    const bool may_be_empty = std::find(optional.begin(), optional.end(), tiles) != optional.end();
    if (regions != 1 && (regions || !may_be_empty)) fault(Fault::connected);
  }

  // Whether the windows on parts of the board hold.
  static bool quotas_kept(const ObjectDemand& demand, const Cells& cells) {
    for (const Window& window : demand.windows) {
      if (!window.local) continue;
      const std::set<int> part(window.cells.begin(), window.cells.end()), standing(cells.begin(), cells.end());
      std::uint64_t number = 0;
      for (const int cell : standing) number += part.count(cell);
      if (number < window.low || (window.high_of && number > window.high)) return false;
    }
    return true;
  }

  void judge_objects() {
    std::vector<Cells> cells(plan_.kinds);
    std::set<int> taken;
    for (const auto& [kind, cell] : objects_) {
      cells[kind].push_back(cell);
      taken.insert(cell);
    }
    if (taken.size() != objects_.size()) fault(Fault::one_per_cell);
    for (const auto& [kind, cell] : plan_.pinned) {
      if (std::find(cells[kind].begin(), cells[kind].end(), cell) == cells[kind].end()) {
        fault(Fault::pinned);
        break;
      }
    }
    for (std::size_t kind = 0; kind < plan_.objects.size(); ++kind) {
      const ObjectDemand demand = settled(plan_.objects[kind], tiles_, rules_.tiles);
      const Bounds window = bounds(demand, counts_, rules_.tiles);
      const auto number = static_cast<std::int64_t>(cells[kind].size());
      if (number < window.low || number > window.high || !quotas_kept(demand, cells[kind])) {
        fault(Fault::count, static_cast<int>(kind));
      }
      const auto on = flags(demand.on, rules_.tiles);
      if (std::any_of(cells[kind].begin(), cells[kind].end(), [&](int cell) { return !on[tiles_[cell]]; })) {
        fault(Fault::place, static_cast<int>(kind));
      }
    }
    Spacing spacing(plan_, board_);
    for (const auto& [kind, cell] : objects_) {
      if (!spacing.clear(kind, cell)) {
        fault(Fault::apart);
        break;
      }
      spacing.put(kind, cell);
    }
  }

  void judge_path() {
    const PathDemand& path = plan_.path;
    Cells starts, exits;
    for (const auto& [kind, cell] : objects_) {
      if (kind == path.start_kind) starts.push_back(cell);
      if (kind == path.exit_kind) exits.push_back(cell);
    }
    const std::int64_t high = path.high < 0 ? board_.cells : std::min<std::int64_t>(path.high, board_.cells);
    const Mask inside = holding(path.through);
    std::int64_t reached = -1;
    if (starts.size() == 1 && exits.size() == 1 && inside[starts[0]]) {
      reached = distances(board_, inside, starts[0])[exits[0]];
    }
    if (reached < path.low || reached > high) fault(Fault::path);
  }

  void judge_locks() {
    const LockDemand& locks = plan_.locks;
    std::vector<Cells> cells(plan_.kinds);
    for (const auto& [kind, cell] : objects_) cells[kind].push_back(cell);
    const Cells& starts = cells[locks.start_kind];
    const Cells& exits = cells[locks.exit_kind];
    if (starts.size() != 1 || exits.size() != 1) return fault(Fault::lock_ends);
    Scene scene{holding(locks.through), {}, Cells(board_.cells, -1), Cells(board_.cells, -1), 0, starts[0], exits[0]};
    std::vector<std::pair<int, int>> opens;  // each kind of door once, and the last kind of key told
    for (const auto& [door, key] : locks.doors) {
      const auto known = std::find_if(opens.begin(), opens.end(), [&](const auto& pair) { return pair.first == door; });
      if (known == opens.end()) {
        opens.push_back({door, key});
      } else {
        known->second = key;
      }
    }
    std::vector<int> keys;
    for (const auto& pair : opens) {
      if (std::find(keys.begin(), keys.end(), pair.second) == keys.end()) keys.push_back(pair.second);
    }
    scene.kinds = static_cast<int>(keys.size());
    bool walkable = scene.inside[scene.start] && scene.inside[scene.exit];
    for (const auto& [door, key] : opens) {
      const auto number = std::find(keys.begin(), keys.end(), key) - keys.begin();
      for (const int cell : cells[door]) {
        walkable = walkable && scene.inside[cell];
        if (scene.door_of[cell] < 0) scene.doors.push_back(cell);
        scene.door_of[cell] = static_cast<std::int32_t>(number);
      }
    }
    for (int number = 0; number < scene.kinds; ++number) {
      for (const int cell : cells[keys[number]]) {
        walkable = walkable && scene.inside[cell];
        scene.key_of[cell] = number;
      }
    }
    if (!walkable) fault(Fault::lock_ground);
    for (const int key : keys) {
      std::size_t doors = 0;
      for (const auto& [door, other] : opens) doors += other == key ? cells[door].size() : 0;
      if (cells[key].size() < doors) fault(Fault::lock_keys, key);
    }
    for (const auto& pair : opens) {
      Mask closed(board_.cells, 0);
      for (const int cell : cells[pair.first]) closed[cell] = 1;
      if (cells[pair.first].empty() || scene.leads_out(board_, closed)) fault(Fault::lock_past, pair.first);
    }
    const Play play(board_, scene);
    // Where no play is stuck, every play gets out.
    if (locks.safe && play.ends(false)) fault(Fault::softlock);
    if (!locks.safe && !play.ends(true)) fault(Fault::locked_in);
  }

  const Adjacency& rules_;
  const Plan& plan_;
  const Board& board_;
  const Tiles& tiles_;
  const std::vector<Object>& objects_;
  std::vector<std::int64_t> counts_;
};

}  // namespace levelgen::construct
