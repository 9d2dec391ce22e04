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

  void take(const Moments& other) {
    weight -= other.weight;
    spread -= other.spread;
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

// Weights, and tables of what they sum up to by groups of tiles.
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
    tabulate();
    if constexpr (L::unit_bits == 8) spell_out();
  }

  int shift() const { return shift_; }
  const std::vector<std::uint64_t>& values() const { return weights_; }

  int bucket(std::uint32_t entropy, std::uint32_t urgency) const {
    const std::uint64_t share = static_cast<std::uint64_t>(entropy / urgency) * bucket_count;
    return static_cast<int>(std::min<std::uint64_t>(share / range_, bucket_count - 1));
  }

  Moments sum(const Unit* domain) const {
    Moments found;
    groups(domain, [&](std::size_t row) { found.add(table_[row]); });
    return found;
  }

  // Brings the sum over a set to that over a part of it: what was lost is less than what is left.
  void lessen(Moments& sum, const Unit* before, const Unit* after) const {
    for (int k = 0; k < layout_.size(); ++k) {
      for (std::uint64_t gone = before[k] & ~after[k]; gone; gone &= gone - 1) {
        sum.take(single_[k * L::unit_bits + lowest_bit(gone)]);
      }
    }
  }

  std::uint32_t entropy(const Unit* domain) const {
    if constexpr (L::unit_bits == 8) return known_[domain[0]];
    return entropy(domain, sum(domain));
  }

  std::uint32_t entropy(const Unit* domain, const Moments& sum) const {
    return entropy_of(sum, sum.weight ? 0 : layout_.count(domain));
  }

  // The bucket of a domain while all cells are equally urgent; -1 for one that is decided.
  int home(const Unit* domain) const {
    if constexpr (L::unit_bits == 8) return homes_[domain[0]];
    return layout_.open(domain) ? bucket(entropy(domain), 1) : -1;
  }

  int draw(const Unit* domain, Random& random) const {
    if constexpr (L::unit_bits == 8) {
      // The tiles whose share ends at or before the number drawn, counted without a branch.
      const std::uint64_t* ends = &ends_[8 * static_cast<std::size_t>(domain[0])];
      const std::uint64_t drawn = random.below(ends[7]);
      int tile = 0;
      for (int k = 0; k < 7; ++k) tile += drawn >= ends[k];
      return tile;
    }
    std::uint64_t total = 0;
    groups(domain, [&](std::size_t row) { total += totals_[row]; });
    if (!total) return nth(domain, random.below(static_cast<std::uint64_t>(layout_.count(domain))));
    std::uint64_t rest = random.below(total);
    int found = -1;
    groups(domain, [&](std::size_t row) {
      if (found >= 0) return;
      if (rest >= totals_[row]) {
        rest -= totals_[row];
      } else {
        found = within(row, rest);
      }
    });
    return found;
  }

 private:
  static constexpr int group_bits = L::group_bits;
  static constexpr std::size_t subsets = std::size_t{1} << group_bits;

  // Visits the rows of the tables that make up a domain.
  template <class Visit>
  void groups(const Unit* domain, Visit visit) const {
    std::size_t base = 0;
    for (int k = 0; k < layout_.size(); ++k, base += (64 / group_bits) * subsets) {
      each_group<group_bits>(domain[k], [&](int group, int subset) {
        visit(base + static_cast<std::size_t>(group) * subsets + subset);
      });
    }
  }

  // The tile of a group whose share holds the number.
  int within(std::size_t row, std::uint64_t rest) const {
    const int first = static_cast<int>(row / subsets) * group_bits;
    for (std::uint64_t set = row % subsets; set; set &= set - 1) {
      const int tile = first + lowest_bit(set);
      if (rest < weights_[tile]) return tile;
      rest -= weights_[tile];
    }
    return -1;
  }

  int nth(const Unit* domain, std::uint64_t place) const {
    int found = -1;
    layout_.each(domain, [&](int tile) {
      if (place-- == 0) found = tile;
    });
    return found;
  }

  void tabulate() {
    const std::size_t tiles = weights_.size();
    const std::size_t rows = (tiles + group_bits - 1) / group_bits * subsets;
    table_.assign(rows, {});
    totals_.assign(rows, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t set = row % subsets;
      if (!set) continue;
      const std::size_t tile = row / subsets * group_bits + lowest_bit(set);
      if (tile >= tiles) continue;  // no domain holds it
      const std::size_t rest = row - (set & (0 - set));
      table_[row] = table_[rest];
      table_[row].add(single_[tile]);
      totals_[row] = totals_[rest] + weights_[tile];
    }
  }

  // Up to 8 tiles there is a row for every domain.
  void spell_out() {
    known_.assign(subsets, 0);
    homes_.assign(subsets, -1);
    ends_.assign(8 * subsets, 0);
    for (std::size_t set = 1; set < subsets; ++set) {
      known_[set] = entropy_of(table_[set], count_bits(set));
      if (set & (set - 1)) homes_[set] = static_cast<std::int16_t>(bucket(known_[set], 1));
      std::uint64_t end = 0;
      for (std::size_t tile = 0; tile < 8; ++tile) {
        const bool there = set >> tile & 1 && tile < weights_.size();
        if (there) end += totals_[set] ? weights_[tile] : 1;
        ends_[8 * set + tile] = end;
      }
    }
  }

  L layout_;
  std::vector<std::uint64_t> weights_;
  int shift_;
  std::uint32_t range_ = 1;
  std::vector<Moments> single_;
  std::vector<Moments> table_;         // by group of tiles and subset of it
  std::vector<std::uint64_t> totals_;  // the same of the weights themselves
  std::vector<std::uint32_t> known_;   // entropy by domain, up to 8 tiles
  std::vector<std::int16_t> homes_;    // bucket by domain, up to 8 tiles
  std::vector<std::uint64_t> ends_;    // where the share of each tile ends, up to 8 tiles
};

// What the domains of one task offer: by the weights of the tiles, or of each cell under a field.
template <class L>
class Choices {
 public:
  using Unit = typename L::Unit;

  Choices(L layout, const Weights<L>& weights, const std::uint32_t* field)
      : layout_(layout), weights_(weights), field_(field) {}

  // The bucket of a cell, -1 if it is decided.
  int home(const Unit* domain, int number, std::uint32_t urgency) const {
    if (!field_ && urgency == 1) return weights_.home(domain);
    if (!layout_.open(domain)) return -1;
    if (!field_) return weights_.bucket(weights_.entropy(domain), urgency);
    Moments sum;
    int members = 0;
    layout_.each(domain, [&](int tile) {
      sum.add(moments(weight(number, tile), weights_.shift()));
      ++members;
    });
    return weights_.bucket(entropy_of(sum, members), urgency);
  }

  // The same from the sum over the domain, which `summed` keeps up with its changes.
  int home(const Unit* domain, const Moments& sum, std::uint32_t urgency) const {
    return layout_.open(domain) ? weights_.bucket(weights_.entropy(domain, sum), urgency) : -1;
  }

  // Whether keeping the sum of every cell pays: where domains are long, and cells are alike.
  bool summed() const { return !L::narrow && !field_; }
  const Weights<L>& weights() const { return weights_; }

  int draw(const Unit* domain, int number, Random& random) const {
    if (!field_) return weights_.draw(domain, random);
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
    if (!plain) return plain;
    const std::uint64_t factor = field_[static_cast<std::size_t>(number) * weights_.values().size() + tile];
    return factor ? std::max<std::uint64_t>(1, (plain * factor + 500) / 1000) : 0;
  }

  L layout_;
  const Weights<L>& weights_;
  const std::uint32_t* field_;
};

}  // namespace levelgen
