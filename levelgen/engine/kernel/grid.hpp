// The grid with a frame of cells that do not exist, so that no neighbour needs a bounds check.
#pragma once

#include <algorithm>
#include <cstdint>

#include "arena.hpp"

namespace levelgen {

// Directions in the order N, E, S, W; the opposite of d is d ^ 2.
class Grid {
 public:
  Grid(Arena& arena, int rows, int cols, bool wrap_rows, bool wrap_cols, const std::uint8_t* exists)
      : rows_(rows),
        cols_(cols),
        stride_(cols + 2),
        wrap_rows_(wrap_rows),
        wrap_cols_(wrap_cols),
        steps_{-stride_, 1, stride_, -1},
        slots_(static_cast<std::size_t>(rows + 2) * stride_),
        present_(arena.take<std::uint8_t>(slots_, 0)) {
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        if (!exists || exists[static_cast<std::size_t>(row) * cols + col]) {
          present_[at(row, col)] = 1;
          ++existing_;
        }
      }
    }
    if (wrap_rows || wrap_cols) link(arena);
  }

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int existing() const { return existing_; }
  bool wraps(int axis) const { return axis ? wrap_rows_ : wrap_cols_; }
  // Length of the lines along an axis: 0 runs east, 1 runs south.
  int length(int axis) const { return axis ? rows_ : cols_; }
  std::size_t slots() const { return slots_; }
  int at(int row, int col) const { return (row + 1) * stride_ + col + 1; }
  // The flat number, row by row, that the world outside knows a cell by.
  int number(int cell) const { return (cell / stride_ - 1) * cols_ + cell % stride_ - 1; }
  int cell(int number) const { return at(number / cols_, number % cols_); }
  bool exists(int cell) const { return present_[cell]; }

  int neighbour(int cell, int direction) const {
    return links_ ? links_[4 * cell + direction] : cell + steps_[direction];
  }

  template <class Visit>
  void each(Visit visit) const {
    for (int row = 0; row < rows_; ++row) {
      for (int cell = at(row, 0), end = cell + cols_; cell < end; ++cell) {
        if (present_[cell]) visit(cell);
      }
    }
  }

  // Visits the existing cells at most `radius` rows and columns away; on an axis that wraps, every
  // cell once. From the top left of the window, row by row.
  template <class Visit>
  void window(int centre, int radius, Visit visit) const {
    const int row = centre / stride_ - 1, col = centre % stride_ - 1;
    const Span down = span(row, radius, rows_, wrap_rows_);
    const Span right = span(col, radius, cols_, wrap_cols_);
    for (int r = 0; r < down.count; ++r) {
      const int base = at((down.first + r) % rows_, 0);
      for (int c = 0; c < right.count; ++c) {
        const int cell = base + (right.first + c) % cols_;
        if (present_[cell]) visit(cell);
      }
    }
  }

  // Leads straight from a window to the nearest cell beyond it that `ends` accepts or that is off
  // the board; visits a cell every `stride` rows or columns, from the edge of the window on.
  template <class Ends, class Visit>
  void way_out(int centre, int radius, int stride, Ends ends, Visit visit) const {
    const int row = centre / stride_ - 1, col = centre % stride_ - 1;
    for (int far = radius + 1; far <= std::max(rows_, cols_); ++far) {
      for (int down = -far; down <= far; ++down) {
        const bool whole_line = down == -far || down == far;
        for (int right = -far; right <= far; right += whole_line ? 1 : 2 * far) {
          const int end = place(row + down, col + right);
          if (end >= 0 && !ends(end)) continue;
          for (int passed = radius; passed < far; passed += stride) {
            const int cell = place(row + down * passed / far, col + right * passed / far);
            if (cell >= 0) visit(cell);
          }
          return;
        }
      }
    }
  }

 private:
  // The cell of a row and column that may be off the board: wrapped, or else -1.
  int place(int row, int col) const {
    if (wrap_rows_) row = (row % rows_ + rows_) % rows_;
    if (wrap_cols_) col = (col % cols_ + cols_) % cols_;
    return row < 0 || row >= rows_ || col < 0 || col >= cols_ ? -1 : at(row, col);
  }

  struct Span {
    int first;
    int count;
  };

  static Span span(int middle, int radius, int length, bool wraps) {
    if (wraps) {
      if (2 * radius + 1 >= length) return {0, length};
      return {(middle - radius + length) % length, 2 * radius + 1};
    }
    const int first = std::max(0, middle - radius);
    return {first, std::min(length - 1, middle + radius) - first + 1};
  }

  void link(Arena& arena) {
    links_ = arena.take<std::int32_t>(4 * slots_, 0);
    each([this](int cell) {
      const int row = cell / stride_ - 1, col = cell % stride_ - 1;
      for (int direction = 0; direction < 4; ++direction) {
        int r = row + (direction == 2) - (direction == 0);
        int c = col + (direction == 1) - (direction == 3);
        if (wrap_rows_) r = (r + rows_) % rows_;
        if (wrap_cols_) c = (c + cols_) % cols_;
        // A line of one cell is its own neighbour: a rule about single tiles, applied at the root.
        links_[4 * cell + direction] = at(r, c) == cell ? 0 : at(r, c);
      }
    });
  }

  int rows_;
  int cols_;
  int stride_;
  bool wrap_rows_;
  bool wrap_cols_;
  int existing_ = 0;
  int steps_[4];
  std::size_t slots_;
  std::uint8_t* present_;
  std::int32_t* links_ = nullptr;  // only where an axis wraps
};

}  // namespace levelgen
