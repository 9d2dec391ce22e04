// Bit operations on two words at a time, which every x86-64 and 64-bit ARM has; one word elsewhere.
#pragma once

#include <cstdint>
#include <cstring>

namespace levelgen {

#if defined(__GNUC__)

using Lane = std::uint64_t __attribute__((vector_size(16)));

// All bits where the lane is 0, else none. No branch: the answer is hard to predict.
inline Lane if_empty(Lane lane) {
  using Quarters = std::int32_t __attribute__((vector_size(16)));
  const Quarters empty = reinterpret_cast<Quarters>(lane) == 0;
#if defined(__clang__)
  const Quarters pairs = empty & __builtin_shufflevector(empty, empty, 1, 0, 3, 2);
  return reinterpret_cast<Lane>(pairs & __builtin_shufflevector(pairs, pairs, 2, 3, 0, 1));
#else
  const Quarters pairs = empty & __builtin_shuffle(empty, Quarters{1, 0, 3, 2});
  return reinterpret_cast<Lane>(pairs & __builtin_shuffle(pairs, Quarters{2, 3, 0, 1}));
#endif
}

#else

using Lane = std::uint64_t;

inline Lane if_empty(Lane lane) { return Lane{0} - static_cast<Lane>(lane == 0); }

#endif

constexpr int lane_words = sizeof(Lane) / sizeof(std::uint64_t);

inline Lane load_lane(const std::uint64_t* words) {
  Lane lane;
  std::memcpy(&lane, words, sizeof(Lane));
  return lane;
}

}  // namespace levelgen
