#include "crossing.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace levelgen {
namespace {

template <int Words>
class Board final : public Crossing {
  using Set = Positions<Words>;
  using Clock = std::chrono::steady_clock;

 public:
  Board(int colors, const std::vector<std::vector<Run>>& rows,
        const std::vector<std::vector<Run>>& cols)
      : colors_(colors), rows_(static_cast<int>(rows.size())), cols_(static_cast<int>(cols.size())) {
    for (const auto& runs : rows) clues_.push_back(clue(runs, cols_));
    for (const auto& runs : cols) clues_.push_back(clue(runs, rows_));
  }

  Worked narrow(const std::uint64_t* domains, int depth, std::int64_t budget,
                bool record) const override {
    Work work(*this, budget);
    State state = work.begin(domains);
    if (record) work.steps = &work.worked.steps;
    bool fine = work.propagate(state);
    work.steps = nullptr;
    const int line = fine ? -1 : work.worked.line;
    if (fine && depth > 0) fine = work.deepen(state, depth);
    work.worked.contradiction = !fine;
    work.worked.line = line;
    work.finish(state);
    return std::move(work.worked);
  }

  Worked search(const std::uint64_t* domains, std::int64_t limit, std::int64_t budget,
                double seconds) const override {
    Work work(*this, budget);
    work.limit = limit;
    work.timed = seconds > 0;
    if (work.timed) {
      work.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::min(seconds, 1e6)));
    }
    State state = work.begin(domains);
    int line = -1;
    if (work.propagate(state)) work.explore(state);
    else line = work.worked.line;
    work.worked.line = line;
    return std::move(work.worked);
  }

 private:
  struct State {
    std::vector<Set> sets;  // [line * (colours + 1) + colour]: the cells that may have it
    std::int64_t pairs = 0;  // of a cell and a colour that it may have
  };

  struct Choice {
    int row = -1, col = -1, color = -1;
    std::int64_t gain = -1;
  };

  LineClue clue(const std::vector<Run>& runs, int length) const {
    LineClue made;
    made.length = length;
    made.runs = runs;
    for (const Run& run : runs) {
      auto known = std::find_if(made.colors.begin(), made.colors.end(),
                                [&](const Run& other) { return other.color == run.color; });
      if (known == made.colors.end()) made.colors.push_back({run.length, run.color});
      else known->length = std::max(known->length, run.length);
    }
    return made;
  }

  // One piece of work on a board: its scratch space, limits and counts.
  class Work {
   public:
    Work(const Board& board, std::int64_t budget)
        : board_(board), colors_(board.colors_ + 1), rows_(board.rows_), cols_(board.cols_),
          budget_(budget), solver_(board.colors_),
          dirty_{std::vector<char>(board.rows_, 0), std::vector<char>(board.cols_, 0)} {}

    Worked worked;
    std::int64_t limit = 0;
    bool timed = false;
    Clock::time_point deadline;
    std::vector<std::int32_t>* steps = nullptr;

    State begin(const std::uint64_t* domains) {
      State state;
      state.sets.assign(static_cast<std::size_t>(rows_ + cols_) * colors_, Set::none());
      for (int row = 0; row < rows_; ++row) {
        for (int col = 0; col < cols_; ++col) {
          const std::uint64_t domain = domains[static_cast<std::size_t>(row) * cols_ + col];
          for (int color = 0; color < colors_; ++color) {
            if (!(domain >> color & 1)) continue;
            at(state, row, color).add(col);
            at(state, rows_ + col, color).add(row);
            ++state.pairs;
          }
        }
      }
      for (int side = 0; side < 2; ++side) {
        std::fill(dirty_[side].begin(), dirty_[side].end(), 1);
        waiting_[side] = static_cast<int>(dirty_[side].size());
      }
      return state;
    }

    void finish(const State& state) {
      worked.domains.assign(static_cast<std::size_t>(rows_) * cols_, 0);
      for (int row = 0; row < rows_; ++row) {
        for (int color = 0; color < colors_; ++color) {
          at(state, row, color).each([&](int col) {
            worked.domains[static_cast<std::size_t>(row) * cols_ + col] |= std::uint64_t{1} << color;
          });
        }
      }
    }

    // Works all dirty lines to the fixpoint; false on a contradiction, which `worked` names.
    bool propagate(State& state) {
      while (waiting_[0] || waiting_[1]) {
        for (int side = 0; side < 2; ++side) {
          if (!waiting_[side]) continue;
          ++worked.effort.sweeps;
          std::vector<char>& dirty = dirty_[side];
          waiting_[side] = 0;
          for (std::size_t line = 0; line < dirty.size(); ++line) {
            if (!dirty[line]) continue;
            dirty[line] = 0;
            if (!work(state, side, static_cast<int>(line))) {
              for (int other = 0; other < 2; ++other) {
                std::fill(dirty_[other].begin(), dirty_[other].end(), 0);
                waiting_[other] = 0;
              }
              return false;
            }
          }
        }
      }
      return true;
    }

    // Tries every colour of every open cell, and takes those away that lead to a contradiction,
    // until none does. Propagation inside a try goes `depth` - 1 deep itself.
    bool deepen(State& state, int depth) {
      Choice best;
      bool again = true;
      while (again) {
        if (!pass(state, depth, best, again)) return false;
        if (!worked.complete) return true;
      }
      return true;
    }

    void explore(State& state) {
      for (;;) {
        if (!solved(state)) {
          Choice best;
          bool again = true;
          while (again && !solved(state)) {
            best = Choice();
            if (!pass(state, 1, best, again)) return;
            if (!worked.complete) return;
          }
          if (!solved(state)) {
            ++worked.effort.branches;
            {
              State child = state;
              only(child, best.row, best.col, best.color);
              if (propagate(child)) explore(child);
            }
            if (!worked.complete) return;
            take(state, best.row, best.col, best.color);
            if (!propagate(state)) {
              ++worked.effort.conflicts;
              return;
            }
            continue;
          }
        }
        emit(state);
        return;
      }
    }

   private:
    bool late() const {
      return timed && worked.effort.probes % 16 == 0 && Clock::now() >= deadline;
    }

    Set& at(State& state, int line, int color) const {
      return state.sets[static_cast<std::size_t>(line) * colors_ + color];
    }
    const Set& at(const State& state, int line, int color) const {
      return state.sets[static_cast<std::size_t>(line) * colors_ + color];
    }

    bool solved(const State& state) const {
      return state.pairs == static_cast<std::int64_t>(rows_) * cols_;
    }

    int many(const State& state, int row, int col) const {
      int found = 0;
      for (int color = 0; color < colors_; ++color) found += at(state, row, color).has(col);
      return found;
    }

    void soil(int side, int line) {
      char& dirty = dirty_[side][line];
      waiting_[side] += !dirty;
      dirty = 1;
    }

    void take(State& state, int row, int col, int color) {
      if (!at(state, row, color).has(col)) return;
      at(state, row, color).drop(col);
      at(state, rows_ + col, color).drop(row);
      --state.pairs;
      soil(0, row);
      soil(1, col);
    }

    void only(State& state, int row, int col, int color) {
      for (int other = 0; other < colors_; ++other) {
        if (other != color) take(state, row, col, other);
      }
    }

    bool work(State& state, int side, int line) {
      ++worked.effort.lines;
      const int number = side ? rows_ + line : line;
      Set* const cells = &at(state, number, 0);
      if (!solver_.solve(board_.clues_[number], cells)) {
        worked.line = number;
        return false;
      }
      const int across = side ? 0 : rows_;
      Set changed = Set::none();
      for (int color = 0; color < colors_; ++color) {
        const Set gone = cells[color].without(solver_.result()[color]);
        if (!gone.any()) continue;
        cells[color] = solver_.result()[color];
        changed = changed | gone;
        gone.each([&](int position) {
          at(state, across + position, color).drop(line);
          soil(1 - side, position);
          --state.pairs;
        });
      }
      if (steps && changed.any()) note(cells, side, line, changed);
      return true;
    }

    void note(const Set* cells, int side, int line, const Set& changed) {
      const std::size_t head = steps->size();
      steps->insert(steps->end(), {side, line, static_cast<std::int32_t>(worked.effort.sweeps), 0});
      changed.each([&](int position) {
        int found = 0, last = 0;
        for (int color = 0; color < colors_; ++color) {
          if (cells[color].has(position)) {
            ++found;
            last = color;
          }
        }
        if (found == 1) {
          steps->insert(steps->end(), {position, last});
          ++(*steps)[head + 3];
        }
      });
      if (!(*steps)[head + 3]) steps->resize(head);
    }

    // Open cells, those with the most known neighbours first.
    void order(const State& state, std::vector<int>& cells) const {
      std::vector<char> known(static_cast<std::size_t>(rows_) * cols_);
      for (int row = 0; row < rows_; ++row) {
        for (int col = 0; col < cols_; ++col) known[row * cols_ + col] = many(state, row, col) == 1;
      }
      std::vector<int> groups[5];
      for (int row = 0; row < rows_; ++row) {
        for (int col = 0; col < cols_; ++col) {
          const int cell = row * cols_ + col;
          if (known[cell]) continue;
          const int near = (row == 0 || known[cell - cols_]) + (row + 1 == rows_ || known[cell + cols_]) +
                           (col == 0 || known[cell - 1]) + (col + 1 == cols_ || known[cell + 1]);
          groups[4 - near].push_back(cell);
        }
      }
      cells.clear();
      for (const auto& group : groups) cells.insert(cells.end(), group.begin(), group.end());
    }

    bool pass(State& state, int depth, Choice& best, bool& again) {
      again = false;
      std::vector<int> cells;
      order(state, cells);
      // A colour that another try implied cannot fail: it implies no more than that try did.
      std::vector<std::uint64_t> implied(static_cast<std::size_t>(rows_) * cols_, 0);
      State child;
      for (const int cell : cells) {
        const int row = cell / cols_, col = cell % cols_;
        for (int color = 0; color < colors_; ++color) {
          if (!at(state, row, color).has(col) || implied[cell] >> color & 1) continue;
          if (many(state, row, col) == 1) break;
          if (worked.effort.lines >= budget_ || late()) {
            worked.complete = false;
            return true;
          }
          ++worked.effort.probes;
          child = state;
          only(child, row, col, color);
          const bool fine = propagate(child) && (depth == 1 || deepen(child, depth - 1));
          if (!worked.complete) return true;
          if (!fine) {
            ++worked.effort.conflicts;
            again = true;
            take(state, row, col, color);
            if (!propagate(state)) return false;
            continue;
          }
          const std::int64_t gain = state.pairs - child.pairs;
          if (gain > best.gain) best = {row, col, color, gain};
          if (limit && solved(child)) {
            // Nothing collapses more.
            best = {row, col, color, gain};
            again = false;
            return true;
          }
          for (int line = 0; line < rows_; ++line) mark(state, child, line, implied);
        }
      }
      return true;
    }

    // Marks the cells of a row that have one colour in the child and more in its parent.
    void mark(const State& state, const State& child, int row,
              std::vector<std::uint64_t>& implied) const {
      Set once = Set::none(), twice = Set::none(), changed = Set::none();
      for (int color = 0; color < colors_; ++color) {
        const Set& cells = at(child, row, color);
        twice = twice | (once & cells);
        once = once | cells;
        changed = changed | at(state, row, color).without(cells);
      }
      const Set fresh = changed.without(twice);
      if (!fresh.any()) return;
      for (int color = 0; color < colors_; ++color) {
        (at(child, row, color) & fresh).each([&](int col) {
          implied[row * cols_ + col] |= std::uint64_t{1} << color;
        });
      }
    }

    void emit(const State& state) {
      const std::size_t start = worked.solutions.size();
      worked.solutions.resize(start + static_cast<std::size_t>(rows_) * cols_);
      for (int row = 0; row < rows_; ++row) {
        for (int color = 0; color < colors_; ++color) {
          at(state, row, color).each([&](int col) {
            worked.solutions[start + static_cast<std::size_t>(row) * cols_ + col] =
                static_cast<std::int16_t>(color);
          });
        }
      }
      if (worked.solutions.size() >= static_cast<std::size_t>(limit) * rows_ * cols_) {
        worked.complete = false;
      }
    }

    const Board& board_;
    const int colors_, rows_, cols_;
    const std::int64_t budget_;
    LineSolver<Words> solver_;
    std::vector<char> dirty_[2];
    int waiting_[2] = {0, 0};
  };

  const int colors_, rows_, cols_;
  std::vector<LineClue> clues_;
};

}  // namespace

std::unique_ptr<Crossing> make_crossing(int colors, const std::vector<std::vector<Run>>& rows,
                                        const std::vector<std::vector<Run>>& cols) {
  const std::size_t longest = std::max(rows.size(), cols.size());
  // Positions are 0 .. length: one more than there are cells.
  if (longest < 64) return std::make_unique<Board<1>>(colors, rows, cols);
  if (longest < 2 * 64) return std::make_unique<Board<2>>(colors, rows, cols);
  if (longest < 4 * 64) return std::make_unique<Board<4>>(colors, rows, cols);
  if (longest < 16 * 64) return std::make_unique<Board<16>>(colors, rows, cols);
  if (longest < 72 * 64) return std::make_unique<Board<72>>(colors, rows, cols);
  throw std::invalid_argument("the board is too large");
}

}  // namespace levelgen
