// Finds cells that a region can lose, in random order; equal to levelgen.engine.peeling.
#pragma once

#include "board.hpp"
#include "draws.hpp"
#include "regions.hpp"

namespace levelgen::construct {

class Peeling {
 public:
  Peeling(const Board& board, const Mask& inside, const Mask& may_close, const Mask& easy, Draws& draws)
      : board_(board), inside_(inside), may_close_(may_close), easy_(easy), draws_(draws), waiting_(board.cells, 0) {
    for (const int cell : board.existing) put(cell);
  }

  void put(int cell) {
    if (cell < 0 || !inside_[cell] || !may_close_[cell] || waiting_[cell]) return;
    waiting_[cell] = 1;
    (easy_[cell] ? gentle_ : rough_).push_back(cell);
  }

  void look_around(int cell) {
    for (int place = 0; place < 8; ++place) put(board_.around(cell, place));
  }

  // A cell whose closing keeps the region in one piece, neither of the two kept ones; -1 if none.
  int next(int kept, int kept_too) {
    while (!gentle_.empty() || !rough_.empty()) {
      const bool gentle = !gentle_.empty();
      const int cell = draws_.taken(gentle ? gentle_ : rough_);
      waiting_[cell] = 0;
      if (gentle && is_inner(cell)) {
        rough_.push_back(cell);
      } else if (inside_[cell] && cell != kept && cell != kept_too && is_simple(board_, inside_, cell)) {
        return cell;
      }
    }
    return -1;
  }

 private:
  bool is_inner(int cell) const {
    bool inner = true;
    board_.near(cell, [&](int other) { inner = inner && inside_[other]; });
    return inner;
  }

  const Board& board_;
  const Mask& inside_;
  const Mask& may_close_;
  const Mask& easy_;
  Draws& draws_;
  Mask waiting_;
  Cells gentle_, rough_;
};

}  // namespace levelgen::construct
