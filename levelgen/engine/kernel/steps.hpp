// The record of a search; levelgen/engine/steps.py documents the format.
#pragma once

#include <cstdint>
#include <vector>

namespace levelgen {

enum class Step : std::uint32_t {
  observe = 0,
  ban = 1,
  contradiction = 2,
  backtrack = 3,
  restart = 4,
  reset = 5,
  restore = 6,
};

class Record {
 public:
  void add(Step kind, std::uint32_t cell, std::uint32_t value) {
    words_.push_back(static_cast<std::uint32_t>(kind) | cell << 3);
    words_.push_back(value);
  }

  const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  std::vector<std::uint32_t> words_;
};

}  // namespace levelgen
