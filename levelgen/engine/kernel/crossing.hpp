// A board whose rows and columns are lines of runs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lines.hpp"

namespace levelgen {

struct Effort {
  std::int64_t lines = 0;
  std::int64_t sweeps = 0;
  std::int64_t probes = 0;
  std::int64_t branches = 0;
  std::int64_t conflicts = 0;
};

struct Worked {
  bool contradiction = false;
  bool complete = true;   // false: the budget ended the work
  int line = -1;          // the line without an arrangement; columns follow the rows
  Effort effort;
  std::vector<std::uint64_t> domains;   // per cell the bitset of colours
  std::vector<std::int16_t> solutions;  // grids one after the other
  std::vector<std::int32_t> steps;      // side, line, sweep, number of cells, then position, colour
};

class Crossing {
 public:
  virtual ~Crossing() = default;
  // Narrows by lines alone (depth 0), or by trying colours as deep as that.
  virtual Worked narrow(const std::uint64_t* domains, int depth, std::int64_t budget,
                        bool record) const = 0;
  // Enumerates solutions up to a limit. The budget counts lines worked; seconds count if positive.
  virtual Worked search(const std::uint64_t* domains, std::int64_t limit, std::int64_t budget,
                        double seconds) const = 0;
};

std::unique_ptr<Crossing> make_crossing(int colors, const std::vector<std::vector<Run>>& rows,
                                        const std::vector<std::vector<Run>>& cols);

}  // namespace levelgen
