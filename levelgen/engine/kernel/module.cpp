// The Python extension: packed bytes in, plain numbers out; levelgen/engine/native.py wraps it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "construct/binding.hpp"
#include "crossing_module.hpp"
#include "kernel.hpp"

namespace nb = nanobind;

namespace levelgen {
namespace {

template <class Item>
const Item* items(const nb::bytes& packed, std::size_t count, const char* name) {
  if (packed.size() != count * sizeof(Item)) {
    throw std::invalid_argument(std::string(name) + " has a wrong length");
  }
  return static_cast<const Item*>(packed.data());
}

template <class Item>
const Item* items(const std::optional<nb::bytes>& packed, std::size_t count, const char* name) {
  return packed ? items<Item>(*packed, count, name) : nullptr;
}

template <class Item>
nb::bytes packed(const std::vector<Item>& list) {
  return nb::bytes(list.data(), list.size() * sizeof(Item));
}

// The items, from -1 to the number of tiles, as a list of Python.
nb::list listed(const std::vector<std::int32_t>& items, std::size_t tiles) {
  std::vector<nb::object> numbers;
  for (std::size_t number = 0; number <= tiles; ++number) {
    numbers.push_back(nb::int_(static_cast<std::int64_t>(number) - 1));
  }
  nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(items.size())));
  if (!list.is_valid()) nb::raise_python_error();
  for (std::size_t place = 0; place < items.size(); ++place) {
    PyObject* const number = numbers[static_cast<std::size_t>(items[place] + 1)].inc_ref().ptr();
    PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(place), number);
  }
  return list;
}

// Tiles that do not exist would index past the tables of the kernel.
void check_sets(const std::uint64_t* sets, std::size_t count, std::size_t tiles) {
  const std::size_t words = (tiles + 63) / 64;
  if (tiles % 64 == 0) return;
  const std::uint64_t outside = ~std::uint64_t{0} << (tiles % 64);
  for (std::size_t set = 0; set < count; ++set) {
    if (sets[set * words + words - 1] & outside) {
      throw std::invalid_argument("a set names a tile that does not exist");
    }
  }
}

// Lets Python deliver a signal, such as an interrupt from the keyboard; looks at the clock first,
// since waiting for the GIL may take long.
void deliver_signals() {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds between{50};
  static thread_local Clock::time_point last{};
  const Clock::time_point now = Clock::now();
  if (now - last < between) return;
  last = now;
  const nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals()) nb::raise_python_error();
}

class PyKernel {
 public:
  PyKernel(const nb::bytes& weights, int shift, const nb::bytes& masks) {
    tiles_ = weights.size() / sizeof(std::uint64_t);
    words_ = (tiles_ + 63) / 64;
    if (!tiles_) throw std::invalid_argument("a kernel needs a tile");
    const auto* given = items<std::uint64_t>(weights, tiles_, "weights");
    const auto* sets = items<std::uint64_t>(masks, 4 * tiles_ * words_, "masks");
    check_sets(sets, 4 * tiles_, tiles_);
    kernel_ = make_kernel({given, given + tiles_}, shift, sets);
    rules_ = {static_cast<int>(tiles_), words_, {given, given + tiles_}, {sets, sets + 4 * tiles_ * words_}, shift};
  }

  nb::tuple sample(int rows, int cols, const nb::bytes& domains,
                   const std::optional<nb::bytes>& exists, bool wrap_rows, bool wrap_cols,
                   const std::optional<nb::bytes>& weights, int shift,
                   const std::optional<nb::bytes>& field, const std::optional<nb::bytes>& prefer,
                   const std::vector<std::pair<nb::bytes, int>>& runs, std::uint64_t state,
                   std::uint64_t budget, bool record) const {
    Task task = board(rows, cols, domains, exists, wrap_rows, wrap_cols, runs);
    const std::size_t cells = static_cast<std::size_t>(rows) * cols;
    task.weights = items<std::uint64_t>(weights, tiles_, "weights");
    task.shift = shift;
    task.field = items<std::uint32_t>(field, cells * tiles_, "field");
    task.prefer = items<std::int32_t>(prefer, cells, "prefer");
    for (std::size_t cell = 0; task.prefer && cell < cells; ++cell) {
      if (task.prefer[cell] >= static_cast<std::int64_t>(tiles_)) {
        throw std::invalid_argument("prefer names a tile that does not exist");
      }
    }
    task.state = state;
    task.budget = budget;
    task.record = record;
    Sample found;
    {
      nb::gil_scoped_release release;
      found = kernel_->sample(task);
    }
    nb::object steps = nb::none();
    if (record) steps = packed(found.record.words());
    return nb::make_tuple(static_cast<int>(found.status), listed(found.tiles, tiles_), found.observations,
                          found.backtracks, found.restarts, found.resets, found.stuck, found.state,
                          steps);
  }

  nb::bytes narrowed(int rows, int cols, const nb::bytes& domains,
                     const std::optional<nb::bytes>& exists, bool wrap_rows, bool wrap_cols,
                     const std::vector<std::pair<nb::bytes, int>>& runs) const {
    const Task task = board(rows, cols, domains, exists, wrap_rows, wrap_cols, runs);
    std::vector<std::uint64_t> found;
    {
      nb::gil_scoped_release release;
      found = kernel_->narrowed(task);
    }
    return packed(found);
  }

  nb::tuple construct(int rows, int cols, const nb::bytes& domains, const std::optional<nb::bytes>& exists,
                      bool wrap_rows, bool wrap_cols, const std::vector<std::pair<nb::bytes, int>>& runs,
                      const std::optional<nb::bytes>& field, const nb::tuple& demands, const nb::bytes& mixture, std::uint64_t seed, int attempts) const {
    Task layout = board(rows, cols, domains, exists, wrap_rows, wrap_cols, runs);
    if (layout.uniform && rows * cols > 1) throw std::invalid_argument("domains has a wrong length");
    layout.field = items<std::uint32_t>(field, static_cast<std::size_t>(rows) * cols * tiles_, "field");
    const construct::Plan plan = construct::PlanReader(layout, words_).read(demands);
    const auto* counts = items<std::int64_t>(mixture, tiles_, "mixture");
    construct::Built built;
    {
      nb::gil_scoped_release release;
      built = construct::build(*kernel_, rules_, plan, {counts, counts + tiles_}, seed, attempts);
    }
    return nb::make_tuple(static_cast<int>(built.verdict), built.infeasible, built.attempts,
                          listed(built.tiles, tiles_), construct::listed(built));
  }

 private:
  Task board(int rows, int cols, const nb::bytes& domains, const std::optional<nb::bytes>& exists,
             bool wrap_rows, bool wrap_cols,
             const std::vector<std::pair<nb::bytes, int>>& runs) const {
    if (rows < 1 || cols < 1 || static_cast<std::int64_t>(rows) * cols >= 1 << 28) {
      throw std::invalid_argument("the board is empty or too large");
    }
    const std::size_t cells = static_cast<std::size_t>(rows) * cols;
    Task task;
    task.rows = rows;
    task.cols = cols;
    task.wrap_rows = wrap_rows;
    task.wrap_cols = wrap_cols;
    task.pause = deliver_signals;
    // A board that starts the same everywhere gives one domain only.
    task.uniform = domains.size() == words_ * sizeof(std::uint64_t);
    const std::size_t sets = task.uniform ? 1 : cells;
    task.domains = items<std::uint64_t>(domains, sets * words_, "domains");
    check_sets(task.domains, sets, tiles_);
    task.exists = items<std::uint8_t>(exists, cells, "exists");
    for (const auto& [tiles, length] : runs) {
      const auto* set = items<std::uint64_t>(tiles, words_, "a run");
      check_sets(set, 1, tiles_);
      task.runs.push_back({{set, set + words_}, length});
    }
    return task;
  }

  std::size_t tiles_ = 0;
  std::size_t words_ = 0;
  std::unique_ptr<Kernel> kernel_;
  construct::Adjacency rules_;
};

}  // namespace
}  // namespace levelgen

NB_MODULE(_native, module) {
  using levelgen::PyKernel;
  module.doc() = "The compiled kernel: wave function collapse, and crossings of lines.";
  levelgen::bind_crossing(module);
  nb::class_<PyKernel>(module, "Kernel")
      .def(nb::init<const nb::bytes&, int, const nb::bytes&>(), nb::arg("weights"),
           nb::arg("shift"), nb::arg("masks"))
      .def("sample", &PyKernel::sample, nb::arg("rows"), nb::arg("cols"), nb::arg("domains"),
           nb::arg("exists").none(), nb::arg("wrap_rows"), nb::arg("wrap_cols"),
           nb::arg("weights").none(), nb::arg("shift"), nb::arg("field").none(),
           nb::arg("prefer").none(), nb::arg("runs"), nb::arg("state"), nb::arg("budget"),
           nb::arg("record"))
      .def("narrowed", &PyKernel::narrowed, nb::arg("rows"), nb::arg("cols"), nb::arg("domains"),
           nb::arg("exists").none(), nb::arg("wrap_rows"), nb::arg("wrap_cols"), nb::arg("runs"))
      .def("construct", &PyKernel::construct, nb::arg("rows"), nb::arg("cols"), nb::arg("domains"),
           nb::arg("exists").none(), nb::arg("wrap_rows"), nb::arg("wrap_cols"), nb::arg("runs"),
           nb::arg("field").none(), nb::arg("demands"), nb::arg("mixture"), nb::arg("seed"), nb::arg("attempts"));
  nb::list counters;
  for (const char* name : levelgen::construct::counter_names) counters.append(name);
  module.attr("COUNTERS") = counters;
}
