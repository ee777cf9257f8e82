#include "waymark/search/sma.hpp"

#include "search/grid_path_finder.hpp"
#include "search/sma_parameters.hpp"
#include "search/sma_tree.hpp"

namespace waymark {
namespace {

template <class Heuristic>
class Sma final : public PathFinder {
 public:
  Sma(const Map& map, HeuristicMaker<Heuristic> make_heuristic, const SmaOptions& options)
      : PathFinder(map),
        make_heuristic_(make_heuristic),
        heuristic_(make_heuristic(map, map.grid().node(0, 0))),
        limit_(options.limit),
        tree_(map, options.successors, options.nodes, SmaTree<Heuristic>::kStatesPerUnit, options.limit) {}
  [[nodiscard]] std::uint64_t bytes() const override { return sizeof(*this) + heap_bytes_of(tree_); }

 private:
  // A node that was dropped left no trace but in values of f.
  [[nodiscard]] bool goes_by_cells() const override { return tree_.forgotten() == 0; }

  void begin(NodeId start, NodeId goal) override {
    heuristic_ = make_heuristic_(map(), goal);
    tree_.start(heuristic_, start, goal);
  }
  Status run(const Budget& budget) override {
    for (std::uint64_t units = 0; units < budget.units; ++units) {
      if (budget.has_deadline() && units % Budget::kPollInterval == 0 && budget.past_deadline()) break;
      if (tree_.units() == limit_) return Status::kOutOfBudget;
      if (const Status status = tree_.unit(); status != Status::kInProgress) return status;
    }
    return Status::kInProgress;
  }
  [[nodiscard]] Cost path_cost() const override { return tree_.cost(); }
  PathPiece trace(PathCursor& cursor, std::span<NodeId> room) const override { return tree_.piece(cursor, room); }
  [[nodiscard]] Work counted() const override { return tree_.work(); }
  [[nodiscard]] std::uint64_t pops() const override { return tree_.units(); }
  [[nodiscard]] std::uint64_t forgot() const override { return tree_.forgotten(); }
  [[nodiscard]] Touch touched(NodeId node) const override { return tree_.touch(node); }

  HeuristicMaker<Heuristic> make_heuristic_;
  Heuristic heuristic_;
  std::uint64_t limit_;
  SmaTree<Heuristic> tree_;
};

}  // namespace

Result<PathFinderPtr> make_sma(const Map& map, const SmaOptions& options) {
  if (auto good = check_options(options, kSmaRanges); !good) return good.error();
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    return PathFinderPtr(std::make_unique<Sma<Heuristic>>(map, make_heuristic, options));
  });
}

}  // namespace waymark
