// Rows of the registry: searches that plan the whole path.
#include <array>
#include <optional>
#include <tuple>

#include "agent/rows.hpp"
#include "agent/successor_choices.hpp"
#include "hierarchy/hpa_parameters.hpp"
#include "hierarchy/mm_parameters.hpp"
#include "repair/anytime_parameters.hpp"
#include "search/ida_parameters.hpp"
#include "search/sma_parameters.hpp"
#include "search/weighted_a_star_parameters.hpp"
#include "search/while_stale.hpp"
#include "waymark/hierarchy/mm.hpp"
#include "waymark/hierarchy/sga.hpp"
#include "waymark/repair/ad_star.hpp"
#include "waymark/repair/adaptive_a.hpp"
#include "waymark/repair/ara.hpp"
#include "waymark/repair/d_star.hpp"
#include "waymark/repair/d_star_lite.hpp"
#include "waymark/repair/focussed_d_star.hpp"
#include "waymark/repair/gaa.hpp"
#include "waymark/repair/lpa.hpp"
#include "waymark/repair/mt_adaptive_a.hpp"
#include "waymark/search/a_star.hpp"
#include "waymark/search/bidirectional_a_star.hpp"
#include "waymark/search/dijkstra.hpp"
#include "waymark/search/fringe.hpp"
#include "waymark/search/jps.hpp"
#include "waymark/search/sma.hpp"
#include "waymark/search/weighted_a_star.hpp"

namespace waymark {
namespace {

constexpr std::array<Choice<std::optional<HeuristicKind>>, 5> kHeuristics{{{"natural", std::nullopt},
                                                                           {"octile", HeuristicKind::kOctile},
                                                                           {"manhattan", HeuristicKind::kManhattan},
                                                                           {"euclidean", HeuristicKind::kEuclidean},
                                                                           {"zero", HeuristicKind::kZero}}};
constexpr std::array<Choice<QueueKind>, 2> kQueues{{{"bucket", QueueKind::kBucket}, {"heap", QueueKind::kHeap}}};
constexpr std::array<Choice<StoreKind>, 2> kStores{{{"dense", StoreKind::kDense}, {"sparse", StoreKind::kSparse}}};

constexpr std::tuple kJpsParameters{choice<&JpsOptions::stale, kWhileStale>(
    "stale", "after an edit, until the map's jump lines are repaired: search with A*, or answer stale")};

constexpr std::array<Choice<FringeList>, 2> kFringeLists{
    {{"arrays", FringeList::kArrays}, {"linked", FringeList::kLinked}}};
constexpr std::tuple kFringeParameters{choice<&FringeOptions::list, kFringeLists>(
    "list", "how its list lies: in arrays, or linked as published; both expand the same states in the same order")};

constexpr std::tuple kSmaParameters = std::tuple_cat(
    kSmaRanges, std::tuple{choice<&SmaOptions::successors, kSuccessorChoices>("successors", kSuccessorsDescription)});

constexpr std::tuple kAStarParameters{
    choice<&AStarOptions::heuristic, kHeuristics>("heuristic",
                                                  "estimate of the way left; natural is the distance on an empty map"),
    choice<&AStarOptions::successors, kSuccessorChoices>("successors", kSuccessorsDescription),
    choice<&AStarOptions::queue, kQueues>("queue", "open list; both expand the same states in the same order"),
    choice<&AStarOptions::immediate, kOnOff>("immediate",
                                             "with queue=heap: expand successors of equal f without touching the heap"),
    choice<&AStarOptions::store, kStores>("store", "dense is faster, sparse needs memory for touched states only")};

constexpr std::array<Choice<SgaVariant>, 3> kSgaVariants{
    {{"1", SgaVariant::kOne}, {"2", SgaVariant::kTwo}, {"3", SgaVariant::kThree}}};
constexpr std::array<Choice<SgaTrim>, 2> kSgaTrims{
    {{"distance", SgaTrim::kDistance}, {"deviation", SgaTrim::kDeviation}}};
constexpr std::array<Choice<SgaPartial>, 2> kSgaPartials{
    {{"early", SgaPartial::kEarly}, {"continued", SgaPartial::kContinued}}};
constexpr std::array<Choice<SgaRefiner>, 2> kSgaRefiners{{{"a-star", SgaRefiner::kAStar}, {"jps", SgaRefiner::kJps}}};
constexpr std::tuple kSgaParameters{
    choice<&SgaOptions::variant, kSgaVariants>("variant",
                                               "1: one line; 2: lines from both ends, what is searched is trimmed; 3: "
                                               "the same, but all of the way is searched"),
    choice<&SgaOptions::trim, kSgaTrims>("trim",
                                         "of variants 2 and 3, to the node furthest away by: distance, or the "
                                         "sum of both coordinates"),
    choice<&SgaOptions::labels, kOnOff>("labels", "leave out sub-goals that are not connected with the start"),
    choice<&SgaOptions::backwards, kOnOff>("backwards", "search from the sub-goal, not towards it"),
    choice<&SgaOptions::partial, kSgaPartials>(
        "partial",
        "of variants 2 and 3, without a way to the goal: end the partial path early, or go on to a sub-goal"),
    choice<&SgaOptions::refine, kSgaRefiners>("refine", "what searches between the ends of lines")};

}  // namespace

constinit const AlgorithmInfo rows::kDijkstra =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_dijkstra(map); }>(
        {.key = "dijkstra",
         .title = "Dijkstra",
         .family = kWholePath,
         .citation = "Dijkstra 1959",
         .summary = "expands states in the order of their distance",
         .optimal = true});

constinit const AlgorithmInfo rows::kAStar =
    finder_row<AStarOptions, kAStarParameters, make_a_star>({.key = "a-star",
                                                             .title = "A*",
                                                             .family = kWholePath,
                                                             .citation = "Hart, Nilsson & Raphael 1968",
                                                             .summary = "Dijkstra led by an estimate of the way left",
                                                             .optimal = true});

constinit const AlgorithmInfo rows::kWeightedAStar =
    finder_row<WeightedAStarOptions, kWeightedAStarParameters, make_weighted_a_star>(
        {.key = "weighted-a-star",
         .title = "Weighted A*",
         .family = kWholePath,
         .citation = "Pohl 1970; Bulitko et al. 2008",
         .summary = "A* that trusts its estimate more: fewer states, longer paths"});

constinit const AlgorithmInfo rows::kBidirectionalAStar =
    finder_row<NoOptions, kNoParameters,
               [](const Map& map, const NoOptions&) { return make_bidirectional_a_star(map); }>(
        {.key = "bidirectional-a-star",
         .title = "Bidirectional A*",
         .family = kWholePath,
         .citation = "Pijls & Post 2009",
         .summary = "one A* from each end, until they meet at the optimum",
         .optimal = true});

constinit const AlgorithmInfo rows::kJps = finder_row<JpsOptions, kJpsParameters, make_jps>(
    {.key = "jps",
     .title = "Jump point search",
     .family = kWholePath,
     .citation = "Harabor & Grastien 2011, 2014",
     .summary = "A* over turning points only, found by scanning bit lines",
     .optimal = true,
     .jumps = true});

constinit const AlgorithmInfo rows::kFringe = finder_row<FringeOptions, kFringeParameters, make_fringe>(
    {.key = "fringe",
     .title = "Fringe search",
     .family = kWholePath,
     .citation = "Bjornsson, Enzenberger, Holte & Schaeffer 2005",
     .summary = "iterative deepening that keeps its frontier as one list, unsorted",
     .optimal = true});

constinit const AlgorithmInfo rows::kIda = finder_row<IdaOptions, kIdaParameters, make_ida>(
    {.key = "ida",
     .title = "IDA*",
     .family = kWholePath,
     .citation = "Korf 1985",
     .summary = "depth-first searches with a rising limit of f, which remember their path alone; for study",
     .optimal = true,
     .gives_up = true});

constinit const AlgorithmInfo rows::kMeIda = finder_row<MeIdaOptions, kMeIdaParameters, make_me_ida>(
    {.key = "me-ida",
     .title = "ME-IDA*",
     .family = kWholePath,
     .citation = "Reinefeld & Marsland 1994",
     .summary = "IDA* with a table, of fixed size, of the states it has been at; for study",
     .optimal = true,
     .gives_up = true});
constinit const AlgorithmInfo rows::kLpa =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_lpa(map); }>(
        {.key = "lpa",
         .title = "LPA*",
         .family = kIncremental,
         .citation = "Koenig, Likhachev & Furcy 2004",
         .summary = "A* that remembers: after edits it computes anew what they made wrong",
         .optimal = true});

constinit const AlgorithmInfo rows::kDStarLite =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_d_star_lite(map); }>(
        {.key = "d-star-lite",
         .title = "D* Lite",
         .family = kIncremental,
         .citation = "Koenig & Likhachev 2002",
         .summary = "LPA* from the goal, for a unit that walks while the map changes",
         .optimal = true});

constinit const AlgorithmInfo rows::kDStar =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_d_star(map); }>(
        {.key = "d-star",
         .title = "D*",
         .family = kIncremental,
         .citation = "Stentz 1994",
         .summary = "Dijkstra from the goal that remembers: edits spread as waves of raised and lowered costs",
         .optimal = true});

constinit const AlgorithmInfo rows::kFocussedDStar =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_focussed_d_star(map); }>(
        {.key = "focussed-d-star",
         .title = "Focussed D*",
         .family = kIncremental,
         .citation = "Stentz 1995",
         .summary = "D* whose waves run towards the unit",
         .optimal = true});

constinit const AlgorithmInfo rows::kAdaptiveA =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_adaptive_a(map); }>(
        {.key = "adaptive-a",
         .title = "Adaptive A*",
         .family = kIncremental,
         .citation = "Koenig & Likhachev 2006",
         .summary = "A* that learns: each search raises the estimates of the next ones for the same goal",
         .optimal = true});

constinit const AlgorithmInfo rows::kGaa =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_gaa(map); }>(
        {.key = "gaa",
         .title = "Generalized Adaptive A*",
         .family = kIncremental,
         .citation = "Sun, Koenig & Yeoh 2008",
         .summary = "MT-Adaptive A* that keeps what it learned when cells are freed, lowered as far as it must be",
         .optimal = true});

constinit const AlgorithmInfo rows::kMtAdaptiveA =
    finder_row<NoOptions, kNoParameters, [](const Map& map, const NoOptions&) { return make_mt_adaptive_a(map); }>(
        {.key = "mt-adaptive-a",
         .title = "MT-Adaptive A*",
         .family = kIncremental,
         .citation = "Koenig, Likhachev & Sun 2007",
         .summary = "Adaptive A* for a goal that moves: corrects what it learned for the old one",
         .optimal = true});

constinit const AlgorithmInfo rows::kAra = finder_row<AraOptions, kAnytimeParameters<AraOptions>, make_ara>(
    {.key = "ara",
     .title = "ARA*",
     .family = kAnytime,
     .citation = "Likhachev, Gordon & Thrun 2003",
     .summary = "weighted A* that lowers its weight and goes on, with a proven bound on every path"});

constinit const AlgorithmInfo rows::kAdStar =
    finder_row<AdStarOptions, kAnytimeParameters<AdStarOptions>, make_ad_star>(
        {.key = "ad-star",
         .title = "AD*",
         .family = kAnytime,
         .citation = "Likhachev, Ferguson, Gordon, Stentz & Thrun 2005",
         .summary = "ARA* from the goal, for a unit that walks while the map changes"});

constinit const AlgorithmInfo rows::kHpa = finder_row<HpaOptions, kHpaParameters, make_hpa>(
    {.key = "hpa",
     .title = "HPA*",
     .family = kHierarchical,
     .citation = "Botea, Mueller & Schaeffer 2004; Jansen & Buro 2007",
     .summary = "A* over the entrances between clusters of the map, refined inside each cluster by itself",
     .recommended = "straight=on,smooth=rays"});

constinit const AlgorithmInfo rows::kDhpa = finder_row<DhpaOptions, kDhpaParameters, make_dhpa>(
    {.key = "dhpa",
     .title = "DHPA*",
     .family = kHierarchical,
     .citation = "Kring, Champandard & Samarin 2010",
     .summary = "HPA* with tables of the next step from every cell to each transition of its cluster"});

// Not .optimal, which says that every answer is: with too few nodes for a shortest path it answers with another.
constinit const AlgorithmInfo rows::kSma = finder_row<SmaOptions, kSmaParameters, make_sma>(
    {.key = "sma",
     .title = "SMA*",
     .family = kWholePath,
     .citation = "Russell 1992",
     .summary = "A* in a tree of so many nodes: drops the worst leaf, and remembers what it promised",
     .gives_up = true});

constinit const AlgorithmInfo rows::kSga = finder_row<SgaOptions, kSgaParameters, make_sga>(
    {.key = "sga",
     .title = "SGA*",
     .family = kWholePath,
     .citation = "Anguelov 2011, chapter 8",
     .summary = "Spatial Grid A*: draws straight lines, and searches only around what is in their way",
     .recommended = "variant=3,refine=jps"});

constinit const AlgorithmInfo rows::kMm = finder_row<MmOptions, kMmParameters, make_mm>(
    {.key = "mm",
     .title = "MM",
     .family = kHierarchical,
     .citation = "Sturtevant 2007",
     .summary = "A* over the regions of sectors, a few bytes each, refined from centre to centre",
     .recommended = "trim=15,ahead=2,smooth=rays"});

}  // namespace waymark
