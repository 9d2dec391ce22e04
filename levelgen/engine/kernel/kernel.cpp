#include "kernel.hpp"

#include "search.hpp"

namespace levelgen {
namespace {

template <class L>
class Compiled final : public Kernel {
 public:
  Compiled(const std::vector<std::uint64_t>& weights, int shift, const std::uint64_t* masks)
      : rules_(static_cast<int>(weights.size()), masks), weights_(rules_.layout(), weights, shift) {}

  Sample sample(const Task& task) const override {
    const Arena::Use arena;
    if (!task.weights && task.shift == weights_.shift()) {
      return Search<L>(*arena, rules_, weights_, task).run();
    }
    const std::uint64_t* given = task.weights ? task.weights : weights_.values().data();
    const Weights<L> weights(
        rules_.layout(), std::vector<std::uint64_t>(given, given + rules_.tiles()), task.shift);
    return Search<L>(*arena, rules_, weights, task).run();
  }

  std::vector<std::uint64_t> narrowed(const Task& task) const override {
    const Arena::Use arena;
    return Search<L>(*arena, rules_, weights_, task).narrowed();
  }

 private:
  Rules<L> rules_;
  Weights<L> weights_;
};

}  // namespace

std::unique_ptr<Kernel> make_kernel(const std::vector<std::uint64_t>& weights, int shift,
                                    const std::uint64_t* masks) {
  const std::size_t tiles = weights.size();
  if (tiles <= 8) return std::make_unique<Compiled<Bytes>>(weights, shift, masks);
  if (tiles <= 64) return std::make_unique<Compiled<Words1>>(weights, shift, masks);
  if (tiles <= 128) return std::make_unique<Compiled<Words2>>(weights, shift, masks);
  if (tiles <= 192) return std::make_unique<Compiled<Words3>>(weights, shift, masks);
  if (tiles <= 256) return std::make_unique<Compiled<Words4>>(weights, shift, masks);
  return std::make_unique<Compiled<WordsN>>(weights, shift, masks);
}

}  // namespace levelgen
