// Draws of the constructor from the random stream; equal to levelgen.engine.rng.Rng.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "../random.hpp"

namespace levelgen::construct {

class Draws : public Random {
 public:
  explicit Draws(std::uint64_t state) : Random(state) {}

  // The stream of a part of the work, and of one attempt at it.
  static Draws stream(std::uint64_t seed, std::string_view name) {
    return Draws(branch(mix(seed + gamma), fnv(name)));
  }
  static Draws stream(std::uint64_t seed, std::string_view name, std::uint64_t attempt) {
    const std::uint64_t state = branch(mix(seed + gamma), fnv(name));
    return Draws(branch(state, mix(attempt ^ fnv_offset)));
  }

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t last = items.size(); last-- > 1;) std::swap(items[last], items[below(last + 1)]);
  }

  template <class Item>
  const Item& choice(const std::vector<Item>& items) {
    return items[below(items.size())];
  }

  // Draws an item and takes it off the list; the last one fills its place.
  template <class Item>
  Item taken(std::vector<Item>& items) {
    std::swap(items[below(items.size())], items.back());
    const Item item = items.back();
    items.pop_back();
    return item;
  }

 private:
  static constexpr std::uint64_t gamma = 0x9E3779B97F4A7C15u;
  static constexpr std::uint64_t fnv_offset = 0xCBF29CE484222325u;
  static constexpr std::uint64_t fnv_prime = 0x00000100000001B3u;

  static std::uint64_t mix(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
  }

  static std::uint64_t fnv(std::string_view text) {
    std::uint64_t value = fnv_offset;
    for (const char letter : text) value = (value ^ static_cast<unsigned char>(letter)) * fnv_prime;
    return value;
  }

  static std::uint64_t branch(std::uint64_t state, std::uint64_t word) {
    return mix((state ^ word) + gamma);
  }
};

}  // namespace levelgen::construct
