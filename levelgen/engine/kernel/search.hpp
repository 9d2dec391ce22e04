// The search: chronological backtracking, window resets, weighted restarts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "buckets.hpp"
#include "choices.hpp"
#include "wave.hpp"

namespace levelgen {

// Equal to levelgen.engine.reference.Search step by step; the reasons are told there.
template <class L>
class Search {
 public:
  using Unit = typename L::Unit;

  Search(Arena& arena, const Rules<L>& rules, const Weights<L>& weights, const Task& task)
      : arena_(arena),
        task_(task),
        layout_(rules.layout()),
        wave_(arena, rules, task, task.record ? &result_.record : nullptr),
        choices_(layout_, weights, task.field),
        buckets_(arena, wave_.grid().slots()),
        random_(task.state) {
    if (choices_.summed()) sums_ = arena.take<Moments>(wave_.grid().slots());
  }

  Sample run() {
    const bool consistent = wave_.root();
    result_.status = consistent ? search() : Status::infeasible;
    finish();
    return std::move(result_);
  }

  std::vector<std::uint64_t> narrowed() {
    if (!wave_.root()) return {};
    const Grid& grid = wave_.grid();
    const std::size_t words = (layout_.size() * L::unit_bits + 63) / 64;
    std::vector<std::uint64_t> found(static_cast<std::size_t>(grid.rows()) * grid.cols() * words, 0);
    grid.each([&](int cell) {
      for (int k = 0; k < layout_.size(); ++k) {
        found[grid.number(cell) * words + k] = wave_.at(cell)[k];
      }
    });
    return found;
  }

 private:
  static constexpr std::uint64_t first_limit = 64;
  static constexpr std::uint64_t patience = 64;
  static constexpr int first_radius = 2;
  static constexpr std::uint64_t newest = 256;
  static constexpr int warmed_radius = 3;

  struct Decision {
    std::int32_t cell;
    std::int32_t tile;
    std::uint32_t mark;      // length of the undo log before it
    std::uint32_t position;  // place in the list of preferred cells after it
  };

  Status search() {
    const Grid& grid = wave_.grid();
    root_ = arena_.take<Unit>(wave_.extent());
    std::copy_n(wave_.domains(), wave_.extent(), root_);
    if (task_.record) first_root_.assign(root_, root_ + wave_.extent());
    wave_.forget();
    if (task_.prefer) {
      grid.each([&](int cell) {
        if (task_.prefer[grid.number(cell)] >= 0) preferred_.push_back(cell);
      });
      for (std::size_t last = preferred_.size(); last-- > 1;) {
        std::swap(preferred_[last], preferred_[random_.below(last + 1)]);
      }
    }
    rank_all();
    while (choose()) {
      if (!decide() && !recover()) return end_;
    }
    return Status::solved;
  }

  // Finds the next cell and its tile; false when every cell is decided.
  bool choose() {
    while (position_ < preferred_.size()) {
      cell_ = preferred_[position_++];
      tile_ = task_.prefer[wave_.grid().number(cell_)];
      const Unit* domain = wave_.at(cell_);
      if (layout_.has(domain, tile_) && layout_.open(domain)) return true;
    }
    if (!buckets_.size()) return false;
    const Buckets::Members& lowest = buckets_.lowest();
    const std::uint64_t count = lowest.size;
    const std::uint64_t last = count - 1;
    cell_ = lowest.items[last - random_.below(decisions_.size ? std::min(count, newest) : count)];
    tile_ = choices_.draw(wave_.at(cell_), number(cell_), random_);
    return true;
  }

  bool decide() {
    const std::size_t mark = wave_.mark();
    decisions_.push(arena_, {cell_, tile_, static_cast<std::uint32_t>(mark),
                             static_cast<std::uint32_t>(position_)});
    ++result_.observations;
    wave_.observe(cell_, tile_);
    return settle(wave_.propagate(), mark, false);
  }

  // Ends a step: ranks the cells it changed, or takes it back.
  bool settle(bool consistent, std::size_t mark, bool explicitly) {
    if (consistent) {
      for (std::size_t entry = mark; entry < wave_.mark(); ++entry) follow(entry);
    } else {
      wave_.undo(mark, explicitly, [](int) {});
    }
    return consistent;
  }

  void rank(int cell) {
    if constexpr (!L::narrow) {
      if (sums_) sums_[cell] = choices_.weights().sum(wave_.at(cell));
    }
    place(cell);
  }

  // The same for a change in the undo log, from the sum before it.
  void follow(std::size_t entry) {
    const int cell = wave_.touched(entry);
    if constexpr (!L::narrow) {
      const Unit* domain = wave_.at(cell);
      if (sums_ && layout_.inside(domain, wave_.old(entry))) {
        choices_.weights().lessen(sums_[cell], wave_.old(entry), domain);
        return place(cell);
      }
    }
    rank(cell);
  }

  void place(int cell) {
    const std::uint32_t urgency = urgency_.empty() ? 1 : urgency_[cell];
    if constexpr (!L::narrow) {
      if (sums_) return buckets_.place(cell, choices_.home(wave_.at(cell), sums_[cell], urgency));
    }
    buckets_.place(cell, choices_.home(wave_.at(cell), number(cell), urgency));
  }

  // Only a field tells cells apart, and the number takes divisions.
  int number(int cell) const { return task_.field ? wave_.grid().number(cell) : 0; }

  void rank_all() {
    buckets_.clear();
    wave_.grid().each([this](int cell) { rank(cell); });
  }

  // After a contradiction: brings the board to a consistent state again, or says how it ends.
  bool recover() {
    while (true) {
      ++result_.backtracks;
      ++spent_;
      Decision refuted{-1, -1, 0, 0};
      if (decisions_.size) {
        refuted = decisions_.items[--decisions_.size];
        wave_.undo(refuted.mark, false, [this](int cell) { rank(cell); });
        position_ = refuted.position;
        note(Step::backtrack, 0, static_cast<std::uint32_t>(decisions_.size));
        keep_best(some());
      } else if (sound_) {
        return ends(Status::infeasible);
      }
      if (result_.backtracks >= task_.budget) return gives_up();
      if (!windows_ && spent_ >= limit_) {
        windows_ = true;
        spent_ = 0;
        patience_ = 0;
      }
      if (!windows_) {
        if (refute(refuted)) return true;
        continue;
      }
      if (refuted.cell >= 0 && patience_ > 0) {
        --patience_;
        if (refute(refuted)) return true;
        // The decision before it lies anywhere on the board, and likely has nothing to do with it.
        patience_ = 0;
        continue;
      }
      if (spent_ < window_limit() && reset()) return true;
      if (result_.backtracks >= task_.budget) return gives_up();
      restart();
      return true;
    }
  }

  std::uint64_t window_limit() const {
    // Repairs are local, so the larger the board, the more of them belong to one attempt.
    return limit_ + limit_ / first_limit * static_cast<std::uint64_t>(wave_.grid().existing());
  }

  bool refute(const Decision& decision) {
    const std::size_t mark = wave_.mark();
    const bool base = !decisions_.size;
    const bool kept = wave_.ban(decision.cell, decision.tile) && wave_.propagate();
    settle(kept, mark, base && !sound_);
    if (kept && base) {
      // Nothing was assumed: the tile is refuted for good, on this base or in every board.
      if (sound_) {
        for (std::size_t entry = 0; entry < wave_.mark(); ++entry) {
          const int cell = wave_.touched(entry);
          layout_.copy(root_at(cell), wave_.at(cell));
        }
      }
      wave_.forget();
    }
    return kept;
  }

  // Frees the cells around the last contradiction and on a way out; the window grows where it
  // happens again.
  bool reset() {
    keep_best(some());
    const Grid& grid = wave_.grid();
    const int centre = wave_.stuck();
    heat_.resize(grid.slots(), 0);
    const int longest = std::max(grid.rows(), grid.cols());
    for (int radius = first_radius + static_cast<int>(heat_[centre] / 2); radius <= longest; ++radius) {
      ++result_.resets;
      note(Step::reset, grid.number(centre), static_cast<std::uint32_t>(radius));
      wave_.begin();
      const std::size_t mark = wave_.mark();
      way_.clear();
      grid.way_out(centre, radius, first_radius,
                   [this](int cell) { return !layout_.single(wave_.at(cell)); },
                   [this](int cell) { way_.push_back(cell); });
      const auto free = [this](int cell) { wave_.restore(cell, root_at(cell)); };
      grid.window(centre, radius, free);
      for (int cell : way_) grid.window(cell, first_radius, free);
      grid.window(centre, warmed_radius, [&](int cell) { ++heat_[cell]; });
      const auto look = [this](int cell) { wave_.enqueue_whole(cell); };
      grid.window(centre, radius + 1, look);
      for (int cell : way_) grid.window(cell, first_radius + 1, look);
      if (settle(wave_.propagate(), mark, true)) {
        decisions_.size = 0;
        wave_.forget();
        sound_ = false;
        position_ = 0;
        patience_ = patience;
        return true;
      }
      ++result_.backtracks;
      ++spent_;
      if (result_.backtracks >= task_.budget) return false;
    }
    return false;
  }

  // Starts over from what is proved; every other time, cells that failed often come earlier.
  void restart() {
    keep_best();
    const Grid& grid = wave_.grid();
    ++result_.restarts;
    note(Step::restart, 0, 0);
    std::copy_n(root_, wave_.extent(), wave_.domains());
    wave_.forget();
    grid.each([this](int cell) {
      if (task_.record) {
        wave_.difference(cell, &first_root_[static_cast<std::size_t>(cell) * layout_.size()],
                         root_at(cell));
      }
    });
    heat_.clear();
    urgency_.clear();
    if (result_.restarts % 2 == 0) {
      urgency_.assign(grid.slots(), 1);
      grid.each([this](int cell) { urgency_[cell] += wave_.failures(cell); });
    }
    decisions_.size = 0;
    position_ = 0;
    sound_ = true;
    windows_ = false;
    spent_ = 0;
    limit_ *= 2;
    rank_all();
  }

  Unit* root_at(int cell) { return &root_[static_cast<std::size_t>(cell) * layout_.size()]; }

  void note(Step kind, std::uint32_t cell, std::uint32_t value) {
    if (task_.record) result_.record.add(kind, cell, value);
  }

  // Copies take time, so small gains wait for a restart or the end.
  int some() const { return 1 + wave_.grid().existing() / 64; }

  void keep_best(int gain = 1) {
    if (least_open_ >= 0 && buckets_.size() + gain > least_open_) return;
    least_open_ = buckets_.size();
    best_.assign(wave_.domains(), wave_.domains() + wave_.extent());
  }

  bool ends(Status status) {
    end_ = status;
    return false;
  }

  bool gives_up() {
    keep_best();
    return ends(Status::unknown);
  }

  void finish() {
    const Grid& grid = wave_.grid();
    result_.tiles.assign(static_cast<std::size_t>(grid.rows()) * grid.cols(), -1);
    result_.state = random_.state();
    if (result_.status != Status::solved) result_.stuck = grid.number(wave_.stuck());
    if (result_.status == Status::infeasible) return;
    const Unit* board = result_.status == Status::solved ? wave_.domains() : best_.data();
    for (int row = 0, number = 0; row < grid.rows(); ++row) {
      for (int cell = grid.at(row, 0), end = cell + grid.cols(); cell < end; ++cell, ++number) {
        const Unit* domain = &board[static_cast<std::size_t>(cell) * layout_.size()];
        if (grid.exists(cell) && !layout_.open(domain)) result_.tiles[number] = layout_.first(domain);
      }
    }
  }

  Arena& arena_;
  const Task& task_;
  L layout_;
  Sample result_;
  Wave<L> wave_;
  Choices<L> choices_;
  Buckets buckets_;
  std::vector<std::uint32_t> urgency_;  // empty while all cells are equally urgent
  std::vector<std::uint32_t> heat_;  // window resets near the cell since the last restart
  Moments* sums_ = nullptr;  // by cell, or null where they are not kept
  std::vector<std::int32_t> way_;  // from the window that is reset to where the board is open
  Random random_;
  Unit* root_ = nullptr;          // what is proved
  std::vector<Unit> first_root_;  // with a record: what was proved before the first decision
  std::vector<std::int32_t> preferred_;
  std::size_t position_ = 0;
  Pile<Decision> decisions_{};
  int cell_ = -1;
  int tile_ = -1;
  bool sound_ = true;     // no window was reset since the root
  bool windows_ = false;  // the phase: chronological, or window resets
  std::uint64_t limit_ = first_limit;
  std::uint64_t spent_ = 0;
  std::uint64_t patience_ = 0;
  int least_open_ = -1;
  std::vector<Unit> best_;
  Status end_ = Status::unknown;
};

}  // namespace levelgen
