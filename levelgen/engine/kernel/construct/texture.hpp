// Samples a texture near the targets of the shares; equal to levelgen.engine.texture.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../logarithm.hpp"
#include "../task.hpp"
#include "draws.hpp"
#include "placement.hpp"
#include "plan.hpp"

namespace levelgen::construct {

struct Wish {
  Set lever;    // tiles whose weights are scaled
  Set counted;  // tiles that are counted
  std::int64_t target;
};

class Texture {
 public:
  Texture(const Kernel& kernel, const Adjacency& rules, const Plan& plan, const std::vector<std::uint64_t>& domains,
          std::vector<std::int64_t> mixture)
      : kernel_(kernel), rules_(rules), plan_(plan), domains_(domains), mixture_(std::move(mixture)) {
    if (plan.layout.field) {
      const std::size_t factors = static_cast<std::size_t>(plan.layout.rows) * plan.layout.cols * rules.tiles;
      highest_ = std::max<std::uint64_t>(1, *std::max_element(plan.layout.field, plan.layout.field + factors));
    }
    bits_ = std::min(most_bits, most_field_bits - bit_length(highest_));
    for (const std::uint64_t weight : rules.weights) plain_.push_back(weight * scale);
    fit(plain_);
  }

  const std::vector<std::int64_t>& mixture() const { return mixture_; }

  // Draws a board; the stream moves on by what was drawn.
  Sample sample(Draws& draws, std::uint64_t budget, const std::vector<std::uint64_t>* weights,
                const std::vector<std::uint64_t>& domains, const std::int32_t* prefer) const {
    Task task = plan_.layout;
    task.domains = domains.data();
    task.uniform = false;
    task.weights = weights ? weights->data() : nullptr;
    task.shift = shift(weights ? *weights : rules_.weights);
    task.prefer = prefer;
    task.state = draws.state();
    task.budget = budget;
    Sample found = kernel_.sample(task);
    draws = Draws(found.state);
    return found;
  }

  Sample draw(const std::vector<Wish>& wishes, const std::vector<Set>& parts, Draws& draws, std::uint64_t budget) const {
    std::vector<std::uint64_t> weights = plain_;
    const auto filled = std::count_if(parts.begin(), parts.end(), [](const Set& part) { return !empty(part); });
    if (wishes.empty() && filled < 2) return sample(draws, budget, &weights, domains_, nullptr);
    std::optional<Sample> nearest;
    std::int64_t least = 0;
    for (int round = 0; round < rounds; ++round) {
      Sample found = sample(draws, budget, &weights, domains_, nullptr);
      if (found.status != Status::solved) return nearest ? std::move(*nearest) : std::move(found);
      std::vector<std::int64_t> counts(rules_.tiles, 0);
      std::int64_t cells = 0;
      for (const int tile : found.tiles) {
        if (tile < 0) continue;
        ++counts[tile];
        ++cells;
      }
      std::int64_t far = 0;
      for (const Wish& wish : wishes) {
        const std::int64_t off = std::abs(held(counts, wish.counted, rules_.tiles) - wish.target);
        far += off;
        if (off > wish.target / tolerance) tilt(weights, wish, counts, cells);
      }
      far += 2 * strangeness(counts, parts);
      if (!nearest || far < least) {
        nearest = std::move(found);
        least = far;
      }
      if (far * near <= cells) break;
    }
    return std::move(*nearest);
  }

 private:
  static constexpr std::uint64_t scale = 64;
  static constexpr std::uint64_t steepest = 4;
  static constexpr int rounds = 6;
  static constexpr std::int64_t tolerance = 12;
  static constexpr std::int64_t near = 12;
  static constexpr int most_bits = 32;
  static constexpr int most_field_bits = 61;
  static constexpr int root_bits = 40;
  static constexpr int weight_bits = 32;
  static constexpr std::uint64_t field_scale = 1000;

  int shift(const std::vector<std::uint64_t>& weights) const {
    if (!plan_.layout.field && &weights == &rules_.weights) return rules_.shift;
    std::uint64_t sum = 0;
    for (const std::uint64_t weight : weights) sum += weight;
    const Product total = multiply(sum, plan_.layout.field ? highest_ : 1);
    if (total.high || total.low >> 62) throw std::invalid_argument("the weights are too large: their sum must stay below 2^62");
    const int length = bit_length(plan_.layout.field ? total.low / field_scale : total.low);
    return std::max(0, length - weight_bits);
  }

  void fit(std::vector<std::uint64_t>& weights) const {
    std::uint64_t sum = 0;
    for (const std::uint64_t weight : weights) sum += weight;
    const int down = std::max(0, bit_length(sum) - bits_);
    for (std::uint64_t& weight : weights) {
      if (weight) weight = std::max<std::uint64_t>(1, weight >> down);
    }
  }

  // The integer square root, rounded down.
  static std::uint64_t root(std::uint64_t value) {
    std::uint64_t found = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 31; bit; bit >>= 1) {
      const std::uint64_t next = found | bit;
      if (next * next <= value) found = next;
    }
    return found;
  }

  void tilt(std::vector<std::uint64_t>& weights, const Wish& wish, const std::vector<std::int64_t>& counts,
            std::int64_t cells) const {
    const std::int64_t count = held(counts, wish.counted, rules_.tiles);
    auto up = static_cast<std::uint64_t>(std::max<std::int64_t>(1, wish.target * (cells - count)));
    auto down = static_cast<std::uint64_t>(std::max<std::int64_t>(1, count * (cells - wish.target)));
    const int cut = std::max(0, bit_length(std::max(up, down)) - root_bits);
    up = root(std::max<std::uint64_t>(1, up >> cut) << 20);
    down = root(std::max<std::uint64_t>(1, down >> cut) << 20);
    if (up > steepest * down) {
      up = steepest;
      down = 1;
    } else if (down > steepest * up) {
      up = 1;
      down = steepest;
    }
    for (int tile = 0; tile < rules_.tiles; ++tile) {
      if (weights[tile] && has(wish.lever, tile)) weights[tile] = std::max<std::uint64_t>(1, weights[tile] * up / down);
    }
    fit(weights);
  }

  std::int64_t strangeness(const std::vector<std::int64_t>& counts, const std::vector<Set>& parts) const {
    std::int64_t off = 0;
    for (const Set& part : parts) {
      const std::int64_t here = held(counts, part, rules_.tiles), there = held(mixture_, part, rules_.tiles);
      if (!there) continue;
      for (int tile = 0; tile < rules_.tiles; ++tile) {
        if (has(part, tile)) off += std::abs(counts[tile] - here * mixture_[tile] / there);
      }
    }
    return off / 2;
  }

  const Kernel& kernel_;
  const Adjacency& rules_;
  const Plan& plan_;
  const std::vector<std::uint64_t>& domains_;
  std::vector<std::int64_t> mixture_;
  std::uint64_t highest_ = 1;  // factor of the field
  int bits_ = most_bits;
  std::vector<std::uint64_t> plain_;
};

}  // namespace levelgen::construct
