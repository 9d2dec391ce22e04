// Reads a plan from Python's hands, and gives back what was built; native.py packs and unpacks.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "constructor.hpp"

namespace levelgen::construct {

namespace py = nanobind;

class PlanReader {
 public:
  PlanReader(const Task& layout, std::size_t words) : words_(words) {
    plan_.layout = layout;
    const std::size_t size = static_cast<std::size_t>(layout.rows) * layout.cols * words;
    plan_.domains.assign(layout.domains, layout.domains + size);
    cells_ = layout.rows * layout.cols;
  }

  Plan read(const py::tuple& demands) {
    if (demands.size() != 13) throw std::invalid_argument("a plan has thirteen parts");
    plan_.connected = set(demands[0]);
    for (const py::handle item : py::cast<py::list>(demands[1])) {
      const auto part = py::cast<py::tuple>(item);
      plan_.shares.push_back({set(part[0]), number(part[1]), number(part[2])});
    }
    for (const py::handle item : py::cast<py::list>(demands[3])) read_demand(py::cast<py::tuple>(item));
    plan_.kinds = static_cast<int>(number(demands[4]));
    if (plan_.kinds < static_cast<int>(plan_.objects.size())) throw std::invalid_argument("there are too few kinds");
    if (!demands[2].is_none()) {
      const auto part = py::cast<py::tuple>(demands[2]);
      plan_.path = {kind(part[0]), kind(part[1]), set(part[2]), number(part[3]), number(part[4])};
    }
    for (const py::handle item : py::cast<py::list>(demands[5])) {
      const auto part = py::cast<py::tuple>(item);
      plan_.apart.push_back({kind(part[0]), kind(part[1]), number(part[2]), number(part[3])});
    }
    for (const py::handle item : py::cast<py::list>(demands[6])) {
      const auto part = py::cast<py::tuple>(item);
      const std::int64_t cell = number(part[1]);
      if (cell < 0 || cell >= cells_) throw std::invalid_argument("a pinned object is off the board");
      plan_.pinned.push_back({kind(part[0]), static_cast<std::int32_t>(cell)});
    }
    for (const py::handle item : py::cast<py::list>(demands[7])) plan_.groups.push_back(set(item));
    plan_.variety = number(demands[8]);
    for (const py::handle item : py::cast<py::list>(demands[9])) plan_.others.push_back(set(item));
    for (const py::handle item : py::cast<py::list>(demands[10])) plan_.optional.push_back(set(item));
    for (const py::handle item : py::cast<py::list>(demands[11])) {
      const auto part = py::cast<py::tuple>(item);
      plan_.region_shares.push_back({set(part[0]), cells(part[1]), number(part[2]), number(part[3])});
    }
    if (!demands[12].is_none()) read_locks(py::cast<py::tuple>(demands[12]));
    return std::move(plan_);
  }

 private:
  static std::int64_t number(py::handle item) { return py::cast<std::int64_t>(item); }

  int kind(py::handle item) const {
    const std::int64_t found = number(item);
    if (found < 0 || found >= plan_.kinds) throw std::invalid_argument("a kind does not exist");
    return static_cast<int>(found);
  }

  Set set(py::handle item) const {
    const auto bytes = py::cast<py::bytes>(item);
    if (bytes.size() != words_ * sizeof(std::uint64_t)) throw std::invalid_argument("a set has a wrong length");
    Set found(words_);
    std::memcpy(found.data(), bytes.data(), bytes.size());
    return found;
  }

  Cells cells(py::handle item) const {
    const auto bytes = py::cast<py::bytes>(item);
    Cells found(bytes.size() / sizeof(std::int32_t));
    if (!found.empty()) std::memcpy(found.data(), bytes.data(), found.size() * sizeof(std::int32_t));
    for (const int cell : found) {
      if (cell < 0 || cell >= cells_) throw std::invalid_argument("a part of the board lies off it");
    }
    return found;
  }

  void read_demand(const py::tuple& part) {
    ObjectDemand demand{set(part[0]), {}};
    for (const py::handle item : py::cast<py::list>(part[1])) {
      const auto window = py::cast<py::tuple>(item);
      const auto bound = [&](int place) { return static_cast<std::uint64_t>(number(window[place])); };
      const bool local = !window[5].is_none();
      demand.windows.push_back({window[0].is_none() ? Set{} : set(window[0]), bound(1), bound(2), bound(3), bound(4),
                                local, local ? cells(window[5]) : Cells{}});
      if (!bound(2)) throw std::invalid_argument("a bound has no denominator");
    }
    plan_.objects.push_back(std::move(demand));
  }

  void read_locks(const py::tuple& part) {
    LockDemand& locks = plan_.locks;
    locks = {standing(part[0]), standing(part[1]), set(part[2]), {}, py::cast<bool>(part[4])};
    for (const py::handle item : py::cast<py::list>(part[3])) {
      const auto pair = py::cast<py::tuple>(item);
      locks.doors.push_back({standing(pair[0]), standing(pair[1])});
    }
  }

  // A kind whose ground is told.
  int standing(py::handle item) const {
    const int found = kind(item);
    if (found >= static_cast<int>(plan_.objects.size())) throw std::invalid_argument("a kind of locks is not demanded");
    return found;
  }

  Plan plan_;
  std::size_t words_;
  int cells_ = 0;
};

inline py::list listed(const Built& built) {
  py::list objects, broken, counters;
  for (const auto& [kind, cell] : built.objects) objects.append(py::make_tuple(kind, cell));
  for (const auto& [fault, kind] : built.broken) broken.append(py::make_tuple(static_cast<int>(fault), kind));
  for (const std::int64_t count : built.counters) counters.append(count);
  py::list parts;
  parts.append(objects);
  parts.append(broken);
  parts.append(counters);
  return parts;
}

}  // namespace levelgen::construct
