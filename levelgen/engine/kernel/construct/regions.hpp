// Regions of open cells; equal to levelgen.engine.regions, where the reasons are told.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.hpp"

namespace levelgen::construct {

constexpr std::int32_t unreached = 1 << 30;

constexpr bool one_run(int pattern) {
  if (pattern == 255) return true;
  int runs = 0;
  for (int first = 0; first < 8; ++first) {
    if (!(pattern >> first & 1) || (pattern >> ((first + 7) % 8) & 1)) continue;
    bool touches = false;
    for (int place = first; pattern >> (place % 8) & 1; ++place) touches = touches || place % 2 == 0;
    runs += touches;
  }
  return runs == 1;
}

struct SimplePatterns {
  constexpr SimplePatterns() : simple() {
    for (int pattern = 0; pattern < 256; ++pattern) simple[pattern] = one_run(pattern);
  }
  bool simple[256];
};

// Whether closing an open cell certainly keeps its region in one piece (Rosenfeld 1970).
inline bool is_simple(const Board& board, const Mask& inside, int cell) {
  static constexpr SimplePatterns patterns;
  const std::int32_t* const ring = &board.ring[8 * static_cast<std::size_t>(cell)];
  int pattern = 0;
  for (int place = 0; place < 8; ++place) {
    if (ring[place] >= 0 && inside[ring[place]]) pattern |= 1 << place;
  }
  return patterns.simple[pattern];
}

inline std::vector<Cells> components(const Board& board, const Mask& inside) {
  Mask unseen = inside;
  std::vector<Cells> found;
  for (int first = 0; first < board.cells; ++first) {
    if (!unseen[first]) continue;
    unseen[first] = 0;
    Cells region{first};
    for (std::size_t next = 0; next < region.size(); ++next) {
      board.near(region[next], [&](int other) {
        if (!unseen[other]) return;
        unseen[other] = 0;
        region.push_back(other);
      });
    }
    found.push_back(std::move(region));
  }
  return found;
}

// Moves from a cell to every open cell, `unreached` elsewhere.
inline Cells distances(const Board& board, const Mask& inside, int source) {
  Cells moves(board.cells, unreached);
  Cells queue;
  queue.reserve(board.cells);
  moves[source] = 0;
  queue.push_back(source);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::int32_t step = moves[queue[next]] + 1;
    board.near(queue[next], [&](int other) {
      if (!inside[other] || moves[other] != unreached) return;
      moves[other] = step;
      queue.push_back(other);
    });
  }
  return moves;
}

// The biconnected block of each open cell, -1 for closed and for cut cells (Hopcroft, Tarjan 1973).
inline Cells blocks(const Board& board, const Mask& inside) {
  struct Frame {
    std::int32_t cell;
    std::int32_t direction;
  };
  Cells order(board.cells, 0), low(board.cells, 0), parent(board.cells, -1), home(board.cells, -1);
  Cells cut, path;
  std::vector<Frame> stack;
  std::int32_t found = 0, clock = 0;
  for (int root = 0; root < board.cells; ++root) {
    if (!inside[root] || order[root]) continue;
    order[root] = low[root] = ++clock;
    int children = 0;
    stack.push_back({root, 0});
    while (!stack.empty()) {
      const int cell = stack.back().cell;
      if (stack.back().direction < 4) {
        const int other = board.neighbour(cell, stack.back().direction++);
        if (other < 0 || !inside[other]) continue;
        if (!order[other]) {
          parent[other] = cell;
          order[other] = low[other] = ++clock;
          path.push_back(other);
          stack.push_back({other, 0});
        } else if (other != parent[cell]) {
          low[cell] = std::min(low[cell], order[other]);
        }
        continue;
      }
      stack.pop_back();
      const int above = parent[cell];
      if (above < 0) continue;
      low[above] = std::min(low[above], low[cell]);
      if (low[cell] < order[above]) continue;
      for (int member = -1; member != cell;) {
        member = path.back();
        path.pop_back();
        home[member] = found;
      }
      ++found;
      if (above == root) {
        ++children;
      } else {
        cut.push_back(above);
      }
    }
    if (children > 1) {
      cut.push_back(root);
    } else {
      home[root] = found - children;
      found += !children;
    }
  }
  for (const int cell : cut) home[cell] = -1;
  return home;
}

}  // namespace levelgen::construct
