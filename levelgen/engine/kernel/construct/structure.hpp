// Shapes the open cells of a board; equal to levelgen.engine.structure.Structure step by step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "board.hpp"
#include "draws.hpp"
#include "maze.hpp"
#include "peeling.hpp"
#include "regions.hpp"
#include "runs.hpp"
#include "tunnels.hpp"

namespace levelgen::construct {

struct ShapeCounters {
  std::int64_t tunnels = 0, grown = 0, trimmed = 0, lengthened = 0, winding = 0;

  void add(const ShapeCounters& other) {
    tunnels += other.tunnels;
    grown += other.grown;
    trimmed += other.trimmed;
    lengthened += other.lengthened;
    winding += other.winding;
  }
};

class Structure {
 public:
  Structure(const Board& board, Mask open, Mask counting, Mask opens, Mask closes, Mask light, Draws& draws)
      : inside(std::move(open)),
        counted(std::move(counting)),
        ends(board.cells, 1),
        board_(board),
        may_open_(std::move(opens)),
        may_close_(std::move(closes)),
        easy_(std::move(light)),
        draws_(draws),
        count_(std::accumulate(counted.begin(), counted.end(), 0)) {}

  // Open cells that count toward the share.
  std::int64_t count() const { return count_; }

  // Lets an open cell not count toward the share.
  void uncount(int cell) {
    count_ -= counted[cell];
    counted[cell] = 0;
  }

  // Closes a cell for good, if it may close.
  void shut(int cell) {
    if (!may_close_[cell]) return;
    close(cell);
    may_open_[cell] = 0;
  }

  // One region ------------------------------------------------------------------------------------

  bool join(std::size_t tiny) {
    std::vector<Cells> groups = components(board_, inside);
    std::size_t largest = 0;
    for (const Cells& group : groups) largest = std::max(largest, group.size());
    std::vector<Cells> kept;
    for (Cells& group : groups) {
      if (group.size() <= tiny && group.size() < largest && closable(group)) {
        for (const int cell : group) close(cell);
      } else {
        kept.push_back(std::move(group));
      }
    }
    if (kept.empty()) {
      Cells candidates;
      for (const int cell : board_.existing) {
        if (may_open_[cell]) candidates.push_back(cell);
      }
      if (candidates.empty()) return false;
      kept.push_back({draws_.choice(candidates)});
      open(kept[0][0]);
    }
    draws_.shuffle(kept);
    for (const Cells& way : Tunnels(board_, inside, may_open_, kept, draws_).dig()) {
      ++counters.tunnels;
      for (const int cell : way) open(cell);
    }
    std::stable_sort(kept.begin(), kept.end(), [this](const Cells& one, const Cells& two) {
      const bool loose = closable(one), other = closable(two);
      return loose != other ? other : one.size() > two.size();
    });
    for (std::size_t index = 1; index < kept.size(); ++index) {
      if (!closable(kept[index])) return false;
      for (const int cell : kept[index]) close(cell);
    }
    return true;
  }

  // Bounds the runs of open and of closed cells, and breaks the longer ones where that works.
  // Closed cells that are flagged as `aside` are in no run.
  void limit(std::int64_t most_open, std::int64_t most_closed, Mask aside) {
    most_open_ = most_open;
    most_closed_ = most_closed;
    aside_ = std::move(aside);
    if (most_open >= board_.cells && most_closed >= board_.cells) return;
    Cells order = board_.existing;
    draws_.shuffle(order);
    // Where a cell opens, its neighbours may open next.
    for (int round = 0; round < break_rounds && break_runs(order); ++round) {
    }
    for (const int cell : order) {
      if (inside[cell] && is_long(cell, true)) lead_round(cell);
    }
  }

  // Whether a cell is, or would be, part of too long a run of open (or closed) cells.
  bool is_long(int cell, bool is_open) const {
    const std::int64_t most = is_open ? most_open_ : most_closed_;
    if (most >= board_.cells || (!is_open && aside_[cell])) return false;
    if (is_open) return too_long(board_, cell, most, [&](int other) { return inside[other] != 0; });
    return too_long(board_, cell, most, [&](int other) { return !(inside[other] || aside_[other]); });
  }

  // A long enough way -----------------------------------------------------------------------------

  bool find_ends(std::int64_t longest) {
    const Cells cells = end_cells();
    if (cells.empty()) return false;
    int source = cells[0];
    Cells fits;
    const Cells pinned{fixed_exit};
    const Cells& targets = fixed_exit < 0 ? cells : pinned;
    for (int attempt = 0; attempt < pair_tries; ++attempt) {
      source = fixed_start < 0 ? draws_.choice(cells) : fixed_start;
      const Cells moves = distances(board_, inside, source);
      fits.clear();
      for (const int cell : targets) {
        if (low <= moves[cell] && moves[cell] <= longest && cell != source) fits.push_back(cell);
      }
      if (!fits.empty()) {
        start = source;
        exit = draws_.choice(fits);
        return true;
      }
    }
    start = source;
    if (fixed_start < 0) start = farthest(cells, fixed_exit >= 0 ? fixed_exit : source);
    exit = fixed_exit >= 0 ? fixed_exit : farthest(cells, start);
    return lengthen(low);
  }

  bool wind(std::int64_t longest) {
    const Cells path = winding_path(board_, may_open_, {ends, fixed_start, fixed_exit, low, longest}, draws_);
    if (path.empty()) return false;
    for (const int cell : board_.existing) {
      if (may_close_[cell]) close(cell);
    }
    for (const int cell : path) open(cell);
    start = path.back();
    exit = path.front();
    ++counters.winding;
    return true;
  }

  // An exact size ---------------------------------------------------------------------------------

  bool resize(std::int64_t target, const Mask& texture) {
    for (int round = 0; round < regrowths; ++round) {
      if (count_ == target) return true;
      if (count_ > target) {
        if (!trim(target)) return false;
        continue;
      }
      if (grow(target - count_, texture) || recount(target - count_)) continue;
      // Nothing can open without a short cut: a cell of the shortest path makes room elsewhere.
      if (start < 0 || !block(distances(board_, inside, start), 1)) return false;
    }
    return false;
  }

  const Mask& may_open() const { return may_open_; }
  const Mask& may_close() const { return may_close_; }
  const Mask& easy() const { return easy_; }

  Mask inside;
  Mask counted;
  Mask ends;
  int start = -1, exit = -1, fixed_start = -1, fixed_exit = -1;
  std::int64_t low = 0;
  ShapeCounters counters;

 private:
  static constexpr int break_rounds = 8;
  static constexpr int pair_tries = 8;
  static constexpr int regrowths = 24;
  static constexpr int fewest_rounds = 64;
  static constexpr int lengthening_work = 1 << 19;

  void open(int cell) {
    inside[cell] = 1;
    count_ += !counted[cell];
    counted[cell] = 1;
  }

  void close(int cell) {
    inside[cell] = 0;
    count_ -= counted[cell];
    counted[cell] = 0;
  }

  // Closes or opens each cell that breaks a run by that; whether any did.
  bool break_runs(const Cells& order) {
    bool changed = false;
    for (const int cell : order) {
      if (inside[cell]) {
        const bool breaks = may_close_[cell] && is_long(cell, true) && !bars(cell);
        if (breaks && is_simple(board_, inside, cell)) {
          close(cell);
          changed = true;
        }
      } else if (may_open_[cell] && bars(cell) && !is_long(cell, true)) {
        bool beside = false;
        board_.near(cell, [&](int other) { beside = beside || inside[other]; });
        if (beside) {
          open(cell);
          changed = true;
        }
      }
    }
    return changed;
  }

  // Closes a cell whose neighbours can be joined past it on one side; false if none can.
  bool lead_round(int cell) {
    if (!may_close_[cell] || bars(cell)) return false;
    std::vector<int> sides{0, 2, 4, 6};
    draws_.shuffle(sides);
    for (const int side : sides) {
      Cells way, fresh;
      bool passable = true;
      for (int step = 7; step < 10; ++step) {
        const int other = board_.around(cell, (side + step) % 8);
        passable = passable && other >= 0 && (inside[other] || may_open_[other]);
        way.push_back(other);
      }
      if (!passable) continue;
      for (const int other : way) {
        if (!inside[other]) fresh.push_back(other);
      }
      for (const int other : fresh) open(other);
      if (is_simple(board_, inside, cell)) {
        const bool counts = counted[cell];
        close(cell);
        const auto too_far = [this](int other) { return is_long(other, true); };
        if (std::none_of(way.begin(), way.end(), too_far)) return true;
        open(cell);
        if (!counts) uncount(cell);
      }
      for (const int other : fresh) close(other);
    }
    return false;
  }

  // Whether closing a cell would make too long a run of closed ones.
  bool bars(int cell) const { return is_long(cell, false); }

  bool closable(const Cells& group) const {
    return std::all_of(group.begin(), group.end(), [this](int cell) { return may_close_[cell] != 0; });
  }

  Cells end_cells() const {
    Cells found;
    for (const int cell : board_.existing) {
      if (inside[cell] && ends[cell]) found.push_back(cell);
    }
    return found;
  }

  int farthest(const Cells& cells, int source) {
    const Cells moves = distances(board_, inside, source);
    std::int32_t most = 0;
    for (const int cell : cells) most = std::max(most, moves[cell]);
    Cells found;
    for (const int cell : cells) {
      if (moves[cell] == most) found.push_back(cell);
    }
    return draws_.choice(found);
  }

  bool lengthen(std::int64_t wanted) {
    const int rounds = std::min(2 * board_.cells, std::max(fewest_rounds, lengthening_work / board_.cells));
    for (int round = 0; round < rounds; ++round) {
      const Cells moves = distances(board_, inside, start);
      const std::int64_t missing = wanted - moves[exit];
      if (missing <= 0) return moves[exit] < unreached;
      if (!block(moves, 1 + missing / 4) && !extend(moves)) return false;
      ++counters.lengthened;
    }
    return false;
  }

  bool block(const Cells& moves, std::int64_t most) {
    if (moves[exit] == unreached) return false;
    Cells way, closer, spare;
    for (int cell = exit; moves[cell] > 1;) {
      closer.clear();
      board_.near(cell, [&](int other) {
        if (moves[other] == moves[cell] - 1) closer.push_back(other);
      });
      cell = draws_.choice(closer);
      way.push_back(cell);
    }
    const auto kept = [this](int cell) { return !may_close_[cell] || bars(cell); };
    way.erase(std::remove_if(way.begin(), way.end(), kept), way.end());
    for (const int cell : way) {
      if (is_simple(board_, inside, cell)) spare.push_back(cell);
    }
    if (!spare.empty()) {
      draws_.shuffle(spare);
      close(spare[0]);
      const std::size_t last = std::min(spare.size(), static_cast<std::size_t>(most));
      for (std::size_t index = 1; index < last; ++index) {
        if (is_simple(board_, inside, spare[index]) && !bars(spare[index])) close(spare[index]);
      }
      return true;
    }
    const Cells home = blocks(board_, inside);
    for (const int cell : way) {
      if (home[cell] >= 0) spare.push_back(cell);
    }
    if (!spare.empty()) close(draws_.choice(spare));
    return !spare.empty();
  }

  bool extend(const Cells& moves) {
    std::vector<std::pair<int, Cells>> tips;
    if (fixed_exit < 0) tips.push_back({exit, moves});
    if (fixed_start < 0) tips.push_back({start, distances(board_, inside, exit)});
    draws_.shuffle(tips);
    for (const auto& [end, way] : tips) {
      Cells fits;
      board_.near(end, [&, end = end, &way = way](int cell) {
        if (inside[cell] || !may_open_[cell] || !ends[cell]) return;
        bool outward = true;
        board_.near(cell, [&](int other) { outward = outward && way[other] >= way[end]; });
        if (outward) fits.push_back(cell);
      });
      if (fits.empty()) continue;
      const int cell = draws_.choice(fits);
      open(cell);
      (end == exit ? exit : start) = cell;
      return true;
    }
    return false;
  }

  bool recount(std::int64_t missing) {
    Cells cells;
    for (const int cell : board_.existing) {
      if (inside[cell] && !counted[cell] && may_open_[cell]) cells.push_back(cell);
    }
    if (static_cast<std::int64_t>(cells.size()) < missing) return false;
    draws_.shuffle(cells);
    for (std::int64_t index = 0; index < missing; ++index) open(cells[index]);
    return true;
  }

  bool trim(std::int64_t target) {
    Peeling peeling(board_, inside, may_close_, easy_, draws_);
    while (count_ > target) {
      const int cell = peeling.next(start, exit);
      if (cell >= 0) {
        if (bars(cell)) continue;
        close(cell);
        ++counters.trimmed;
        peeling.look_around(cell);
      } else if (!cut_loops(target, peeling)) {
        const int left = start, right = exit;
        if (!retract()) return false;
        peeling.put(left);
        peeling.put(right);
      }
    }
    return true;
  }

  bool cut_loops(std::int64_t target, Peeling& peeling) {
    const Cells home = blocks(board_, inside);
    Cells order;
    for (const int cell : board_.existing) {
      if (home[cell] >= 0 && may_close_[cell] && cell != start && cell != exit) order.push_back(cell);
    }
    draws_.shuffle(order);
    Mask cut(board_.cells, 0);
    bool any = false;
    for (const int cell : order) {
      if (count_ <= target || cut[home[cell]] || bars(cell)) continue;
      cut[home[cell]] = 1;
      any = true;
      close(cell);
      ++counters.trimmed;
      peeling.look_around(cell);
    }
    return any;
  }

  bool retract() {
    if (start < 0) return false;
    Cells way = distances(board_, inside, start);
    if (way[exit] <= low) return false;
    int end = exit;
    if (fixed_exit >= 0 || !may_close_[exit]) {
      if (fixed_start >= 0 || !may_close_[start]) return false;
      way = distances(board_, inside, exit);
      end = start;
    }
    Cells inward;
    board_.near(end, [&](int cell) {
      if (way[cell] == way[end] - 1 && ends[cell]) inward.push_back(cell);
    });
    if (inward.empty()) return false;
    (end == exit ? exit : start) = draws_.choice(inward);
    return true;
  }

  bool grow(std::int64_t missing, const Mask& texture) {
    const bool guarded = start >= 0 && low > 0;
    Cells from_start, from_exit;
    if (guarded) {
      from_start = distances(board_, inside, start);
      from_exit = distances(board_, inside, exit);
    }
    Cells fronts[3];
    Mask seen = inside;
    const auto look_around = [&](int cell) {
      board_.near(cell, [&](int other) {
        if (seen[other]) return;
        seen[other] = 1;
        if (may_open_[other]) fronts[texture[other] ? 0 : easy_[other] ? 1 : 2].push_back(other);
      });
    };
    for (const int cell : board_.existing) {
      if (inside[cell]) look_around(cell);
    }
    while (missing) {
      Cells* const front = std::find_if(fronts, fronts + 3, [](const Cells& list) { return !list.empty(); });
      if (front == fronts + 3) return false;
      const int cell = draws_.taken(*front);
      if (is_long(cell, true)) continue;
      if (guarded) {
        std::int32_t one = unreached, two = unreached;
        board_.near(cell, [&](int other) {
          one = std::min(one, from_start[other]);
          two = std::min(two, from_exit[other]);
        });
        // Distances only shrink while the region grows: what is refused stays refused.
        if (static_cast<std::int64_t>(one) + two + 2 < low) continue;
        relax(from_start, cell, one + 1);
        relax(from_exit, cell, two + 1);
      }
      open(cell);
      ++counters.grown;
      --missing;
      look_around(cell);
    }
    return true;
  }

  void relax(Cells& moves, int cell, std::int32_t value) {
    moves[cell] = value;
    front_.assign(1, cell);
    for (std::size_t next = 0; next < front_.size(); ++next) {
      const std::int32_t step = moves[front_[next]] + 1;
      board_.near(front_[next], [&](int other) {
        if (!inside[other] || moves[other] <= step) return;
        moves[other] = step;
        front_.push_back(other);
      });
    }
  }

  const Board& board_;
  Mask may_open_;
  Mask may_close_;
  Mask easy_;
  Draws& draws_;
  std::int64_t most_open_ = std::int64_t{1} << 40, most_closed_ = std::int64_t{1} << 40;  // in a row
  Mask aside_;  // cells that, closed, are in no run; known as soon as runs are bounded
  std::int64_t count_;  // open cells that count toward the share
  Cells front_;
};

}  // namespace levelgen::construct
