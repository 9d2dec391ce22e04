// Plays a board with locked doors; equal to levelgen.engine.play.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "board.hpp"

namespace levelgen::construct {

// A board to play: where one can walk, and what stands there. Kinds of keys are small numbers.
struct Scene {
  Mask inside;
  Cells doors;    // the cells of doors
  Cells door_of;  // for each cell the kind of key that opens its door, -1 without a door
  Cells key_of;   // for each cell the kind of the key that lies there, -1 without a key
  int kinds = 0;
  int start = -1, exit = -1;

  // Whether the exit is in reach of the start when only the flagged cells are closed.
  bool leads_out(const Board& board, const Mask& closed) const {
    if (!inside[start]) return false;
    Mask seen(board.cells, 0);
    Cells front{start};
    seen[start] = 1;
    for (std::size_t next = 0; next < front.size() && !seen[exit]; ++next) {
      board.near(front[next], [&](int other) {
        if (seen[other] || !inside[other] || closed[other]) return;
        seen[other] = 1;
        front.push_back(other);
      });
    }
    return seen[exit];
  }
};

class Play {
 public:
  Play(const Board& board, const Scene& scene) : scene_(scene), room_(board.cells, -1) {
    for (const int door : scene.doors) {
      if (!scene.inside[door]) continue;
      room_[door] = static_cast<std::int32_t>(doors_.size());
      doors_.push_back(door);
    }
    auto count = static_cast<std::int32_t>(doors_.size());
    for (int first = 0; first < board.cells; ++first) {
      if (!scene.inside[first] || room_[first] >= 0) continue;
      room_[first] = count;
      Cells front{first};
      for (std::size_t next = 0; next < front.size(); ++next) {
        board.near(front[next], [&](int other) {
          if (!scene.inside[other] || room_[other] >= 0) return;
          room_[other] = count;
          front.push_back(other);
        });
      }
      ++count;
    }
    rooms_ = static_cast<std::size_t>(count);
    lying_.assign(rooms_ * scene.kinds, 0);
    for (int cell = 0; cell < board.cells; ++cell) {
      if (room_[cell] >= 0 && scene.key_of[cell] >= 0) ++lying_[room_[cell] * scene.kinds + scene.key_of[cell]];
    }
    beside_.resize(rooms_);
    for (std::size_t room = 0; room < doors_.size(); ++room) {
      board.near(doors_[room], [&](int cell) {
        const std::int32_t other = room_[cell];
        if (other < 0) return;
        beside_[other].push_back(static_cast<std::int32_t>(room));
        beside_[room].push_back(other);
      });
    }
  }

  // Whether a play ends with the exit in reach, or without it; false too if the search gives up.
  bool ends(bool out) const {
    State first;
    first.opened.assign((doors_.size() + 63) / 64, 0);
    first.rooms.assign((rooms_ + 63) / 64, 0);
    first.held.assign(scene_.kinds, 0);
    first.left.assign(scene_.kinds, 0);
    for (const int door : doors_) ++first.left[scene_.door_of[door]];
    if (room_[scene_.start] >= 0) {
      enter(first, room_[scene_.start]);
      force(first);
    }
    std::set<Bits> met{first.opened};
    std::vector<State> stack;
    stack.push_back(std::move(first));
    while (!stack.empty()) {
      const State state = std::move(stack.back());
      stack.pop_back();
      Cells choices;
      for (const int door : state.closed) {
        if (!state.done && state.held[kind(door)] > 0) choices.push_back(door);
      }
      if (choices.empty() && state.done == out) return true;
      for (std::size_t next = choices.size(); next--;) {
        Bits doors = state.opened;
        add(doors, choices[next]);
        if (met.count(doors)) continue;
        if (met.size() >= most_states) return false;
        met.insert(std::move(doors));
        State after = state;
        open(after, choices[next]);
        force(after);
        met.insert(after.opened);
        stack.push_back(std::move(after));
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t most_states = 1 << 16;
  using Bits = std::vector<std::uint64_t>;

  // A play so far; doors are named by their rooms.
  struct State {
    Bits opened, rooms;
    Cells closed;  // closed doors in reach, in the order they were met
    Cells held, left;
    bool done = false;
  };

  static bool has(const Bits& bits, int place) { return bits[place / 64] >> (place % 64) & 1; }
  static void add(Bits& bits, int place) { bits[place / 64] |= std::uint64_t{1} << (place % 64); }

  int kind(int door) const { return scene_.door_of[doors_[door]]; }

  // Opens every door of which the key is plenty.
  void force(State& state) const {
    while (!state.done) {
      Cells plenty;
      for (const int door : state.closed) {
        if (state.held[kind(door)] >= state.left[kind(door)]) plenty.push_back(door);
      }
      if (plenty.empty()) return;
      for (const int door : plenty) open(state, door);
    }
  }

  void open(State& state, int door) const {
    add(state.opened, door);
    state.closed.erase(std::find(state.closed.begin(), state.closed.end(), door));
    --state.held[kind(door)];
    --state.left[kind(door)];
    enter(state, door);
  }

  // Enters a room and all that is in reach beyond it.
  void enter(State& state, int first) const {
    add(state.rooms, first);
    Cells front{first};
    for (std::size_t next = 0; next < front.size(); ++next) {
      const int room = front[next];
      for (int key = 0; key < scene_.kinds; ++key) state.held[key] += lying_[room * scene_.kinds + key];
      for (const int other : beside_[room]) {
        if (has(state.rooms, other)) continue;
        if (other < static_cast<int>(doors_.size()) && !has(state.opened, other)) {
          const bool known = std::find(state.closed.begin(), state.closed.end(), other) != state.closed.end();
          if (!known) state.closed.push_back(other);
          continue;
        }
        add(state.rooms, other);
        front.push_back(other);
      }
    }
    const std::int32_t goal = room_[scene_.exit];
    state.done = goal >= 0 && has(state.rooms, goal);
  }

  const Scene& scene_;
  Cells doors_;  // cells
  Cells room_;   // doors first, in their order; -1 where one cannot walk
  std::size_t rooms_ = 0;
  std::vector<std::int32_t> lying_;  // by room and kind of key
  std::vector<Cells> beside_;
};

}  // namespace levelgen::construct
