// Bit operations and bitsets of a fixed or a run-time number of words.
#pragma once

#include <cstdint>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace levelgen {

inline int lowest_bit(std::uint64_t word) {
#if defined(_MSC_VER) && !defined(__clang__)
  unsigned long index = 0;
  if (_BitScanForward(&index, static_cast<unsigned long>(word))) return static_cast<int>(index);
  _BitScanForward(&index, static_cast<unsigned long>(word >> 32));
  return static_cast<int>(index) + 32;
#else
  return __builtin_ctzll(word);
#endif
}

// By hand: a portable build has no instruction for it, and calls a library instead.
inline int count_bits(std::uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
  return static_cast<int>((((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u) >> 56);
}

// Visits the groups of so many bits in which a word has any: number and content.
template <int Bits, class Visit>
inline void each_group(std::uint64_t word, Visit visit) {
  while (word) {
    const int group = lowest_bit(word) / Bits;
    const std::uint64_t content = (word >> (group * Bits)) & ((1u << Bits) - 1);
    word ^= content << (group * Bits);
    visit(group, static_cast<int>(content));
  }
}

// How a domain is laid out: `Unit` is the machine word, `Fixed` the number of words, 0 when only
// known at run time. The compiler unrolls the loops over a fixed number.
template <class UnitType, int Fixed>
struct Layout {
  using Unit = UnitType;
  static constexpr int fixed = Fixed;
  static constexpr bool narrow = Fixed == 1;
  static constexpr int unit_bits = 8 * static_cast<int>(sizeof(Unit));
  // Tables hold sums over all subsets of so many tiles; smaller ones where a row is long.
  static constexpr int group_bits = narrow ? 8 : 4;
  int words = Fixed;

  int size() const { return Fixed ? Fixed : words; }

  bool empty(const Unit* set) const {
    Unit any = 0;
    for (int k = 0; k < size(); ++k) any = static_cast<Unit>(any | set[k]);
    return any == 0;
  }

  bool has(const Unit* set, int bit) const {
    return (set[bit / unit_bits] >> (bit % unit_bits)) & 1;
  }

  int count(const Unit* set) const {
    int total = 0;
    for (int k = 0; k < size(); ++k) total += count_bits(set[k]);
    return total;
  }

  bool single(const Unit* set) const {
    if constexpr (narrow) return (set[0] & (set[0] - 1)) == 0 && set[0] != 0;
    return count(set) == 1;
  }

  // Whether the set has two members or more.
  bool open(const Unit* set) const {
    if constexpr (narrow) return (set[0] & (set[0] - 1)) != 0;
    int seen = 0;
    for (int k = 0; k < size(); ++k) {
      if (!set[k]) continue;
      if (seen || (set[k] & (set[k] - 1))) return true;
      seen = 1;
    }
    return false;
  }

  int first(const Unit* set) const {
    for (int k = 0; k < size(); ++k) {
      if (set[k]) return k * unit_bits + lowest_bit(set[k]);
    }
    return -1;
  }

  bool equal(const Unit* one, const Unit* two) const {
    Unit differing = 0;
    for (int k = 0; k < size(); ++k) differing = static_cast<Unit>(differing | (one[k] ^ two[k]));
    return differing == 0;
  }

  bool meets(const Unit* one, const Unit* two) const {
    Unit common = 0;
    for (int k = 0; k < size(); ++k) common = static_cast<Unit>(common | (one[k] & two[k]));
    return common != 0;
  }

  // Whether a set that is not empty lies inside another one.
  bool inside(const Unit* set, const Unit* other) const {
    Unit any = 0, out = 0;
    for (int k = 0; k < size(); ++k) {
      any = static_cast<Unit>(any | set[k]);
      out = static_cast<Unit>(out | (set[k] & ~other[k]));
    }
    return any != 0 && out == 0;
  }

  void copy(Unit* to, const Unit* from) const {
    for (int k = 0; k < size(); ++k) to[k] = from[k];
  }

  void clear(Unit* set) const {
    for (int k = 0; k < size(); ++k) set[k] = 0;
  }

  void add(Unit* set, int bit) const {
    set[bit / unit_bits] = static_cast<Unit>(set[bit / unit_bits] | (Unit{1} << (bit % unit_bits)));
  }

  template <class Visit>
  void each(const Unit* set, Visit visit) const {
    for (int k = 0; k < size(); ++k) {
      for (std::uint64_t rest = set[k]; rest; rest &= rest - 1) {
        visit(k * unit_bits + lowest_bit(rest));
      }
    }
  }
};

using Bytes = Layout<std::uint8_t, 1>;
using Words1 = Layout<std::uint64_t, 1>;
using Words2 = Layout<std::uint64_t, 2>;
using Words3 = Layout<std::uint64_t, 3>;
using Words4 = Layout<std::uint64_t, 4>;
using WordsN = Layout<std::uint64_t, 0>;

}  // namespace levelgen
