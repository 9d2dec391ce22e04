// What a domain offers: its entropy class, and tiles drawn by weight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "buckets.hpp"
#include "logarithm.hpp"
#include "random.hpp"

namespace levelgen {

// The entropy is taken over weights shifted right until their sum fits 32 bits, so that no sum of
// weight times logarithm can overflow.
struct Moments {
  std::uint64_t weight = 0;  // sum of the shifted weights
  std::uint64_t spread = 0;  // sum of shifted weight times its logarithm

  void add(const Moments& other) {
    weight += other.weight;
    spread += other.spread;
  }
};

inline Moments moments(std::uint64_t weight, int shift) {
  if (!weight) return {};
  const std::uint64_t shifted = std::max<std::uint64_t>(1, weight >> shift);
  return {shifted, shifted * logarithms()(shifted)};
}

// Weights of zero count for nothing, unless a domain holds nothing else: then all are equal.
inline std::uint32_t entropy_of(const Moments& sum, int members) {
  if (!sum.weight) return static_cast<std::uint32_t>(logarithms()(members));
  const std::uint64_t whole = sum.weight * logarithms()(sum.weight);
  return whole > sum.spread ? static_cast<std::uint32_t>((whole - sum.spread) / sum.weight) : 0;
}

template <class L>
class Weights {
 public:
  using Unit = typename L::Unit;

  Weights(L layout, std::vector<std::uint64_t> weights, int shift)
      : layout_(layout), weights_(std::move(weights)), shift_(shift) {
    const int tiles = static_cast<int>(weights_.size());
    range_ = static_cast<std::uint32_t>(logarithms()(std::max(tiles, 1))) + 1;
    single_.reserve(tiles);
    for (std::uint64_t weight : weights_) single_.push_back(moments(weight, shift));
    if constexpr (L::narrow) tabulate();
  }

  int shift() const { return shift_; }
  const std::vector<std::uint64_t>& values() const { return weights_; }

  int bucket(std::uint32_t entropy, std::uint32_t urgency) const {
    const std::uint64_t share = static_cast<std::uint64_t>(entropy / urgency) * bucket_count;
    return static_cast<int>(std::min<std::uint64_t>(share / range_, bucket_count - 1));
  }

  std::uint32_t entropy(const Unit* domain) const {
    if constexpr (L::unit_bits == 8) return known_[domain[0]];
    Moments sum;
    if constexpr (L::narrow) {
      std::uint64_t rest = domain[0];
      for (std::size_t base = 0; rest; rest >>= 8, base += 256) sum.add(table_[base + (rest & 255)]);
    } else {
      layout_.each(domain, [&](int tile) { sum.add(single_[tile]); });
    }
    return entropy_of(sum, sum.weight ? 0 : layout_.count(domain));
  }

  // The bucket of a domain while all cells are equally urgent.
  int bucket(const Unit* domain) const {
    if constexpr (L::unit_bits == 8) return homes_[domain[0]];
    return bucket(entropy(domain), 1);
  }

 private:
  void tabulate() {
    const int tiles = static_cast<int>(weights_.size());
    const int groups = (tiles + 7) / 8;
    table_.assign(static_cast<std::size_t>(groups) * 256, {});
    for (int group = 0; group < groups; ++group) {
      Moments* row = &table_[static_cast<std::size_t>(group) * 256];
      for (int set = 1; set < 256; ++set) {
        const int tile = 8 * group + lowest_bit(set);
        row[set] = row[set & (set - 1)];
        if (tile < tiles) row[set].add(single_[tile]);
      }
    }
    if constexpr (L::unit_bits == 8) {
      known_.assign(256, 0);
      homes_.assign(256, 0);
      for (int set = 1; set < 256; ++set) {
        known_[set] = entropy_of(table_[set], count_bits(set));
        homes_[set] = static_cast<std::int16_t>(bucket(known_[set], 1));
      }
    }
  }

  L layout_;
  std::vector<std::uint64_t> weights_;
  int shift_;
  std::uint32_t range_ = 1;
  std::vector<Moments> single_;
  std::vector<Moments> table_;         // by byte of the domain
  std::vector<std::uint32_t> known_;   // entropy by domain, up to 8 tiles
  std::vector<std::int16_t> homes_;    // bucket by domain, up to 8 tiles
};

// Draws for one task: the weights of the tiles, or of each cell when the task has a field.
template <class L>
class Choices {
 public:
  using Unit = typename L::Unit;

  Choices(L layout, const Weights<L>& weights, const std::uint32_t* field)
      : layout_(layout), weights_(weights), field_(field) {}

  int bucket(const Unit* domain, int number, std::uint32_t urgency) const {
    if (!field_) {
      if (urgency == 1) return weights_.bucket(domain);
      return weights_.bucket(weights_.entropy(domain), urgency);
    }
    Moments sum;
    int members = 0;
    layout_.each(domain, [&](int tile) {
      sum.add(moments(weight(number, tile), weights_.shift()));
      ++members;
    });
    return weights_.bucket(entropy_of(sum, members), urgency);
  }

  int draw(const Unit* domain, int number, Random& random) const {
    std::uint64_t total = 0;
    layout_.each(domain, [&](int tile) { total += weight(number, tile); });
    const bool weightless = total == 0;
    if (weightless) total = static_cast<std::uint64_t>(layout_.count(domain));
    std::uint64_t rest = random.below(total);
    for (int k = 0; k < layout_.size(); ++k) {
      for (std::uint64_t set = domain[k]; set; set &= set - 1) {
        const int tile = k * L::unit_bits + lowest_bit(set);
        const std::uint64_t share = weightless ? 1 : weight(number, tile);
        if (rest < share) return tile;
        rest -= share;
      }
    }
    return -1;
  }

 private:
  std::uint64_t weight(int number, int tile) const {
    const std::uint64_t plain = weights_.values()[tile];
    if (!field_ || !plain) return plain;
    const std::uint64_t factor = field_[static_cast<std::size_t>(number) * weights_.values().size() + tile];
    return factor ? std::max<std::uint64_t>(1, (plain * factor + 500) / 1000) : 0;
  }

  L layout_;
  const Weights<L>& weights_;
  const std::uint32_t* field_;
};

}  // namespace levelgen
