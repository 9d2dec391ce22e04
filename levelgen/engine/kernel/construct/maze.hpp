// A winding path for levels whose way must be long; equal to levelgen.engine.maze.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.hpp"
#include "draws.hpp"
#include "regions.hpp"

namespace levelgen::construct {

// The cells of a spanning tree of every second cell reachable from the root.
inline Mask maze(const Board& board, const Mask& free, int root, Draws& draws) {
  Mask tree(board.cells, 0);
  tree[root] = 1;
  Cells stack{root};
  std::vector<std::pair<std::int32_t, std::int32_t>> steps;
  while (!stack.empty()) {
    steps.clear();
    for (int direction = 0; direction < 4; ++direction) {
      const int middle = board.neighbour(stack.back(), direction);
      if (middle < 0) continue;
      const int beyond = board.neighbour(middle, direction);
      if (beyond >= 0 && !tree[beyond] && free[middle] && free[beyond]) steps.push_back({middle, beyond});
    }
    if (steps.empty()) {
      stack.pop_back();
      continue;
    }
    const auto [middle, beyond] = draws.choice(steps);
    tree[middle] = tree[beyond] = 1;
    stack.push_back(beyond);
  }
  return tree;
}

// Follows falling distances to their source.
inline Cells way_back(const Board& board, const Cells& moves, int cell) {
  Cells path{cell};
  while (moves[path.back()]) {
    const std::int32_t closer = moves[path.back()] - 1;
    int next = -1;
    board.near(path.back(), [&](int other) {
      if (next < 0 && moves[other] == closer) next = other;
    });
    path.push_back(next);
  }
  return path;
}

// What a winding path has to be like.
struct WindingDemand {
  const Mask& ends;
  int start, exit;  // -1: any of the ends
  std::int64_t low, high;

  bool holds(std::int64_t moves) const { return low <= moves && moves <= high; }
};

// Draws mazes around a fixed end until one has a fit way to the other end.
inline Cells path_between(const Board& board, const Mask& free, const WindingDemand& demand, Draws& draws) {
  constexpr int maze_tries = 16;
  const int anchor = demand.start >= 0 ? demand.start : demand.exit;
  const int other = demand.start >= 0 ? demand.exit : -1;
  for (int attempt = 0; attempt < maze_tries && free[anchor]; ++attempt) {
    Mask tree = maze(board, free, anchor, draws);
    // It may lie beside the maze; the shortest way to it still has no short cut.
    if (other >= 0) tree[other] = 1;
    const Cells moves = distances(board, tree, anchor);
    Cells fits;
    for (const int cell : other < 0 ? board.existing : Cells{other}) {
      if (tree[cell] && demand.ends[cell] && demand.holds(moves[cell])) fits.push_back(cell);
    }
    if (fits.empty()) continue;
    Cells path = way_back(board, moves, draws.choice(fits));
    if (anchor != demand.start) std::reverse(path.begin(), path.end());
    return path;
  }
  return {};
}

// Cuts a path from a random way through all of every second cell, mixed by backbite moves; empty
// where a cell of it is not free.
inline Cells piece_of_tour(const Board& board, const Mask& free, const WindingDemand& demand, int down, int right,
                           Draws& draws) {
  constexpr std::int64_t bites = 8, most_bites = 4096;
  constexpr int pair_tries = 8;
  constexpr int steps[4][2] = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};
  const int tall = (board.rows - down + 1) / 2, wide = (board.cols - right + 1) / 2;
  const std::int64_t nodes = static_cast<std::int64_t>(tall) * wide;
  if (board.wrap_rows || board.wrap_cols || 2 * (nodes - 1) < demand.low) return {};
  const auto cell_of = [&](int node) {
    return (down + node / wide * 2) * board.cols + right + node % wide * 2;
  };
  Cells order;
  for (int row = 0; row < tall; ++row) {
    for (int col = 0; col < wide; ++col) order.push_back(row * wide + (row % 2 ? wide - 1 - col : col));
  }
  for (std::int64_t left = std::min(bites * nodes, most_bites); left; --left) {
    if (draws.below(2)) std::reverse(order.begin(), order.end());
    const auto [south, east] = steps[draws.below(4)];
    const int row = order.back() / wide + south, col = order.back() % wide + east;
    if (row < 0 || row >= tall || col < 0 || col >= wide) continue;
    const auto after = std::find(order.begin(), order.end(), row * wide + col) + 1;
    std::reverse(after, order.end());
  }
  Cells path{cell_of(order.front())};
  for (std::size_t index = 1; index < order.size(); ++index) {
    const int cell = cell_of(order[index]);
    path.push_back((path.back() + cell) / 2);
    path.push_back(cell);
  }
  for (const int cell : path) {
    if (!free[cell]) return {};
  }
  const auto size = static_cast<std::int64_t>(path.size());
  for (int attempt = 0; attempt < pair_tries; ++attempt) {
    const std::int64_t moves = draws.between(demand.low, std::min(demand.high, size - 1));
    const auto first = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(size - moves)));
    if (demand.ends[path[first]] && demand.ends[path[first + moves]]) {
      return Cells(path.begin() + first, path.begin() + first + moves + 1);
    }
  }
  return {};
}

// A path from exit to start that never touches itself; empty when none came.
inline Cells winding_path(const Board& board, const Mask& may_open, const WindingDemand& demand, Draws& draws) {
  constexpr int pair_tries = 8;
  const int rows = board.rows, cols = board.cols;
  const int tall = rows - (board.wrap_rows && rows > 1 && rows % 2 ? 1 : 0);
  const int wide = cols - (board.wrap_cols && cols > 1 && cols % 2 ? 1 : 0);
  Mask free(board.cells, 0);
  for (const int cell : board.existing) free[cell] = may_open[cell] && cell / cols < tall && cell % cols < wide;
  if (demand.start >= 0 || demand.exit >= 0) return path_between(board, free, demand, draws);
  const int down = static_cast<int>(draws.below(rows < 2 ? 1 : 2));
  const int right = static_cast<int>(draws.below(cols < 2 ? 1 : 2));
  Cells nodes, candidates, fits;
  for (const int cell : board.existing) {
    if (free[cell] && cell / cols % 2 == down && cell % cols % 2 == right) nodes.push_back(cell);
  }
  if (nodes.empty()) return {};
  const Mask tree = maze(board, free, draws.choice(nodes), draws);
  for (const int cell : board.existing) {
    if (tree[cell] && demand.ends[cell]) candidates.push_back(cell);
  }
  for (int attempt = 0; attempt < pair_tries && !candidates.empty(); ++attempt) {
    const Cells moves = distances(board, tree, draws.choice(candidates));
    fits.clear();
    for (const int cell : candidates) {
      if (demand.holds(moves[cell])) fits.push_back(cell);
    }
    if (!fits.empty()) return way_back(board, moves, draws.choice(fits));
  }
  return piece_of_tour(board, free, demand, down, right, draws);
}

}  // namespace levelgen::construct
