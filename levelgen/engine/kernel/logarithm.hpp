// Base-2 logarithms on integers, so that no maths library can change a digit.
#pragma once

#include <array>
#include <cstdint>

namespace levelgen {

constexpr int log_bits = 13;  // numbers below 2^13 are exact to 1/65536, larger ones are cut to it

inline int bit_length(std::uint64_t value) {
#if defined(__GNUC__)
  if (value) return 64 - __builtin_clzll(value);
#endif
  int length = 0;
  for (int step = 32; step; step >>= 1) {
    if (value >> step) {
      value >>= step;
      length += step;
    }
  }
  return length + (value != 0);
}

// Bit-by-bit squaring of the mantissa (Turner 2010), rounded down.
inline std::uint32_t log2_exact(std::uint32_t value) {
  const int whole = bit_length(value) - 1;
  std::uint32_t result = static_cast<std::uint32_t>(whole) << 16;
  std::uint64_t mantissa = (static_cast<std::uint64_t>(value) << 30) >> whole;
  for (int bit = 15; bit >= 0; --bit) {
    mantissa = (mantissa * mantissa) >> 30;
    if (mantissa >> 31) {
      mantissa >>= 1;
      result |= 1u << bit;
    }
  }
  return result;
}

class Logarithms {
 public:
  Logarithms() {
    table_[0] = 0;
    for (std::uint32_t value = 1; value < table_.size(); ++value) table_[value] = log2_exact(value);
  }

  // In units of 1/65536; value is at least 1.
  std::uint64_t operator()(std::uint64_t value) const {
    if (value < table_.size()) return table_[value];
    const int shift = bit_length(value) - log_bits;
    return table_[value >> shift] + (static_cast<std::uint64_t>(shift) << 16);
  }

 private:
  std::array<std::uint32_t, 1u << log_bits> table_;
};

inline const Logarithms& logarithms() {
  static const Logarithms table;
  return table;
}

}  // namespace levelgen
