// Builds a level that keeps its promises; levelgen/engine/constructor.py is its twin.
#pragma once

#include <cstdint>
#include <vector>

#include "../task.hpp"
#include "plan.hpp"
#include "verify.hpp"

namespace levelgen::construct {

// The counters in the order of `counter_names`.
enum class Counter : int {
  observations,
  backtracks,
  restarts,
  textures_failed,
  structures_walled_in,
  paths_failed,
  sizes_failed,
  tunnels,
  grown,
  trimmed,
  lengthened,
  winding,
  retyped,
  retypings_failed,
  flips,
  locks_failed,
  number_of_counters,
};

constexpr const char* counter_names[] = {
    "observations", "backtracks", "restarts",   "textures failed", "structures walled in",
    "paths failed", "sizes failed", "tunnels",  "grown",           "trimmed",
    "lengthened",   "winding",    "retyped",    "retypings failed", "flips",
    "locks failed",
};

enum class Verdict : int { built, no_tiles, no_share };

struct Built {
  Verdict verdict = Verdict::no_tiles;
  bool infeasible = false;
  int attempts = 0;
  Tiles tiles;  // -1 where no cell exists
  std::vector<Object> objects;
  std::vector<Broken> broken;
  std::int64_t counters[static_cast<int>(Counter::number_of_counters)] = {};
};

Built build(const Kernel& kernel, const Adjacency& rules, const Plan& plan, std::vector<std::int64_t> mixture,
            std::uint64_t seed, int attempts);

}  // namespace levelgen::construct
