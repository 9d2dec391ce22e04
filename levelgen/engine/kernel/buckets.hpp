// Open cells by quantised entropy: constant-time moves, the lowest class found by bit scans.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"

namespace levelgen {

constexpr int bucket_count = 1024;

class Buckets {
 public:
  explicit Buckets(std::size_t slots)
      : spots_(slots), members_(bucket_count) {}

  int size() const { return size_; }

  void clear() {
    for (int bucket = 0; bucket < bucket_count; ++bucket) {
      for (int cell : members_[bucket]) spots_[cell].home = -1;
      members_[bucket].clear();
    }
    for (std::uint64_t& word : used_) word = 0;
    size_ = 0;
  }

  // Moves a cell to the end of a bucket, or out of all with -1. The last member of the bucket it
  // leaves takes its place.
  void place(int cell, int bucket) {
    Spot& spot = spots_[cell];
    const int home = spot.home;
    if (home == bucket) return;
    if (home >= 0) {
      std::vector<std::int32_t>& from = members_[home];
      const int last = from.back();
      from[spot.place] = last;
      spots_[last].place = spot.place;
      from.pop_back();
      if (from.empty()) used_[home >> 6] &= ~(std::uint64_t{1} << (home & 63));
      --size_;
    }
    spot.home = bucket;
    if (bucket >= 0) {
      std::vector<std::int32_t>& to = members_[bucket];
      spot.place = static_cast<std::int32_t>(to.size());
      to.push_back(cell);
      used_[bucket >> 6] |= std::uint64_t{1} << (bucket & 63);
      ++size_;
    }
  }

  // The members of the lowest bucket that has any; only when size() is positive.
  const std::vector<std::int32_t>& lowest() const {
    int word = 0;
    while (!used_[word]) ++word;
    return members_[64 * word + lowest_bit(used_[word])];
  }

 private:
  struct Spot {
    std::int32_t home = -1;
    std::int32_t place = 0;
  };

  std::uint64_t used_[bucket_count / 64] = {};
  int size_ = 0;
  std::vector<Spot> spots_;
  std::vector<std::vector<std::int32_t>> members_;
};

}  // namespace levelgen
