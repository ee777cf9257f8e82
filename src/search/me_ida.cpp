#include "waymark/search/me_ida.hpp"

#include <bit>
#include <vector>

#include "search/deepening_search.hpp"
#include "search/ida_parameters.hpp"

namespace waymark {
namespace {

class VisitTable {
 public:
  explicit VisitTable(std::uint32_t entries)
      : entries_(std::bit_floor(entries)), shift_(64u - static_cast<unsigned>(std::countr_zero(entries_.size()))) {}

  // Entries of earlier queries are as good as none.
  void begin() {
    held_ = 0;
    if (++query_ == 0) {
      entries_.assign(entries_.size(), {});
      query_ = 1;
    }
  }

  bool enter(NodeId node, Cost g, Cost limit, std::uint32_t depth) {
    instrument::look();
    Entry& entry = entries_[place_of(node)];
    const bool is_taken = entry.query == query_;
    if (is_taken && entry.node == node) {
      if (entry.g < g || (entry.g == g && entry.limit == limit)) return false;
    } else if (is_taken && entry.depth <= depth) {
      return true;
    }
    instrument::write();
    held_ += is_taken ? 0 : 1;
    entry = {query_, node, g, limit, depth};
    return true;
  }

  [[nodiscard]] std::uint64_t held() const { return held_; }
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_of(entries_); }

 private:
  struct Entry {
    std::uint32_t query = 0;
    NodeId node = kNoNode;
    Cost g = 0;
    Cost limit = 0;
    std::uint32_t depth = 0;
  };
  static_assert(sizeof(Entry) == 20);

  // The highest bits of the product; with one entry there are none.
  [[nodiscard]] std::size_t place_of(NodeId node) const {
    return entries_.size() == 1 ? 0 : static_cast<std::size_t>((node * 0x9e3779b97f4a7c15ull) >> shift_);
  }

  std::vector<Entry> entries_;
  unsigned shift_;
  std::uint32_t query_ = 0;
  std::uint64_t held_ = 0;
};

}  // namespace

Result<PathFinderPtr> make_me_ida(const Map& map, const MeIdaOptions& options) {
  if (auto good = check_options(options, kMeIdaParameters); !good) return good.error();
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    using Finder = DeepeningSearch<Heuristic, VisitTable>;
    return PathFinderPtr(std::make_unique<Finder>(map, make_heuristic, options.limit, options.table));
  });
}

}  // namespace waymark
