// One line of runs: everything that its clue and the cells so far tell, in bit-parallel form.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"

namespace levelgen {

// A set of positions of a line.
template <int Words>
struct Positions {
  std::uint64_t word[Words];

  static Positions none() {
    Positions set;
    for (int k = 0; k < Words; ++k) set.word[k] = 0;
    return set;
  }
  static Positions one(int position) {
    Positions set = none();
    set.add(position);
    return set;
  }
  static Positions first(int count) {
    Positions set = none();
    for (int position = 0; position < count; ++position) set.add(position);
    return set;
  }

  void add(int position) { word[position >> 6] |= std::uint64_t{1} << (position & 63); }
  void drop(int position) { word[position >> 6] &= ~(std::uint64_t{1} << (position & 63)); }
  bool has(int position) const { return (word[position >> 6] >> (position & 63)) & 1; }
  bool any() const {
    std::uint64_t all = 0;
    for (int k = 0; k < Words; ++k) all |= word[k];
    return all != 0;
  }

  Positions operator&(const Positions& other) const {
    Positions set;
    for (int k = 0; k < Words; ++k) set.word[k] = word[k] & other.word[k];
    return set;
  }
  Positions operator|(const Positions& other) const {
    Positions set;
    for (int k = 0; k < Words; ++k) set.word[k] = word[k] | other.word[k];
    return set;
  }
  Positions without(const Positions& other) const {
    Positions set;
    for (int k = 0; k < Words; ++k) set.word[k] = word[k] & ~other.word[k];
    return set;
  }

  // Every position moved up by a number of cells below 64 * Words.
  Positions up(int cells) const {
    if constexpr (Words == 1) return {{word[0] << cells}};
    Positions set;
    const int whole = cells >> 6, part = cells & 63;
    for (int k = Words - 1; k >= 0; --k) {
      const std::uint64_t high = k >= whole ? word[k - whole] : 0;
      const std::uint64_t low = k > whole ? word[k - whole - 1] : 0;
      set.word[k] = part ? (high << part) | (low >> (64 - part)) : high;
    }
    return set;
  }
  Positions down(int cells) const {
    if constexpr (Words == 1) return {{word[0] >> cells}};
    Positions set;
    const int whole = cells >> 6, part = cells & 63;
    for (int k = 0; k < Words; ++k) {
      const std::uint64_t low = k + whole < Words ? word[k + whole] : 0;
      const std::uint64_t high = k + whole + 1 < Words ? word[k + whole + 1] : 0;
      set.word[k] = part ? (low >> part) | (high << (64 - part)) : low;
    }
    return set;
  }

  // All that is reached by going up from here over `blank` cells: the carries of an addition.
  Positions spread_up(const Positions& blank) const {
    Positions set;
    std::uint64_t carry = 0;
    for (int k = 0; k < Words; ++k) {
      const std::uint64_t sum = blank.word[k] + (word[k] & blank.word[k]);
      const std::uint64_t total = sum + carry;
      carry = (sum < blank.word[k]) | (total < sum);
      set.word[k] = word[k] | (total ^ blank.word[k]);
    }
    return set;
  }

  // All that is reached by going down over cells; level k of `blanks` holds the cells from which
  // 2^k cells on are blank.
  Positions spread_down(const std::vector<Positions>& blanks) const {
    if constexpr (Words == 1) {
      std::uint64_t set = word[0];
      int step = 1;
      for (const Positions& blank : blanks) {
        set |= (set >> step) & blank.word[0];
        step <<= 1;
      }
      return {{set}};
    }
    Positions set;
    bool carry = false;
    for (int k = Words - 1; k >= 0; --k) {
      std::uint64_t reach = word[k];
      std::uint64_t blank = blanks.front().word[k];
      if (carry) reach |= (blank >> 63) << 63;
      for (int step = 1; step < 64; step <<= 1) {
        reach |= (reach >> step) & blank;
        blank &= blank >> step;
      }
      set.word[k] = reach;
      carry = reach & 1;
    }
    return set;
  }

  // The cells of runs that start here.
  Positions covered(int length) const {
    Positions set = *this;
    for (int have = 1; have < length;) {
      const int step = have < length - have ? have : length - have;
      set = set | set.up(step);
      have += step;
    }
    return set;
  }

  template <class Visit>
  void each(Visit visit) const {
    for (int k = 0; k < Words; ++k) {
      for (std::uint64_t rest = word[k]; rest; rest &= rest - 1) visit(64 * k + lowest_bit(rest));
    }
  }
};

struct Run {
  int length;
  int color;
};

// The runs of a line, and the colours that they use with the longest run of each.
struct LineClue {
  int length = 0;
  std::vector<Run> runs;
  std::vector<Run> colors;
};

inline int level_of(int length) {
  int level = 0;
  while ((2 << level) <= length) ++level;
  return level;
}

// Scratch space of the line solver. `solve` narrows the sets of cells that may have each colour
// (0: blank) to those of some arrangement of the runs, and says whether there is one.
//
// Before each run stands the set of positions up to which the runs before it can fill the line;
// behind each run, the set from which those after it can. A run starts where both agree.
template <int Words>
class LineSolver {
 public:
  using Set = Positions<Words>;

  explicit LineSolver(int colors) : chains_(colors + 1), result_(colors + 1) {}

  const std::vector<Set>& result() const { return result_; }

  bool solve(const LineClue& clue, const Set* cells) {
    const int runs = static_cast<int>(clue.runs.size());
    const Set blank = cells[0];
    prefix_.resize(runs + 1);
    starts_.resize(runs);
    for (const Run& color : clue.colors) chain(color.color, cells[color.color], color.length);
    prefix_[0] = Set::one(0).spread_up(blank);
    for (int k = 0; k < runs; ++k) {
      const Run run = clue.runs[k];
      Set base = prefix_[k];
      if (k && clue.runs[k - 1].color == run.color) base = (base & blank).up(1);
      starts_[k] = base & fitting(run);
      if (!starts_[k].any()) return false;
      prefix_[k + 1] = starts_[k].up(run.length).spread_up(blank);
    }
    if (!prefix_[runs].has(clue.length)) return false;

    chain(0, blank, Words == 1 ? clue.length : 1);
    for (Set& set : result_) set = Set::none();
    Set suffix = Set::one(clue.length).spread_down(chains_[0]);
    Set& blanks = result_[0];
    for (int k = runs - 1; k >= 0; --k) {
      const Run run = clue.runs[k];
      const Set below = suffix.down(1) & blank;
      blanks = blanks | (prefix_[k + 1] & below);
      const bool gap = k + 1 < runs && clue.runs[k + 1].color == run.color;
      starts_[k] = starts_[k] & (gap ? below : suffix).down(run.length);
      result_[run.color] = result_[run.color] | starts_[k].covered(run.length);
      suffix = starts_[k].spread_down(chains_[0]);
    }
    blanks = blanks | (prefix_[0] & suffix.down(1) & blank);
    return true;
  }

 private:
  // Level k: the cells from which 2^k cells on may have the colour.
  void chain(int color, const Set& cells, int longest) {
    std::vector<Set>& levels = chains_[color];
    levels.clear();
    levels.push_back(cells);
    for (int step = 1; 2 * step <= longest; step *= 2) {
      const Set next = levels.back() & levels.back().down(step);
      if (color == 0 && !next.any()) break;
      levels.push_back(next);
    }
  }

  Set fitting(Run run) const {
    const int level = level_of(run.length);
    const Set& set = chains_[run.color][level];
    const int rest = run.length - (1 << level);
    return rest ? set & set.down(rest) : set;
  }

  std::vector<std::vector<Set>> chains_;
  std::vector<Set> prefix_;
  std::vector<Set> starts_;
  std::vector<Set> result_;
};

}  // namespace levelgen
