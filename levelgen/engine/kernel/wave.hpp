// Domains of all cells, propagation to the fixpoint, and the undo log.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "bits.hpp"
#include "grid.hpp"
#include "rules.hpp"
#include "steps.hpp"
#include "task.hpp"

namespace levelgen {

template <class L>
class Wave {
 public:
  using Unit = typename L::Unit;

  Wave(Arena& arena, const Rules<L>& rules, const Task& task, Record* record)
      : arena_(arena),
        rules_(rules),
        layout_(rules.layout()),
        grid_(arena, task.rows, task.cols, task.wrap_rows, task.wrap_cols, task.exists),
        record_(record),
        pause_(task.pause),
        domains_(arena.take<Unit>(extent(), 0)),
        marks_(arena.take<Mark>(grid_.slots(), Mark{})),
        failures_(arena.take<std::uint32_t>(grid_.slots(), 0)) {
    const std::size_t size = layout_.size();
    next_ = arena.take<Unit>(size);
    if constexpr (!L::narrow) {
      before_ = arena.take<Unit>(extent());
      removed_ = arena.take<Unit>(size);
      sides_ = arena.take<Unit>(4 * size);
      known_ = arena.take<Unit>(5 * size, 0);
    }
    std::size_t room = 1;
    while (room < grid_.slots()) room *= 2;
    queue_ = arena.take<std::int32_t>(room);
    last_ = room - 1;
    const int words = (rules.tiles() + 63) / 64;
    const std::uint64_t* given = task.domains;
    for (int row = 0; row < task.rows; ++row) {
      for (int cell = grid_.at(row, 0), end = cell + task.cols; cell < end; ++cell) {
        if (grid_.exists(cell)) {
          for (int k = 0; k < words; ++k) at(cell)[k] = static_cast<Unit>(given[k]);
        }
        if (!task.uniform) given += words;
      }
    }
    for (const RunRule& rule : task.runs) {
      Run run{std::vector<Unit>(layout_.size(), 0), rule.length};
      for (int k = 0; k < words; ++k) run.tiles[k] = static_cast<Unit>(rule.tiles[k]);
      runs_.push_back(std::move(run));
    }
  }

  const Grid& grid() const { return grid_; }
  const L& layout() const { return layout_; }
  Unit* at(int cell) { return &domains_[static_cast<std::size_t>(cell) * layout_.size()]; }
  // The domains of all cells, one after the other, and how many units they take.
  Unit* domains() { return domains_; }
  std::size_t extent() const { return grid_.slots() * layout_.size(); }
  int stuck() const { return stuck_; }
  std::uint32_t failures(int cell) const { return failures_[cell]; }
  std::size_t mark() const { return trail_.size; }
  int touched(std::size_t entry) const { return trail_.items[entry]; }
  const Unit* old(std::size_t entry) const { return &old_.items[entry * layout_.size()]; }
  void forget() {
    trail_.size = 0;
    old_.size = 0;
  }
  // From here on, the first change of a cell is logged again; so there is room for one of each.
  void begin() {
    ++step_;
    const std::size_t most = trail_.size + grid_.slots();
    trail_.reserve(arena_, most);
    old_.reserve(arena_, most * layout_.size());
  }

  // Empty domains, tiles that cannot stand beside themselves on lines of one cell, tiles that may
  // not stand at all, then the fixpoint. False when no board exists.
  bool root() {
    begin();
    bool sound = true;
    grid_.each([&](int cell) {
      if (sound && layout_.empty(at(cell))) {
        fail(cell);
        sound = false;
      }
    });
    if (!sound) return false;
    std::vector<Unit> keep(layout_.size(), static_cast<Unit>(~Unit{0}));
    for (int axis = 0; axis < 2; ++axis) {
      if (!grid_.wraps(axis) || grid_.length(axis) > 1) continue;
      for (int tile = 0; tile < rules_.tiles(); ++tile) {
        if (!layout_.has(rules_.mask(axis + 1, tile), tile)) drop(keep, tile);
      }
    }
    for (const Run& run : runs_) {
      if (run.length > 0) continue;
      layout_.each(run.tiles.data(), [&](int tile) { drop(keep, tile); });
    }
    grid_.each([&](int cell) {
      if (sound) sound = narrow(cell, keep.data());
    });
    if (!sound) return clear();
    if (!waiting_ && runs_.empty() && settled()) return true;
    grid_.each([&](int cell) { enqueue(cell, whole); });
    return propagate();
  }

  // Keeps only the tiles of a set in a cell; false when none is left.
  bool narrow(int cell, const Unit* keep) {
    Unit* domain = at(cell);
    if constexpr (L::narrow) {
      const Unit next = static_cast<Unit>(*domain & *keep);
      return next == *domain || shrink(cell, &next);
    }
    Unit changed = 0;
    for (int k = 0; k < layout_.size(); ++k) {
      next_[k] = domain[k] & keep[k];
      changed |= next_[k] ^ domain[k];
    }
    return !changed || shrink(cell, next_);
  }

  void observe(int cell, int tile) {
    begin();
    Unit* domain = at(cell);
    log(cell, domain);
    if (!marks_[cell].queued) save(cell, domain);
    layout_.clear(domain);
    layout_.add(domain, tile);
    if (record_) record_->add(Step::observe, grid_.number(cell), tile);
    enqueue(cell, delta);
  }

  bool ban(int cell, int tile) {
    begin();
    std::vector<Unit> keep(layout_.size(), static_cast<Unit>(~Unit{0}));
    drop(keep, tile);
    return narrow(cell, keep.data());
  }

  // Gives a cell its domain of the root back; the caller propagates.
  void restore(int cell, const Unit* root) {
    Unit* domain = at(cell);
    if (layout_.equal(domain, root)) return;
    log(cell, domain);
    if (record_) difference(cell, domain, root);
    layout_.copy(domain, root);
  }

  void enqueue_whole(int cell) { enqueue(cell, whole); }

  bool propagate() {
    while (waiting_) {
      if (!(++turns_ & between_pauses) && pause_) pause_();
      const int cell = queue_[head_];
      head_ = (head_ + 1) & last_;
      --waiting_;
      const bool all = marks_[cell].queued == whole;
      marks_[cell].queued = 0;
      if (!arcs(cell, all)) return clear();
      if (!runs_.empty() && !keep_runs(cell)) return clear();
    }
    head_ = 0;  // the next queue begins where the cache still holds it
    return true;
  }

  // Takes every change since `mark` back, latest first, then tells `visit` of each cell.
  template <class Visit>
  void undo(std::size_t mark, bool explicitly, Visit visit) {
    const std::size_t words = layout_.size();
    for (std::size_t entry = trail_.size; entry-- > mark;) {
      const int cell = trail_.items[entry];
      const Unit* old = &old_.items[entry * words];
      if (explicitly && record_) difference(cell, at(cell), old);
      layout_.copy(at(cell), old);
    }
    for (std::size_t entry = trail_.size; entry-- > mark;) visit(trail_.items[entry]);
    trail_.size = mark;
    old_.size = mark * words;
  }

  // Records how a domain becomes another one: restored tiles, then banned ones.
  void difference(int cell, const Unit* from, const Unit* to) {
    const std::uint32_t number = grid_.number(cell);
    layout_.each(to, [&](int tile) {
      if (!layout_.has(from, tile)) record_->add(Step::restore, number, tile);
    });
    layout_.each(from, [&](int tile) {
      if (!layout_.has(to, tile)) record_->add(Step::ban, number, tile);
    });
  }

 private:
  // What propagation asks of a cell beside its domain, in one place for the cache.
  struct Mark {
    std::uint32_t step;    // the last step that logged the cell
    std::uint32_t queued;  // 0, delta or whole
  };
  struct Run {
    std::vector<Unit> tiles;
    int length;
  };
  // How much of a queued cell's domain its neighbours must look at.
  static constexpr std::uint32_t delta = 1;
  static constexpr std::uint32_t whole = 2;
  // Cells from the queue between two pauses: a power of 2, less 1.
  static constexpr std::uint32_t between_pauses = 4095;
  // Tiles lost at once up to which it is faster to ask for each what it supported alone.
  static constexpr int few = 20;

  void drop(std::vector<Unit>& set, int tile) {
    Unit& word = set[tile / L::unit_bits];
    word = static_cast<Unit>(word & ~(Unit{1} << (tile % L::unit_bits)));
  }

  void log(int cell, const Unit* domain) {
    if (marks_[cell].step == step_) return;
    marks_[cell].step = step_;
    trail_.items[trail_.size++] = cell;
    layout_.copy(&old_.items[old_.size], domain);
    old_.size += layout_.size();
  }

  void save(int cell, const Unit* domain) {
    if constexpr (!L::narrow) {
      layout_.copy(&before_[static_cast<std::size_t>(cell) * layout_.size()], domain);
    }
  }

  void enqueue(int cell, std::uint32_t how) {
    if (marks_[cell].queued) {
      marks_[cell].queued = std::max(marks_[cell].queued, how);
      return;
    }
    marks_[cell].queued = how;
    queue_[(head_ + waiting_) & last_] = cell;
    ++waiting_;
  }

  bool clear() {
    while (waiting_) {
      marks_[queue_[head_]].queued = 0;
      head_ = (head_ + 1) & last_;
      --waiting_;
    }
    head_ = 0;
    return false;
  }

  void fail(int cell) {
    ++failures_[cell];
    stuck_ = cell;
    if (record_) record_->add(Step::contradiction, grid_.number(cell), 0);
  }

  // Sets a smaller domain and queues the cell; false when the domain is empty.
  bool shrink(int cell, const Unit* next) {
    Unit* domain = at(cell);
    log(cell, domain);
    if (record_) difference(cell, domain, next);
    if (!marks_[cell].queued) save(cell, domain);
    layout_.copy(domain, next);
    if (layout_.empty(domain)) {
      fail(cell);
      return false;
    }
    enqueue(cell, delta);
    return true;
  }

  // Whether propagation would change nothing: a look at each cell, without the queue.
  bool settled() {
    bool found = true;
    grid_.each([&](int cell) {
      if (!found) return;
      Unit narrow_sides[4];
      const Unit* sides = narrow_sides;
      if constexpr (L::narrow) {
        rules_.unions(*at(cell), narrow_sides);
      } else {
        remember(at(cell));
        sides = known_ + layout_.size();
      }
      for (int direction = 0; direction < 4; ++direction, sides += layout_.size()) {
        const Unit* other = at(grid_.neighbour(cell, direction));
        for (int k = 0; k < layout_.size(); ++k) found = found && !(other[k] & ~sides[k]);
      }
    });
    return found;
  }

  bool arcs(int cell, bool all) {
    if constexpr (L::narrow) {
      Unit sides[4];
      rules_.unions(*at(cell), sides);
      for (int direction = 0; direction < 4; ++direction) {
        const int other = grid_.neighbour(cell, direction);
        const Unit old = domains_[other];
        const Unit next = static_cast<Unit>(old & sides[direction]);
        if (next != old && !shrink(other, &next)) return false;
      }
      return true;
    } else {
      return wide_arcs(cell, all);
    }
  }

  // Where hardly a tile was removed, asking who lost a support beats summing up what the rest allows.
  bool wide_arcs(int cell, bool all) {
    const int words = layout_.size();
    const Unit* domain = at(cell);
    if (!all) {
      const Unit* before = &before_[static_cast<std::size_t>(cell) * words];
      for (int k = 0; k < words; ++k) removed_[k] = before[k] & ~domain[k];
      const int lost = layout_.count(removed_);
      if (rules_.matching() && lost <= few) {
        rules_.unsupported(domain, removed_, sides_);
        return without(cell, sides_);
      }
      if (lost <= words) return doubt(cell);
    }
    const Unit* sides = sides_;
    if (all) {
      remember(domain);
      sides = known_ + words;
    } else {
      const Unit* others[4];
      for (int direction = 0; direction < 4; ++direction) {
        others[direction] = at(grid_.neighbour(cell, direction));
      }
      rules_.cover(domain, others, sides_);
    }
    for (int direction = 0; direction < 4; ++direction, sides += words) {
      const int other = grid_.neighbour(cell, direction);
      const Unit* old = at(other);
      Unit lost = 0;
      for (int k = 0; k < words; ++k) {
        next_[k] = sides[k] & old[k];
        lost |= next_[k] ^ old[k];
      }
      if (lost && !shrink(other, next_)) return false;
    }
    return true;
  }

  // Takes what a cell allows no more out of its neighbours.
  bool without(int cell, const Unit* sides) {
    const int words = layout_.size();
    for (int direction = 0; direction < 4; ++direction, sides += words) {
      const int other = grid_.neighbour(cell, direction);
      const Unit* old = at(other);
      Unit lost = 0;
      for (int k = 0; k < words; ++k) {
        next_[k] = old[k] & ~sides[k];
        lost |= old[k] & sides[k];
      }
      if (lost && !shrink(other, next_)) return false;
    }
    return true;
  }

  // The same from the tiles that a cell has lost: who lost a support may have others.
  bool doubt(int cell) {
    const int words = layout_.size();
    const Unit* domain = at(cell);
    for (int direction = 0; direction < 4; ++direction) {
      const int other = grid_.neighbour(cell, direction);
      const Unit* old = at(other);
      layout_.clear(next_);
      layout_.each(removed_, [&](int tile) {
        const Unit* mask = rules_.mask(direction, tile);
        for (int k = 0; k < words; ++k) next_[k] |= mask[k];
      });
      Unit lost = 0;
      for (int k = 0; k < words; ++k) {
        Unit doubtful = next_[k] & old[k];
        next_[k] = old[k];
        for (; doubtful; doubtful &= doubtful - 1) {
          const int tile = 64 * k + lowest_bit(doubtful);
          if (!layout_.meets(rules_.mask(direction ^ 2, tile), domain)) {
            next_[k] &= ~(Unit{1} << (tile & 63));
            lost = 1;
          }
        }
      }
      if (lost && !shrink(other, next_)) return false;
    }
    return true;
  }

  // Keeps the four unions of a domain: fresh boards ask for the same ones again and again.
  void remember(const Unit* domain) {
    if (layout_.equal(domain, known_)) return;
    layout_.copy(known_, domain);
    rules_.unions(domain, known_ + layout_.size());
  }

  // A cell whose tiles all belong to a run may close it off at both ends, or make it too long.
  bool keep_runs(int cell) {
    for (const Run& run : runs_) {
      if (!layout_.inside(at(cell), run.tiles.data())) continue;
      for (int axis = 0; axis < 2; ++axis) {
        if (grid_.wraps(axis) && grid_.length(axis) <= run.length) continue;
        if (!keep_run(cell, run, axis + 1)) return false;
      }
    }
    return true;
  }

  bool keep_run(int cell, const Run& run, int forward) {
    int total = 1;
    const int back = follow(cell, forward ^ 2, run, total);
    const int front = follow(cell, forward, run, total);
    if (total > run.length) {
      fail(cell);
      return false;
    }
    close(back, forward ^ 2, run, total);
    close(front, forward, run, total);
    return true;
  }

  // Counts on while the cells belong to the run; gives the first that does not, or, once the run
  // is too long, any.
  int follow(int cell, int direction, const Run& run, int& total) {
    cell = grid_.neighbour(cell, direction);
    while (total <= run.length && layout_.inside(at(cell), run.tiles.data())) {
      ++total;
      cell = grid_.neighbour(cell, direction);
    }
    return cell;
  }

  void close(int end, int direction, const Run& run, int total) {
    if (!layout_.meets(at(end), run.tiles.data())) return;
    ++total;
    follow(end, direction, run, total);
    if (total <= run.length) return;
    for (int k = 0; k < layout_.size(); ++k) {
      next_[k] = static_cast<Unit>(at(end)[k] & ~run.tiles[k]);
    }
    shrink(end, next_);
  }

  Arena& arena_;
  const Rules<L>& rules_;
  L layout_;
  Grid grid_;
  Record* record_;
  void (*pause_)();
  std::uint32_t turns_ = 0;
  Unit* domains_;
  Unit* next_ = nullptr;     // what stays of a cell
  Unit* before_ = nullptr;   // wide: the domain when the cell was queued
  Unit* removed_ = nullptr;  // wide: what a cell has lost since
  Unit* sides_ = nullptr;    // wide: what a domain allows N, E, S, W
  Unit* known_ = nullptr;    // wide: a domain, and what it allows
  std::vector<Run> runs_;
  Pile<std::int32_t> trail_{};  // cells changed, at most once a step
  Pile<Unit> old_{};            // their domains before
  std::uint32_t step_ = 0;
  std::int32_t* queue_ = nullptr;
  std::size_t last_ = 0;  // length of the queue, a power of 2, less 1
  std::size_t head_ = 0;
  std::size_t waiting_ = 0;
  Mark* marks_;
  std::uint32_t* failures_;
  int stuck_ = 0;
};

}  // namespace levelgen
