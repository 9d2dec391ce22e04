// The board of the constructor; equal to levelgen.engine.board.Board.
#pragma once

#include <cstdint>
#include <vector>

namespace levelgen::construct {

using Mask = std::vector<std::uint8_t>;    // a flag per cell
using Cells = std::vector<std::int32_t>;   // a list of cells, or a number per cell

struct Board {
  Board(int row_count, int col_count, bool joined_rows, bool joined_cols, const std::uint8_t* exists)
      : rows(row_count), cols(col_count), cells(rows * cols), wrap_rows(joined_rows), wrap_cols(joined_cols) {
    static constexpr int around[8][2] = {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}};
    neighbours.resize(4 * static_cast<std::size_t>(cells));
    ring.resize(8 * static_cast<std::size_t>(cells));
    existing.reserve(cells);
    for (int row = 0, cell = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col, ++cell) {
        if (!exists || exists[cell]) existing.push_back(cell);
        for (int place = 0; place < 8; ++place) {
          const int other = at(cell, row + around[place][0], col + around[place][1], exists);
          ring[8 * static_cast<std::size_t>(cell) + place] = other;
          if (place % 2 == 0) neighbours[4 * static_cast<std::size_t>(cell) + place / 2] = other;
        }
      }
    }
  }

  int neighbour(int cell, int direction) const {
    return neighbours[4 * static_cast<std::size_t>(cell) + direction];
  }
  int around(int cell, int place) const { return ring[8 * static_cast<std::size_t>(cell) + place]; }

  // Visits the existing neighbours N, E, S, W.
  template <class Visit>
  void near(int cell, Visit visit) const {
    const std::int32_t* const four = &neighbours[4 * static_cast<std::size_t>(cell)];
    for (int direction = 0; direction < 4; ++direction) {
      if (four[direction] >= 0) visit(four[direction]);
    }
  }

  int rows;
  int cols;
  int cells;
  bool wrap_rows;
  bool wrap_cols;
  std::vector<std::int32_t> neighbours;  // N, E, S, W of each cell, -1 where there is none
  std::vector<std::int32_t> ring;        // the eight cells around, clockwise from N
  Cells existing;

 private:
  int at(int cell, int row, int col, const std::uint8_t* exists) const {
    if (wrap_rows) row = (row + rows) % rows;
    if (wrap_cols) col = (col + cols) % cols;
    if (row < 0 || row >= rows || col < 0 || col >= cols) return -1;
    const int other = row * cols + col;
    if (exists && (!exists[cell] || !exists[other])) return -1;
    return other == cell ? -1 : other;
  }
};

}  // namespace levelgen::construct
