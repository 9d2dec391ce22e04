// Where objects may stand that must be near to or far from each other; as levelgen.engine.spacing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "board.hpp"
#include "plan.hpp"

namespace levelgen::construct {

class Spacing {
 public:
  Spacing(const Plan& plan, const Board& board) : board_(board), rules_(plan.kinds), blocked_(plan.kinds), extremes_(plan.kinds) {
    for (const Apart& apart : plan.apart) {
      rules_[apart.one].push_back({apart.two, apart.low, apart.high});
      if (apart.one != apart.two) rules_[apart.two].push_back({apart.one, apart.low, apart.high});
    }
  }

  bool clear(int kind, int cell) const {
    if (!blocked_[kind].empty() && blocked_[kind][cell]) return false;
    const int up = cell / board_.cols + cell % board_.cols, down = cell / board_.cols - cell % board_.cols;
    for (const Rule& rule : rules_[kind]) {
      const Extremes& seen = extremes_[rule.other];
      if (rule.high < 0 || !seen.any) continue;
      const int farthest = std::max({up - seen.least, seen.most - up, down - seen.left, seen.right - down});
      if (farthest > rule.high) return false;
    }
    return true;
  }

  void put(int kind, int cell) {
    const int row = cell / board_.cols, col = cell % board_.cols;
    const int up = row + col, down = row - col;
    Extremes& seen = extremes_[kind];
    if (!seen.any) seen = {true, up, up, down, down};
    seen = {true, std::min(seen.least, up), std::max(seen.most, up), std::min(seen.left, down), std::max(seen.right, down)};
    for (const Rule& rule : rules_[kind]) {
      if (rule.low > 0) block(blocked_[rule.other], row, col, rule.low - 1);
    }
  }

  bool fits(int kind, int cell, int other, int at) const {
    const int cols = board_.cols;
    const std::int64_t steps = std::abs(cell / cols - at / cols) + std::abs(cell % cols - at % cols);
    for (const Rule& rule : rules_[kind]) {
      if (rule.other == other && (steps < rule.low || (rule.high >= 0 && steps > rule.high))) return false;
    }
    return true;
  }

 private:
  struct Rule {
    int other;
    std::int64_t low, high;
  };
  struct Extremes {
    bool any = false;
    int least = 0, most = 0, left = 0, right = 0;
  };

  void block(Mask& blocked, int row, int col, std::int64_t radius) {
    blocked.resize(board_.cells, 0);
    const std::int64_t most = static_cast<std::int64_t>(board_.rows) + board_.cols;
    const int reach = static_cast<int>(std::min(radius, most));
    for (int line = std::max(0, row - reach); line < std::min(board_.rows, row + reach + 1); ++line) {
      const int wide = reach - std::abs(line - row);
      const int first = std::max(0, col - wide), end = std::min(board_.cols, col + wide + 1);
      std::fill(blocked.begin() + line * board_.cols + first, blocked.begin() + line * board_.cols + end, 1);
    }
  }

  const Board& board_;
  std::vector<std::vector<Rule>> rules_;
  std::vector<Mask> blocked_;
  std::vector<Extremes> extremes_;
};

}  // namespace levelgen::construct
