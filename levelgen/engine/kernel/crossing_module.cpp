#include "crossing_module.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "crossing.hpp"

namespace nb = nanobind;

namespace levelgen {
namespace {

using Clues = std::vector<std::vector<std::pair<int, int>>>;

class PyCrossing {
 public:
  PyCrossing(int colors, const Clues& rows, const Clues& cols)
      : cells_(rows.size() * cols.size()) {
    if (rows.empty() || cols.empty()) throw std::invalid_argument("the board is empty");
    if (colors < 1 || colors > 63) throw std::invalid_argument("1 to 63 colours are possible");
    crossing_ = make_crossing(colors, runs(rows, static_cast<int>(cols.size()), colors),
                              runs(cols, static_cast<int>(rows.size()), colors));
  }

  nb::tuple narrow(const nb::bytes& domains, int depth, std::int64_t budget, bool record) const {
    const std::uint64_t* given = checked(domains);
    Worked worked;
    {
      nb::gil_scoped_release release;
      worked = crossing_->narrow(given, depth, budget, record);
    }
    return nb::make_tuple(worked.contradiction, worked.complete, worked.line, effort(worked),
                          packed(worked.domains), packed(worked.steps));
  }

  nb::tuple search(const nb::bytes& domains, std::int64_t limit, std::int64_t budget,
                   double seconds) const {
    const std::uint64_t* given = checked(domains);
    if (limit < 1) throw std::invalid_argument("the limit is below 1");
    Worked worked;
    {
      nb::gil_scoped_release release;
      worked = crossing_->search(given, limit, budget, seconds);
    }
    return nb::make_tuple(worked.complete, worked.line, effort(worked), packed(worked.solutions));
  }

 private:
  template <class Item>
  static nb::bytes packed(const std::vector<Item>& list) {
    return nb::bytes(list.data(), list.size() * sizeof(Item));
  }

  static nb::tuple effort(const Worked& worked) {
    const Effort& effort = worked.effort;
    return nb::make_tuple(effort.lines, effort.sweeps, effort.probes, effort.branches,
                          effort.conflicts);
  }

  // Runs that do not fit would index past the tables of the line solver.
  static std::vector<std::vector<Run>> runs(const Clues& clues, int length, int colors) {
    std::vector<std::vector<Run>> found;
    for (const auto& clue : clues) {
      std::vector<Run> line;
      std::int64_t total = 0;
      for (const auto& [size, color] : clue) {
        if (size < 1 || color < 1 || color > colors) throw std::invalid_argument("a run is wrong");
        total += size;
        line.push_back({size, color});
      }
      if (total > length) throw std::invalid_argument("a clue is longer than its line");
      found.push_back(std::move(line));
    }
    return found;
  }

  const std::uint64_t* checked(const nb::bytes& domains) const {
    if (domains.size() != cells_ * sizeof(std::uint64_t)) {
      throw std::invalid_argument("domains has a wrong length");
    }
    return static_cast<const std::uint64_t*>(domains.data());
  }

  std::size_t cells_;
  std::unique_ptr<Crossing> crossing_;
};

}  // namespace

void bind_crossing(nb::module_& module) {
  nb::class_<PyCrossing>(module, "Crossing")
      .def(nb::init<int, const Clues&, const Clues&>(), nb::arg("colors"), nb::arg("rows"),
           nb::arg("cols"))
      .def("narrow", &PyCrossing::narrow, nb::arg("domains"), nb::arg("depth"), nb::arg("budget"),
           nb::arg("record"))
      .def("search", &PyCrossing::search, nb::arg("domains"), nb::arg("limit"), nb::arg("budget"),
           nb::arg("seconds"));
}

}  // namespace levelgen
