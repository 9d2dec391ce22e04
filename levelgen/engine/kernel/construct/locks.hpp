// Cuts one open region into rooms in a row, each behind a locked door; equal to levelgen.engine.locks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "board.hpp"
#include "draws.hpp"
#include "regions.hpp"
#include "structure.hpp"

namespace levelgen::construct {

// Moves from start to exit that leave room for so many doors, and a key before each.
constexpr std::int64_t least_moves(std::int64_t doors) { return 2 * doors + 1; }

// Where a door may stand, as flags of cells, and where its cell then counts for the share.
struct Lock {
  Mask door;
  Mask counts;
};

class Locksmith {
 public:
  Locksmith(const Board& board, Structure& structure, const Mask& texture, Draws& draws)
      : room(board.cells), board_(board), structure_(structure), texture_(texture), draws_(draws) {}

  // Cuts the region between start and exit by one door for each lock, in their order.
  bool cut(const std::vector<const Lock*>& locks, std::int64_t target) {
    for (int cell = 0; cell < board_.cells; ++cell) room[cell] = structure_.inside[cell] ? 0 : nowhere;
    int source = structure_.start;
    for (std::size_t index = 0; index < locks.size(); ++index) {
      const std::optional<Barrier> barrier =
          thinnest(static_cast<int>(index), *locks[index], source, static_cast<int>(locks.size() - index));
      if (!barrier) return false;
      source = barrier->door;
      doors.push_back(source);
      for (const int cell : barrier->closed) close(cell);
      for (const int cell : barrier->beyond) room[cell] = static_cast<std::int32_t>(index) + 1;
      room[source] = nowhere;
      structure_.counted[source] = locks[index]->counts[source];
    }
    if (target < 0) return true;
    const std::int64_t missing = target - counted();
    if (missing < 0) trim(-missing);
    if (missing > 0) grow(missing);
    return counted() == target;
  }

  Cells doors;
  Cells room;  // for each cell the number of doors before its room, -1 where there is none

 private:
  static constexpr std::int32_t nowhere = -1;
  static constexpr std::size_t levels_compared = 4;
  static constexpr std::size_t barriers = 6;

  struct Barrier {
    int door;
    Cells closed, beyond;
  };

  std::int64_t counted() const {
    return std::accumulate(structure_.counted.begin(), structure_.counted.end(), std::int64_t{0});
  }

  void close(int cell) {
    structure_.inside[cell] = structure_.counted[cell] = 0;
    room[cell] = nowhere;
  }

  // Finds a place for the next door in a room: thin among some drawn at random.
  std::optional<Barrier> thinnest(int index, const Lock& lock, int source, int left) {
    Mask here(board_.cells);
    for (int cell = 0; cell < board_.cells; ++cell) here[cell] = room[cell] == index;
    here[source] = 1;
    const Cells away = distances(board_, here, source);
    const int farthest = away[structure_.exit];
    if (farthest == unreached) return std::nullopt;
    // A cell before the door for its key, a cell behind it, and as much for each later door.
    const int first = 2;
    int last = farthest - 1 - 2 * (left - 1);
    if (last < first) return std::nullopt;
    last = std::max(first, std::min(last, farthest * 2 / (left + 1)));
    std::vector<std::int32_t> width(static_cast<std::size_t>(last) + 1, 0), levels;
    for (const int moves : away) {
      if (moves <= last) ++width[moves];
    }
    for (int level = first; level <= last; ++level) levels.push_back(level);
    draws_.shuffle(levels);
    const auto compared = levels.begin() + static_cast<std::ptrdiff_t>(std::min(levels_compared, levels.size()));
    std::stable_sort(levels.begin(), compared, [&](int one, int two) { return width[one] < width[two]; });
    levels.resize(std::min(barriers, levels.size()));
    for (const int level : levels) {
      std::optional<Barrier> found = barrier(away, level, lock, source);
      if (found) return found;
    }
    return std::nullopt;
  }

  // Closes the cells of a distance that touch what is farther and holds the exit, but one.
  std::optional<Barrier> barrier(const Cells& away, int level, const Lock& lock, int source) {
    Mask side(board_.cells, 0);
    Cells front;
    Barrier found{-1, {}, {structure_.exit}};
    const auto enter = [&](int cell) {
      if (side[cell] || away[cell] == unreached) return false;
      side[cell] = 1;
      return true;
    };
    side[structure_.exit] = 1;
    for (std::size_t next = 0; next < found.beyond.size(); ++next) {
      board_.near(found.beyond[next], [&](int other) {
        if (enter(other)) (away[other] > level ? found.beyond : front).push_back(other);
      });
    }
    Cells stuck, fits;
    for (const int cell : front) {
      if (!structure_.may_close()[cell]) stuck.push_back(cell);
    }
    for (const int cell : stuck.empty() ? front : stuck) {
      if (lock.door[cell]) fits.push_back(cell);
    }
    if (stuck.size() > 1 || fits.empty()) return std::nullopt;
    found.door = draws_.choice(fits);
    for (const int cell : front) {
      if (cell != found.door) found.closed.push_back(cell);
    }
    // What hung on a closed cell alone is cut off: behind the door where it touches it, else closed.
    side[source] = 1;
    Cells before{source};
    const auto spread = [&](Cells& cells) {
      for (std::size_t next = 0; next < cells.size(); ++next) {
        board_.near(cells[next], [&](int other) {
          if (enter(other)) cells.push_back(other);
        });
      }
    };
    spread(before);
    found.beyond.push_back(found.door);
    spread(found.beyond);
    for (int cell = 0; cell < board_.cells; ++cell) {
      if (away[cell] == unreached || side[cell]) continue;
      if (!structure_.may_close()[cell]) return std::nullopt;
      found.closed.push_back(cell);
    }
    for (const int cell : found.closed) structure_.inside[cell] = 0;
    const auto too_long = [this](int cell) { return structure_.is_long(cell, false); };
    const bool any = std::any_of(found.closed.begin(), found.closed.end(), too_long);
    for (const int cell : found.closed) structure_.inside[cell] = 1;
    if (any) return std::nullopt;
    return found;
  }

  // Closes cells that count at dead ends and corners, away from the doors.
  void trim(std::int64_t surplus) {
    Mask kept(board_.cells, 0);
    kept[structure_.start] = kept[structure_.exit] = 1;
    for (const int door : doors) {
      board_.near(door, [&](int other) { kept[other] = 1; });
    }
    Cells order;
    for (int cell = 0; cell < board_.cells; ++cell) {
      const bool spare = room[cell] != nowhere && structure_.counted[cell] && structure_.may_close()[cell];
      if (spare && !kept[cell]) order.push_back(cell);
    }
    draws_.shuffle(order);
    for (const int cell : order) {
      if (!surplus) return;
      if (!keeps_ways(cell) || structure_.is_long(cell, false)) continue;
      close(cell);
      --surplus;
    }
  }

  // Opens cells that join no two rooms and make no way shorter, as long as there are any.
  void grow(std::int64_t missing) {
    Cells number(board_.cells, nowhere);
    for (std::size_t index = 0; index < doors.size(); ++index) number[doors[index]] = static_cast<std::int32_t>(index);
    Cells fronts[3];
    Mask seen = structure_.inside;
    const auto look_around = [&](int cell) {
      board_.near(cell, [&](int other) {
        if (seen[other]) return;
        seen[other] = 1;
        if (structure_.may_open()[other]) fronts[texture_[other] ? 0 : structure_.easy()[other] ? 1 : 2].push_back(other);
      });
    };
    for (int cell = 0; cell < board_.cells; ++cell) {
      if (room[cell] != nowhere) look_around(cell);
    }
    while (missing) {
      Cells* const front = std::find_if(fronts, fronts + 3, [](const Cells& list) { return !list.empty(); });
      if (front == fronts + 3) return;
      const int cell = draws_.taken(*front);
      std::int32_t home = nowhere;
      bool fits = true;
      board_.near(cell, [&](int other) {
        if (room[other] == nowhere) return;
        fits = fits && (home == nowhere || home == room[other]);
        home = room[other];
      });
      if (home == nowhere || !fits || !keeps_ways(cell) || structure_.is_long(cell, true)) continue;
      board_.near(cell, [&](int other) {
        const std::int32_t door = number[other];
        fits = fits && (door == nowhere || door == home || door == home - 1);
      });
      if (!fits) continue;
      structure_.inside[cell] = structure_.counted[cell] = 1;
      room[cell] = home;
      --missing;
      look_around(cell);
    }
  }

  // Whether opening a cell makes no way shorter, and closing it cuts nothing off.
  bool keeps_ways(int cell) const {
    int beside = 0;
    board_.near(cell, [&](int other) { beside += structure_.inside[other]; });
    if (beside != 2) return beside == 1;
    for (int corner = 0; corner < 8; corner += 2) {
      bool open = true;
      for (int place = corner; place < corner + 3; ++place) {
        const int other = board_.around(cell, place % 8);
        open = open && other >= 0 && structure_.inside[other];
      }
      if (open) return true;
    }
    return false;
  }

  const Board& board_;
  Structure& structure_;
  const Mask& texture_;
  Draws& draws_;
};

}  // namespace levelgen::construct
