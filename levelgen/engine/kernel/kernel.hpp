// Builds the kernel that fits a number of tiles.
#pragma once

#include <memory>
#include <vector>

#include "task.hpp"

namespace levelgen {

// `masks`: for each direction and tile, the bitset of neighbours in 64-bit words.
std::unique_ptr<Kernel> make_kernel(const std::vector<std::uint64_t>& weights, int shift,
                                    const std::uint64_t* masks);

}  // namespace levelgen
