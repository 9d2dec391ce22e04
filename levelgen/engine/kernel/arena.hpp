// Memory of one thread that outlives a level: the next one finds it mapped, and in the cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace levelgen {

class Arena {
 public:
  // The arena of this thread while one level is made; what was taken is free again afterwards.
  class Use {
   public:
    Use() : arena_(local()) {}
    ~Use() { arena_.restart(); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Arena& operator*() const { return arena_; }

   private:
    Arena& arena_;
  };

  // Items whose values are not set.
  template <class Item>
  Item* take(std::size_t count) {
    static_assert(std::is_trivially_copyable<Item>::value, "the arena runs no destructors");
    return reinterpret_cast<Item*>(bytes(count * sizeof(Item)));
  }

  template <class Item>
  Item* take(std::size_t count, Item value) {
    Item* items = take<Item>(count);
    std::fill_n(items, count, value);
    return items;
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  static constexpr std::size_t line = 64;  // of the cache
  static constexpr std::size_t least = std::size_t{1} << 16;
  static constexpr std::size_t most_ahead = std::size_t{1} << 23;
  static constexpr std::size_t most_kept = std::size_t{1} << 26;
#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool apart = true;  // so that the sanitizer sees the end of every array
#else
  static constexpr bool apart = false;
#endif

  static Arena& local() {
    static thread_local Arena arena;
    return arena;
  }

  std::byte* bytes(std::size_t count) {
    if (apart) return add(count);
    count = (count + line - 1) / line * line;
    if (count > left_) {
      const std::size_t size = std::max({count, least, std::min(total_, most_ahead)});
      next_ = add(size);
      left_ = size;
    }
    std::byte* const found = next_;
    next_ += count;
    left_ -= count;
    return found;
  }

  std::byte* add(std::size_t size) {
    blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
    total_ += size;
    return blocks_.back().bytes.get();
  }

  // Keeps one block that has room for as much again, unless that is a burden to the process.
  void restart() {
    if (apart || blocks_.size() > 1 || total_ > most_kept) {
      const std::size_t total = total_;
      blocks_.clear();
      total_ = left_ = 0;
      next_ = nullptr;
      if (apart || total > most_kept) return;
      // Without room for it the next level takes what it needs.
      std::byte* const room = new (std::nothrow) std::byte[total];
      if (!room) return;
      blocks_.push_back({std::unique_ptr<std::byte[]>(room), total});
      total_ = total;
    }
    if (blocks_.empty()) return;
    next_ = blocks_.front().bytes.get();
    left_ = total_;
  }

  std::vector<Block> blocks_;
  std::size_t total_ = 0;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

// A list in the arena that grows at its end. Trivial, so that a block of zeros is many empty ones.
template <class Item, class Size = std::size_t>
struct Pile {
  Item* items;
  Size size;
  Size room;

  void reserve(Arena& arena, std::size_t wanted) {
    if (wanted <= static_cast<std::size_t>(room)) return;
    const std::size_t larger = std::max<std::size_t>({wanted, 2 * static_cast<std::size_t>(room), 16});
    Item* const grown = arena.take<Item>(larger);
    if (size) std::memcpy(grown, items, size * sizeof(Item));
    items = grown;
    room = static_cast<Size>(larger);
  }

  void push(Arena& arena, Item item) {
    if (size == room) reserve(arena, static_cast<std::size_t>(size) + 1);
    items[size++] = item;
  }
};

}  // namespace levelgen
