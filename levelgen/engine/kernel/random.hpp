// SplitMix64 and unbiased bounded draws; equal to levelgen.engine.rng.Rng.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace levelgen {

struct Product {
  std::uint64_t high;
  std::uint64_t low;
};

inline Product multiply(std::uint64_t a, std::uint64_t b) {
#if defined(_MSC_VER) && !defined(__clang__) && defined(_M_X64)
  Product result{};
  result.low = _umul128(a, b, &result.high);
  return result;
#elif defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide whole = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(whole >> 64), static_cast<std::uint64_t>(whole)};
#else
  // Schoolbook multiplication on halves, for compilers without a 128-bit product.
  const std::uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const std::uint64_t low = a0 * b0, left = a1 * b0, right = a0 * b1;
  const std::uint64_t middle = (low >> 32) + (left & 0xFFFFFFFFu) + (right & 0xFFFFFFFFu);
  return {a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32), a * b};
#endif
}

class Random {
 public:
  explicit Random(std::uint64_t state) : state_(state) {}

  std::uint64_t state() const { return state_; }

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t value = state_;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
  }

  // Multiply and reject (Lemire 2019); bound is at least 1.
  std::uint64_t below(std::uint64_t bound) {
    Product product = multiply(next(), bound);
    if (product.low < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (product.low < threshold) product = multiply(next(), bound);
    }
    return product.high;
  }

 private:
  std::uint64_t state_;
};

}  // namespace levelgen
