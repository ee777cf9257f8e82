#include "waymark/search/ida.hpp"

#include "search/deepening_search.hpp"
#include "search/ida_parameters.hpp"

namespace waymark {
namespace {

struct NoStates {
  static void begin() {}
  static bool enter(NodeId /*node*/, Cost /*g*/, Cost /*limit*/, std::uint32_t /*depth*/) { return true; }
  static std::uint64_t held() { return 0; }
  static std::uint64_t heap_bytes() { return 0; }
};

}  // namespace

Result<PathFinderPtr> make_ida(const Map& map, const IdaOptions& options) {
  if (auto good = check_options(options, kIdaParameters); !good) return good.error();
  return with_natural_heuristic(map.rules(), [&]<class Heuristic>(HeuristicMaker<Heuristic> make_heuristic) {
    return PathFinderPtr(std::make_unique<DeepeningSearch<Heuristic, NoStates>>(map, make_heuristic, options.limit));
  });
}

}  // namespace waymark
