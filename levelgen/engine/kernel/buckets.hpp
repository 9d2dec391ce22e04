// Open cells by quantised entropy: constant-time moves, the lowest class found by bit scans.
#pragma once

#include <cstdint>

#include "arena.hpp"
#include "bits.hpp"

namespace levelgen {

constexpr int bucket_count = 1024;

class Buckets {
 public:
  using Members = Pile<std::int32_t, std::int32_t>;

  Buckets(Arena& arena, std::size_t slots)
      : arena_(arena),
        spots_(arena.take<Spot>(slots, Spot{-1, 0})),
        members_(arena.take<Members>(bucket_count, Members{})) {}

  int size() const { return size_; }

  void clear() {
    for (; words_; words_ &= words_ - 1) {
      const int word = lowest_bit(words_);
      for (; used_[word]; used_[word] &= used_[word] - 1) {
        Members& list = members_[64 * word + lowest_bit(used_[word])];
        for (std::int32_t k = 0; k < list.size; ++k) spots_[list.items[k]].home = -1;
        list.size = 0;
      }
    }
    size_ = 0;
  }

  // Moves a cell to the end of a bucket, or out of all with -1. The last member of the bucket it
  // leaves takes its place.
  void place(int cell, int bucket) {
    Spot& spot = spots_[cell];
    const int home = spot.home;
    if (home == bucket) return;
    if (home >= 0) {
      Members& from = members_[home];
      const std::int32_t last = from.items[--from.size];
      from.items[spot.place] = last;
      spots_[last].place = spot.place;
      if (!from.size) unmark(home);
      --size_;
    }
    spot.home = bucket;
    if (bucket >= 0) {
      Members& to = members_[bucket];
      if (!to.size) mark(bucket);
      spot.place = to.size;
      to.push(arena_, cell);
      ++size_;
    }
  }

  // The members of the lowest bucket that has any; only when size() is positive.
  const Members& lowest() const {
    const int word = lowest_bit(words_);
    return members_[64 * word + lowest_bit(used_[word])];
  }

 private:
  struct Spot {
    std::int32_t home;
    std::int32_t place;
  };

  void mark(int bucket) {
    used_[bucket >> 6] |= std::uint64_t{1} << (bucket & 63);
    words_ |= std::uint64_t{1} << (bucket >> 6);
  }

  void unmark(int bucket) {
    std::uint64_t& word = used_[bucket >> 6];
    word &= ~(std::uint64_t{1} << (bucket & 63));
    if (!word) words_ &= ~(std::uint64_t{1} << (bucket >> 6));
  }

  Arena& arena_;
  std::uint64_t words_ = 0;  // which words of `used_` are not 0
  std::uint64_t used_[bucket_count / 64] = {};
  int size_ = 0;
  Spot* spots_;
  Members* members_;
};

}  // namespace levelgen
