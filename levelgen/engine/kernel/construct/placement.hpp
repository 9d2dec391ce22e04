// Places objects on a finished board; equal to levelgen.engine.placement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "board.hpp"
#include "draws.hpp"
#include "plan.hpp"
#include "regions.hpp"
#include "spacing.hpp"

namespace levelgen::construct {

using Tiles = std::vector<std::int32_t>;  // a tile per cell, the number of tiles where none exists

inline std::vector<std::int64_t> tallied(const Tiles& board, int tiles) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(tiles) + 1, 0);
  for (const int tile : board) ++counts[tile];
  return counts;
}

inline std::int64_t held(const std::vector<std::int64_t>& counts, const Set& set, int tiles) {
  std::int64_t sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    if (has(set, tile)) sum += counts[tile];
  }
  return sum;
}

struct Bounds {
  std::int64_t low, high;
};

// Turns bounds in parts of the board into the counts they mean on a board of these tiles.
inline ObjectDemand settled(ObjectDemand demand, const Tiles& tiles, int tile_count) {
  for (Window& window : demand.windows) {
    if (!window.local) continue;
    std::uint64_t ground = 1;
    if (!window.per.empty()) {
      const auto per = flags(window.per, tile_count);
      ground = 0;
      for (const int cell : window.cells) ground += per[tiles[cell]];
      window.per.clear();
    }
    window.low = portion(window.low, ground, window.low_of, true);
    window.low_of = 1;
    if (!window.high_of) continue;
    window.high = portion(window.high, ground, window.high_of, false);
    window.high_of = 1;
  }
  return demand;
}

// Of parts of the board, the demand must tell counts: see `settled`.
inline Bounds bounds(const ObjectDemand& demand, const std::vector<std::int64_t>& counts, int tiles) {
  Bounds found{0, 0};
  for (const std::int64_t count : counts) found.high += count;
  for (const Window& window : demand.windows) {
    if (window.local) {
      found.low = std::max(found.low, static_cast<std::int64_t>(window.low));
      continue;
    }
    const auto scale = static_cast<std::uint64_t>(window.per.empty() ? 1 : held(counts, window.per, tiles));
    found.low = std::max(found.low, static_cast<std::int64_t>(portion(window.low, scale, window.low_of, true)));
    if (!window.high_of) continue;
    found.high = std::min(found.high, static_cast<std::int64_t>(portion(window.high, scale, window.high_of, false)));
  }
  return found;
}

class Placement {
 public:
  // `pinned` are the objects that stand already, those of the plan among them.
  Placement(const Plan& plan, std::vector<Object> pinned, const Board& board, const Tiles& tiles, int tile_count,
            Draws draws)
      : plan_(plan), pinned_(std::move(pinned)), board_(board), draws_(draws), stands_(plan.kinds), windows_(plan.objects.size()) {
    for (const ObjectDemand& demand : plan.objects) demands_.push_back(settled(demand, tiles, tile_count));
    const auto counts = tallied(tiles, tile_count);
    for (std::size_t kind = 0; kind < plan.objects.size(); ++kind) {
      const auto on = flags(plan.objects[kind].on, tile_count);
      for (int cell = 0; cell < board.cells; ++cell) {
        if (on[tiles[cell]]) stands_[kind].push_back(cell);
      }
      windows_[kind] = bounds(demands_[kind], counts, tile_count);
    }
    if (plan.path.start_kind < 0) return;
    const auto through = flags(plan.path.through, tile_count);
    inside_.resize(board.cells);
    for (int cell = 0; cell < board.cells; ++cell) inside_[cell] = through[tiles[cell]];
    for (const int kind : {plan.path.start_kind, plan.path.exit_kind}) {
      if (kind < static_cast<int>(plan.objects.size())) keep_to_quotas(kind);
    }
  }

  std::vector<Object> place(int hint, int hint_too) {
    std::vector<Object> best;
    bool reachable = true;
    for (int attempt = 0; attempt < place_tries; ++attempt) {
      Standing standing(plan_, pinned_, board_);
      if (reachable && plan_.path.start_kind >= 0) reachable = place_ends(standing, hint, hint_too);
      // Late tries fall back on the least numbers, which need the least room.
      if (fill(standing, attempt >= place_tries / 2)) return std::move(standing.objects);
      if (standing.objects.size() > best.size()) best = std::move(standing.objects);
    }
    return best;
  }

 private:
  static constexpr int end_tries = 16;
  static constexpr std::size_t last_tries = 128;
  static constexpr int place_tries = 32;

  // A window on the objects of a kind in a part of the board, and their number there.
  struct Quota {
    Quota(const Window& window, const Cells& cells, std::size_t size) : inside(size, 0) {
      for (const int cell : window.cells) inside[cell] = 1;
      low = static_cast<std::int64_t>(window.low);
      high = static_cast<std::int64_t>(window.high_of ? window.high : size);
      for (const int cell : cells) number += inside[cell];
    }

    bool takes(int cell) const { return !inside[cell] || number < high; }

    Mask inside;
    std::int64_t low = 0, high = 0, number = 0;
  };

  struct Standing {
    Standing(const Plan& plan, const std::vector<Object>& pinned, const Board& board)
        : taken(board.cells, 0), spacing(plan, board) {
      for (const auto& [kind, cell] : pinned) put(kind, cell);
    }

    void put(int kind, int cell) {
      objects.push_back({kind, cell});
      taken[cell] = 1;
      spacing.put(kind, cell);
    }

    bool free(int kind, int cell) const { return !taken[cell] && spacing.clear(kind, cell); }

    Cells cells(int kind) const {
      Cells found;
      for (const auto& [other, cell] : objects) {
        if (other == kind) found.push_back(cell);
      }
      return found;
    }

    std::vector<Object> objects;
    Mask taken;
    Spacing spacing;
  };

  Cells free(const Standing& standing, int kind) const {
    Cells found;
    for (const int cell : stands_[kind]) {
      if (standing.free(kind, cell)) found.push_back(cell);
    }
    return found;
  }

  bool place_ends(Standing& standing, int hint, int hint_too) {
    const Cells starts = standing.cells(plan_.path.start_kind);
    Cells rest = starts.empty() ? free(standing, plan_.path.start_kind) : starts;
    if (rest.empty()) return false;
    for (int attempt = 0; attempt < end_tries; ++attempt) {
      if (start_from(standing, draws_.choice(rest), !starts.empty())) return true;
    }
    for (const int cell : {hint, hint_too}) {
      const bool free = std::find(rest.begin(), rest.end(), cell) != rest.end();
      if (free && start_from(standing, cell, !starts.empty())) return true;
    }
    for (std::size_t left = std::min(last_tries, rest.size()); left; --left) {
      if (start_from(standing, draws_.taken(rest), !starts.empty())) return true;
    }
    return false;
  }

  // Places start and exit, where they do not stand yet, if a cell lies at a fit distance.
  bool start_from(Standing& standing, int start, bool stands) {
    const PathDemand& path = plan_.path;
    const Cells moves = distances(board_, inside_, start);
    const std::int64_t high = path.high < 0 ? board_.cells : std::min<std::int64_t>(path.high, board_.cells);
    const Cells exits = standing.cells(path.exit_kind);
    Cells fits;
    for (const int cell : exits.empty() ? stands_[path.exit_kind] : exits) {
      if (moves[cell] < path.low || moves[cell] > high) continue;
      if (exits.empty()) {
        if (!stands && (cell == start || !standing.spacing.fits(path.exit_kind, cell, path.start_kind, start))) continue;
        if (!standing.free(path.exit_kind, cell)) continue;
      }
      fits.push_back(cell);
    }
    if (fits.empty()) return false;
    if (!stands) standing.put(path.start_kind, start);
    if (exits.empty()) standing.put(path.exit_kind, draws_.choice(fits));
    return true;
  }

  bool fill(Standing& standing, bool least) {
    std::vector<std::tuple<std::size_t, int, std::int64_t>> todo;
    for (std::size_t kind = 0; kind < plan_.objects.size(); ++kind) {
      const auto present = static_cast<std::int64_t>(standing.cells(static_cast<int>(kind)).size());
      const auto room = static_cast<std::int64_t>(stands_[kind].size());
      const std::int64_t low = std::max(windows_[kind].low, present);
      const std::int64_t high = std::max(low, std::min(windows_[kind].high, room));
      const std::int64_t count = least ? low : draws_.between(low, high);
      todo.push_back({stands_[kind].size(), static_cast<int>(kind), count - present});
    }
    std::sort(todo.begin(), todo.end());
    bool complete = true;
    for (auto [room, kind, missing] : todo) {
      std::vector<Quota> quotas;
      for (const Window& window : demands_[kind].windows) {
        if (window.local) quotas.emplace_back(window, standing.cells(kind), board_.cells);
      }
      for (Quota& quota : quotas) {
        Cells cells = free(standing, kind);
        cells.erase(std::remove_if(cells.begin(), cells.end(), [&](int cell) { return !quota.inside[cell]; }), cells.end());
        const std::int64_t wanted = std::min(quota.low - quota.number, missing);
        const std::int64_t left = put(standing, kind, cells, wanted, quotas);
        missing -= std::max<std::int64_t>(0, wanted) - std::max<std::int64_t>(0, left);
        complete = complete && quota.number >= quota.low;
      }
      Cells cells;
      if (missing > 0) cells = free(standing, kind);
      missing = put(standing, kind, cells, missing, quotas);
      complete = complete && missing <= 0;
    }
    return complete;
  }

  // Puts objects on random cells of a list; the number that found no room.
  std::int64_t put(Standing& standing, int kind, Cells& cells, std::int64_t missing, std::vector<Quota>& quotas) {
    while (missing > 0 && !cells.empty()) {
      const int cell = draws_.taken(cells);
      // Objects of the same kind may have come too near since the list was made.
      if (!standing.free(kind, cell)) continue;
      if (!std::all_of(quotas.begin(), quotas.end(), [&](const Quota& quota) { return quota.takes(cell); })) continue;
      standing.put(kind, cell);
      --missing;
      for (Quota& quota : quotas) quota.number += quota.inside[cell];
    }
    return missing;
  }

  // Keeps the cells where a lone object may stand, as far as parts of the board are concerned.
  void keep_to_quotas(int kind) {
    for (const Window& window : demands_[kind].windows) {
      if (!window.local) continue;
      const Quota quota(window, {}, board_.cells);
      Cells& cells = stands_[kind];
      const auto refused = [&](int cell) { return quota.inside[cell] ? quota.high < 1 : quota.low > 0; };
      cells.erase(std::remove_if(cells.begin(), cells.end(), refused), cells.end());
    }
  }

  const Plan& plan_;
  std::vector<Object> pinned_;
  const Board& board_;
  Draws draws_;
  std::vector<Cells> stands_;  // where each kind may stand
  std::vector<ObjectDemand> demands_;
  std::vector<Bounds> windows_;
  Mask inside_;  // the ground of the path
};

}  // namespace levelgen::construct
