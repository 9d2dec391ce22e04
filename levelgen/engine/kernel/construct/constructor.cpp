#include "constructor.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "board.hpp"
#include "claims.hpp"
#include "doors.hpp"
#include "draws.hpp"
#include "flips.hpp"
#include "structure.hpp"
#include "texture.hpp"
#include "uncounted.hpp"

namespace levelgen::construct {
namespace {

using Targets = std::vector<std::int64_t>;

class Site {
 public:
  Site(const Kernel& kernel, const Adjacency& rules, const Plan& plan, std::uint64_t seed)
      : kernel_(kernel),
        rules_(rules),
        plan_(plan),
        seed_(seed),
        board_(plan.layout.rows, plan.layout.cols, plan.layout.wrap_rows, plan.layout.wrap_cols, plan.layout.exists) {}

  Built build(std::vector<std::int64_t> mixture, int attempts) {
    if (!know()) {
      built_.infeasible = true;
      return std::move(built_);
    }
    texture_.emplace(kernel_, rules_, plan_, domains_, std::move(mixture));
    survey();
    const std::optional<Targets> kept = targets(Draws::stream(seed_, "targets"));
    if (!kept) {
      built_.infeasible = true;
      built_.verdict = Verdict::no_share;
      return std::move(built_);
    }
    bool any = false;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      ++built_.attempts;
      Targets wanted = *kept;
      if (attempt >= (attempts + 1) / 2) wanted = targets(stream("targets", attempt)).value_or(*kept);
      Tiles tiles;
      if (!draw(wanted, attempt, tiles)) {
        if (built_.infeasible || built_.counters[static_cast<int>(Counter::textures_failed)] >= texture_failures) break;
        continue;
      }
      shape_tiles(tiles, wanted, attempt);
      std::vector<Object> pinned = plan_.pinned;
      pinned.insert(pinned.end(), standing_.begin(), standing_.end());
      Placement placement(plan_, std::move(pinned), board_, tiles, rules_.tiles, stream("objects", attempt));
      std::vector<Object> objects = placement.place(hint_, hint_too_);
      std::vector<Broken> broken = Verification(rules_, plan_, board_, tiles, objects).broken;
      const bool whole = broken.empty();
      if (!any || broken.size() < built_.broken.size()) {
        any = true;
        built_.tiles = std::move(tiles);
        built_.objects = std::move(objects);
        built_.broken = std::move(broken);
      }
      if (whole) break;
    }
    if (!any) return std::move(built_);
    built_.verdict = Verdict::built;
    built_.infeasible = false;
    for (std::int32_t& tile : built_.tiles) {
      if (tile == rules_.tiles) tile = -1;
    }
    return std::move(built_);
  }

 private:
  static constexpr std::uint64_t texture_budget = 2000;
  static constexpr std::uint64_t retype_budget = 500;
  static constexpr std::size_t tiny_region = 2;
  static constexpr std::int64_t texture_failures = 3;
  static constexpr std::int64_t rare = 8;  // less than one in so many cells of a region

  Draws stream(const char* name, int attempt) const {
    return Draws::stream(seed_, name, static_cast<std::uint64_t>(attempt));
  }

  void count(Counter counter, std::int64_t amount = 1) { built_.counters[static_cast<int>(counter)] += amount; }

  std::uint64_t* domain(std::vector<std::uint64_t>& domains, int cell) const { return &domains[cell * rules_.words]; }
  const std::uint64_t* domain(int cell) const { return &domains_[cell * rules_.words]; }

  static void keep(std::uint64_t* domain, const Set& set) {
    for (std::size_t k = 0; k < set.size(); ++k) domain[k] &= set[k];
  }

  // Domains after pinned objects and propagation; false proves that no board exists.
  bool know() {
    std::vector<std::uint64_t> domains = plan_.domains;
    for (const auto& [kind, cell] : plan_.pinned) {
      if (kind < static_cast<int>(plan_.objects.size())) keep(domain(domains, cell), plan_.objects[kind].on);
      if (plan_.path.start_kind >= 0 && (kind == plan_.path.start_kind || kind == plan_.path.exit_kind)) {
        keep(domain(domains, cell), plan_.path.through);
      }
    }
    domains_ = narrowed(domains);
    return !domains_.empty();
  }

  std::vector<std::uint64_t> narrowed(const std::vector<std::uint64_t>& domains) const {
    Task task = plan_.layout;
    task.domains = domains.data();
    task.shift = rules_.shift;
    task.field = nullptr;
    return kernel_.narrowed(task);
  }

  // What the attempts share: the open tiles, the shares they decide, the parts of the mixture.
  void survey() {
    const bool asked = plan_.path.start_kind >= 0;
    open_ = plan_.connected;
    if (empty(open_) && asked) open_ = plan_.path.through;
    any_open_ = !empty(open_);
    Set closed(rules_.words, 0);
    for (int tile = 0; tile < rules_.tiles; ++tile) {
      if (!has(open_, tile)) closed[tile / 64] |= std::uint64_t{1} << (tile % 64);
    }
    const auto cells = static_cast<std::int64_t>(board_.existing.size());
    for (const Set& tiles : plan_.others) {
      if (empty(inner_) && !leaves(tiles.data(), open_)) inner_ = tiles;
    }
    for (const Set& tiles : plan_.others) {
      if (tiles != inner_) others_.push_back(tiles);
    }
    shares_ = plan_.shares;
    for (Share& share : shares_) {
      if (any_open_ && share.tiles == closed) share = {open_, cells - share.high, cells - share.low};
    }
    owners_.assign(shares_.size(), {});
    decide(open_);
    parts_ = {open_};
    for (const Set& tiles : others_) {
      decide(tiles);
      parts_.push_back(tiles);
      for (std::size_t k = 0; k < rules_.words; ++k) closed[k] &= ~tiles[k];
    }
    parts_.push_back(closed);
    // Tiles whose mixture no promise decides: the other shares split them.
    for (std::size_t index = 0; index < shares_.size(); ++index) {
      if (!owners_[index].empty()) continue;
      std::vector<Set> split;
      for (const Set& part : parts_) {
        Set in = part, out = part;
        for (std::size_t k = 0; k < rules_.words; ++k) {
          in[k] &= shares_[index].tiles[k];
          out[k] &= ~shares_[index].tiles[k];
        }
        if (!empty(in)) split.push_back(std::move(in));
        if (!empty(out)) split.push_back(std::move(out));
      }
      parts_ = std::move(split);
    }
    end_tiles_ = open_;
    if (asked) {
      for (const int kind : {plan_.path.start_kind, plan_.path.exit_kind}) {
        if (kind < static_cast<int>(plan_.objects.size())) keep(end_tiles_.data(), plan_.objects[kind].on);
      }
    }
  }

  // Finds the shares that the size of a region of these tiles decides; rare tiles decide nothing.
  void decide(const Set& tiles) {
    std::vector<std::tuple<bool, int, std::size_t>> inner;
    for (std::size_t index = 0; index < shares_.size() && !empty(tiles); ++index) {
      const Set& some = shares_[index].tiles;
      if (empty(some) || leaves(some.data(), tiles)) continue;
      int size = 0;
      for (const std::uint64_t word : some) size += count_bits(word);
      inner.emplace_back(tiles == open_ && is_rare(some), -size, index);
    }
    const bool nested = !empty(inner_) && tiles == open_;
    if (inner.empty() && !nested) return;
    std::sort(inner.begin(), inner.end());
    Region region{tiles, Set(rules_.words, 0), {}};
    for (const auto& [rare, size, index] : inner) {
      const Set& some = shares_[index].tiles;
      if (rare && region.sized.empty()) {
        for (std::size_t k = 0; k < rules_.words; ++k) region.counted[k] = tiles[k] & ~some[k];
        break;
      }
      if (rare || meets(some.data(), region.counted)) continue;
      for (std::size_t k = 0; k < rules_.words; ++k) region.counted[k] |= some[k];
      region.sized.push_back(index);
    }
    if (nested && region.counted != inner_) region = {tiles, inner_, {}};
    if (region.sized.size() == 1) owners_[region.sized[0]] = tiles;
    regions_.push_back(std::move(region));
  }

  bool is_rare(const Set& tiles) const {
    const std::vector<std::int64_t>& mixture = texture_->mixture();
    return rare * held(mixture, tiles, rules_.tiles) < held(mixture, open_, rules_.tiles);
  }

  // A connected set of tiles with the numbers of its cells.
  Ground ground(const Set& tiles, const Targets& targets) const {
    for (const Region& region : regions_) {
      if (region.tiles != tiles) continue;
      std::int64_t target = region.sized.empty() ? -1 : 0;
      for (const std::size_t index : region.sized) target += targets[index];
      Set others = tiles;
      for (std::size_t k = 0; k < others.size(); ++k) others[k] &= ~region.counted[k];
      for (std::size_t index = 0; index < shares_.size() && meets(tiles.data(), open_); ++index) {
        if (shares_[index].tiles == others) return {tiles, region.counted, target, targets[index]};
      }
      return {tiles, region.counted, target};
    }
    return {tiles, tiles, -1};
  }

  std::optional<Targets> targets(Draws draws) const {
    Targets found;
    for (std::size_t index = 0; index < shares_.size(); ++index) {
      const Share& share = shares_[index];
      std::size_t first = 0;
      while (shares_[first].tiles != share.tiles) ++first;
      std::int64_t low = 0, high = 0;
      for (const int cell : board_.existing) {
        low += !leaves(domain(cell), share.tiles);
        high += meets(domain(cell), share.tiles);
      }
      for (const Share& other : shares_) {
        if (other.tiles != share.tiles) continue;
        low = std::max(low, other.low);
        high = std::min(high, other.high);
      }
      if (low > high) return std::nullopt;
      found.push_back(first < index ? found[first] : draws.between(low, high));
    }
    return found;
  }

  bool draw(const Targets& targets, int attempt, Tiles& tiles) {
    std::vector<Wish> wishes;
    for (std::size_t index = 0; index < shares_.size(); ++index) {
      const Set& counted = shares_[index].tiles;
      wishes.push_back({owners_[index].empty() ? counted : owners_[index], counted, targets[index]});
    }
    Draws draws = stream("texture", attempt);
    Sample drawn = texture_->draw(wishes, parts_, draws, texture_budget);
    count(Counter::observations, static_cast<std::int64_t>(drawn.observations));
    count(Counter::backtracks, static_cast<std::int64_t>(drawn.backtracks));
    count(Counter::restarts, static_cast<std::int64_t>(drawn.restarts));
    if (drawn.status == Status::solved) {
      tiles = filled(std::move(drawn.tiles));
      return true;
    }
    built_.infeasible = drawn.status == Status::infeasible;
    count(Counter::textures_failed);
    return false;
  }

  Tiles filled(Tiles tiles) const {
    for (std::int32_t& tile : tiles) {
      if (tile < 0) tile = rules_.tiles;
    }
    return tiles;
  }

  // Makes the tiles of one attempt, and names cells for start and exit, and the objects of locks.
  void shape_tiles(Tiles& tiles, const Targets& targets, int attempt) {
    hint_ = hint_too_ = -1;
    standing_.clear();
    Draws draws = stream("structure", attempt);
    std::vector<std::uint64_t> restricted;
    const std::vector<std::uint64_t>* domains = &domains_;
    if (any_open_ || !plan_.region_shares.empty()) {
      if (shape(tiles, targets, attempt, draws, restricted)) {
        Tiles prefer(board_.cells);
        for (int cell = 0; cell < board_.cells; ++cell) {
          const bool kept = tiles[cell] < rules_.tiles && has(domain(restricted, cell), tiles[cell]);
          prefer[cell] = kept ? tiles[cell] : -1;
        }
        Sample retyped = texture_->sample(draws, retype_budget, nullptr, restricted, prefer.data());
        count(Counter::observations, static_cast<std::int64_t>(retyped.observations));
        count(Counter::backtracks, static_cast<std::int64_t>(retyped.backtracks));
        if (retyped.status == Status::solved) {
          const Tiles made = filled(std::move(retyped.tiles));
          for (int cell = 0; cell < board_.cells; ++cell) count(Counter::retyped, made[cell] != tiles[cell]);
          tiles = made;
          domains = &restricted;
        } else {
          count(Counter::retypings_failed);
        }
      } else {
        // The bare texture goes on: it is still a hint for whoever completes the level.
        count(Counter::structures_walled_in);
      }
    }
    std::vector<Set> connected{open_};
    connected.insert(connected.end(), plan_.others.begin(), plan_.others.end());
    Flips flips(rules_, board_, *domains, tiles, connected, shares_, plan_.layout.field, plan_.layout.runs, draws);
    if (any_open_) count(Counter::flips, flips.balance(texture_->mixture()));
    for (std::size_t index = 0; index < targets.size(); ++index) {
      if (owners_[index].empty()) count(Counter::flips, flips.settle(index, targets[index]));
    }
    count(Counter::flips, flips.trade(targets));
    if (plan_.variety >= 0) count(Counter::flips, flips.vary(plan_.groups, plan_.variety));
  }

  // Plans the open cells around a texture, the domains they leave and a pair of ends.
  bool shape(const Tiles& tiles, const Targets& targets, int attempt, Draws& draws, std::vector<std::uint64_t>& restricted) {
    Claims claims(rules_, board_, domains_, tiles, plan_.layout.runs, draws);
    Ground main = ground(open_, targets);
    if (!empty(inner_) && main.rest < 0) {
      // As many as the texture has, so that the inner region can be kept whole around them.
      const auto is_open = flags(open_, rules_.tiles), is_inner = flags(inner_, rules_.tiles);
      main.rest = std::count_if(tiles.begin(), tiles.end(), [&](int tile) { return is_open[tile] && !is_inner[tile]; });
    }
    std::vector<const RegionShare*> parts, early, late;
    for (const RegionShare& share : plan_.region_shares) {
      // What is pinned for other sets they have to reach; the main one has to reach what is left.
      const auto meets_it = [&](const Set& other) { return meets(other.data(), share.tiles); };
      const bool first = std::any_of(others_.begin(), others_.end(), meets_it);
      (main.leaves_out(share.tiles) ? parts : first ? early : late).push_back(&share);
    }
    for (const RegionShare* share : early) claims.pin(*share, main);
    for (const Set& other : others_) {
      const bool claimed = claims.claim(ground(other, targets), main, attempt);
      count(Counter::sizes_failed, std::exchange(claims.sizes_failed, 0));
      if (!claimed) {
        count(claims.counters);
        return false;
      }
    }
    count(claims.counters);
    for (const RegionShare* share : late) claims.pin(*share, main);
    if (!plan_.region_shares.empty() || !others_.empty()) {
      claims.domains = narrowed(claims.domains);
      if (claims.domains.empty()) return false;
    }
    if (!any_open_) {
      restricted = std::move(claims.domains);
      return true;
    }
    Structure structure = claims.structure(main);
    const Mask texture_open = structure.inside;
    if (!structure.join(tiny_region)) return false;
    claims.limit(structure, main);
    const std::int64_t target = main.size();
    std::int64_t longest = 0;
    const PathDemand& path = plan_.path;
    if (path.start_kind >= 0) {
      for (int cell = 0; cell < board_.cells; ++cell) structure.ends[cell] = meets(claims.domain(cell), end_tiles_);
      for (const auto& [kind, cell] : plan_.pinned) {
        if (kind == path.start_kind) structure.fixed_start = cell;
        if (kind == path.exit_kind) structure.fixed_exit = cell;
      }
      structure.low = std::min<std::int64_t>(path.low, board_.cells);
      longest = path.high < 0 ? board_.cells : path.high;
      if (locked()) prepare_ends(structure, claims, main, longest);
      if (target >= 0) longest = std::max(structure.low, std::min(longest, target - 1));
      if (!structure.find_ends(longest) && !wound(structure, longest)) {
        structure.start = structure.exit = -1;
        count(Counter::paths_failed);
      }
    }
    if (target >= 0 && !structure.resize(target, texture_open)) {
      const bool again = structure.start >= 0 && wound(structure, longest);
      if (!again || !structure.resize(target, texture_open)) count(Counter::sizes_failed);
    }
    count(structure.counters);
    if (locked()) {
      Doors doors(rules_, plan_, board_, structure, claims.domains, main);
      std::optional<std::vector<Object>> standing = doors.lock_up(texture_open, draws);
      if (standing) {
        standing_ = std::move(*standing);
      } else {
        count(Counter::locks_failed);
      }
    }
    for (const auto& [kind, cell] : standing_) keep(claims.domain(cell), plan_.objects[kind].on);
    if (main.rest >= 0) {
      Uncounted uncounted(rules_, board_, claims.domains, main);
      if (!uncounted.leave_out(tiles, parts, structure, draws, !empty(inner_))) count(Counter::sizes_failed);
    }
    claims.restrict(structure, main);
    for (const int cell : {structure.start, structure.exit}) {
      if (cell >= 0 && meets(claims.domain(cell), end_tiles_)) keep(claims.domain(cell), end_tiles_);
    }
    restricted = std::move(claims.domains);
    hint_ = structure.start;
    hint_too_ = structure.exit;
    return true;
  }

  bool locked() const { return plan_.locks.start_kind >= 0; }

  // The ends of locks stay where they are put, with room for the doors, so their sides must suit them.
  void prepare_ends(Structure& structure, const Claims& claims, const Ground& main, std::int64_t longest) const {
    const auto doors = static_cast<std::int64_t>(plan_.locks.doors.size());
    structure.low = std::max(structure.low, std::min(longest, least_moves(doors)));
    Set uncounted = end_tiles_;
    for (std::size_t k = 0; k < uncounted.size(); ++k) uncounted[k] &= ~main.counted[k];
    for (const int cell : board_.existing) {
      if (structure.inside[cell] && !structure.counted[cell]) structure.ends[cell] = meets(claims.domain(cell), uncounted);
    }
  }

  void count(const ShapeCounters& counters) {
    count(Counter::tunnels, counters.tunnels);
    count(Counter::grown, counters.grown);
    count(Counter::trimmed, counters.trimmed);
    count(Counter::lengthened, counters.lengthened);
    count(Counter::winding, counters.winding);
  }

  // Starts again from a winding path, when the texture's own shape is too short.
  static bool wound(Structure& structure, std::int64_t longest) {
    // The path itself goes where it cannot be joined to cells that have to stay open.
    if (!structure.wind(longest) || !structure.join(0)) return false;
    return structure.inside[structure.start] && structure.inside[structure.exit];
  }

  const Kernel& kernel_;
  const Adjacency& rules_;
  const Plan& plan_;
  std::uint64_t seed_;
  Board board_;
  Built built_;
  std::vector<std::uint64_t> domains_;
  std::optional<Texture> texture_;
  Set open_, end_tiles_;
  Set inner_;                 // a part of the open tiles that has to be one region by itself, or empty
  std::vector<Set> others_;  // connected sets apart from the open one
  bool any_open_ = false;
  std::vector<Share> shares_;
  // A connected set: the tiles that count, and the shares that they are.
  struct Region {
    Set tiles, counted;
    std::vector<std::size_t> sized;
  };
  std::vector<Region> regions_;
  std::vector<Set> owners_;  // for each share the connected set whose size decides it, or nothing
  std::vector<Set> parts_;  // sets of tiles whose mixture no promise decides
  int hint_ = -1, hint_too_ = -1;
  std::vector<Object> standing_;  // those of locks
};

}  // namespace

Built build(const Kernel& kernel, const Adjacency& rules, const Plan& plan, std::vector<std::int64_t> mixture,
            std::uint64_t seed, int attempts) {
  return Site(kernel, rules, plan, seed).build(std::move(mixture), attempts);
}

}  // namespace levelgen::construct
