// What a caller asks for and what it gets, free of any template.
#pragma once

#include <cstdint>
#include <vector>

#include "steps.hpp"

namespace levelgen {

struct RunRule {
  std::vector<std::uint64_t> tiles;  // bitset in 64-bit words
  std::int32_t length;               // at most this many in a row
};

struct Task {
  int rows = 0;
  int cols = 0;
  bool wrap_rows = false;
  bool wrap_cols = false;
  const std::uint64_t* domains = nullptr;    // bitsets in 64-bit words, cell by cell
  bool uniform = false;                      // or one bitset that all cells share
  const std::uint8_t* exists = nullptr;      // one byte a cell, or null: all exist
  const std::uint64_t* weights = nullptr;    // replaces the weights of the rules, or null
  const std::uint32_t* field = nullptr;      // factors x1000, [cell][tile], or null
  const std::int32_t* prefer = nullptr;      // a tile a cell or -1, or null
  int shift = 0;                             // brings the sum of the weights under 32 bits
  std::vector<RunRule> runs;
  std::uint64_t state = 0;
  std::uint64_t budget = 0;
  bool record = false;
  void (*pause)() = nullptr;                 // called now and then; ends the search if it throws
};

enum class Status : int { solved = 0, infeasible = 1, unknown = 2 };

struct Sample {
  Status status = Status::unknown;
  std::vector<std::int32_t> tiles;
  std::uint64_t observations = 0;
  std::uint64_t backtracks = 0;
  std::uint64_t restarts = 0;
  std::uint64_t resets = 0;
  int stuck = -1;
  std::uint64_t state = 0;
  Record record;
};

// Compiled rules and weights, shared by all tasks and threads.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual Sample sample(const Task& task) const = 0;
  // The arc-consistent domains, or nothing when one of them is empty.
  virtual std::vector<std::uint64_t> narrowed(const Task& task) const = 0;
};

}  // namespace levelgen
