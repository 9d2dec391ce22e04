// Runs of cells along rows and columns, over joined edges too; equal to levelgen.engine.runs.
#pragma once

#include <cstdint>

#include "board.hpp"

namespace levelgen::construct {

// Whether more than `most` cells in a row hold, a cell that counts as one among them.
template <class Holds>
bool too_long(const Board& board, int cell, std::int64_t most, Holds holds) {
  for (const int direction : {1, 2}) {
    std::int64_t length = 1;
    for (const int way : {direction, direction ^ 2}) {
      int other = board.neighbour(cell, way);
      while (other >= 0 && other != cell && length <= most && holds(other)) {
        ++length;
        other = board.neighbour(other, way);
      }
      // Once round a joined line: the other way meets the same cells.
      if (other == cell) break;
    }
    if (length > most) return true;
  }
  return false;
}

}  // namespace levelgen::construct
