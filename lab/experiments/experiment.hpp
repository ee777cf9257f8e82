// What an experiment measures: maps, problems, configurations of algorithms and databases, and the tables, figures and
// claims that are made of them. Written as JSON, one file a paper (experiments/NAME/spec.json; docs/lab.md tells the
// format).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/original_map.hpp"
#include "lab/run/problem.hpp"
#include "lab/run/smoothing.hpp"
#include "lab/view/figure.hpp"
#include "waymark/base/result.hpp"
#include "waymark/offline/generate.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

struct ProblemChoice {
  std::uint64_t count = 0;  // per map
  double min_cost = 0;
  double max_cost = std::numeric_limits<double>::infinity();
  // Above 0: not drawn but taken from the map's scenario file, evenly from the rows of the first so many buckets.
  std::uint64_t buckets = 0;
  std::optional<DifficultyBounds> difficulty = {};  // of A*
  // Drawn, with bounds of cost, on the map of which this one is an enlargement, and enlarged with it.
  std::optional<MapSize> drawn_on = {};

  // One line with all of it.
  [[nodiscard]] std::string to_string() const;
};

struct MapChoice {
  std::string set;  // folder of MovingAI maps; empty: a bundled map, or a generated one
  std::string name;
  std::uint64_t states = 0;                    // enlarged to about so many; 0: as it is
  std::string group = {};                      // only for configurations of this group
  std::optional<ProblemChoice> problems = {};  // in place of the experiment's
  // Of our generator, by this seed; nothing: bundled, or of a set.
  struct Generated {
    MapKind kind;
    GenerateOptions options;
  };
  std::optional<Generated> generated = {};
  std::uint64_t edits = 0;             // random ones of the map, before anything else
  std::optional<MapSize> shrink = {};  // the map of which it is an enlargement, in its place
  bool main_component = false;         // all but its largest component is blocked; after shrinking, before enlarging

  // "sc1/Labyrinth", "caves", "rts 3", "caves edited", "wc3maps512/riverrun 192x192".
  [[nodiscard]] std::string label() const;
};

struct DatabaseChoice {
  std::string kind;  // knn, knn-2009, pdb, tree
  std::uint64_t records = 1000;
  std::uint64_t seed = 1;
  bool fragments = false;  // of knn
  std::uint32_t level = 3;
  std::uint32_t base = 0;
  std::uint32_t depth_cap = 20;
  std::string content = "both";
  std::string exit = "first";
  std::uint32_t d_max = 10;
  std::uint32_t min_leaf = 100;
  std::uint32_t training = 50;
  std::string maps = "others";  // a tree is learned on: others, or all
  std::string shape = "plies";  // of the lookaheads whose depths it says: plies, or best-first

  friend bool operator==(const DatabaseChoice&, const DatabaseChoice&) = default;
  // One line with all that matters for its kind.
  [[nodiscard]] std::string to_string() const;
};

// The least tolerance, in hundredths, at which fewer than so many per cent of a configuration's problems are
// pathological: how Lustrek & Bulitko 2006 chose theirs.
struct ToleranceRule {
  std::string configuration;
  double below = 5;
};

struct Configuration {
  std::string name;
  std::string algorithm;                             // with its parameters; empty if there is a study
  std::string study;                                 // of lookahead pathology
  double tolerance = 1;                              // of the study's degrees
  std::optional<ToleranceRule> tolerance_rule = {};  // from which that of the study follows, in its place
  std::vector<DatabaseChoice> databases = {};
  std::uint64_t seeds = 1;      // so many sets of databases, of seeds that follow each other; a row for each
  std::string group = {};       // runs on the maps of this group only
  std::uint64_t max_moves = 0;  // as RunOptions has it
  std::uint64_t problems = std::numeric_limits<std::uint64_t>::max();  // of each map, at most
  std::string baseline = {};             // the configuration that measures called "relative" are relative to
  std::optional<Smoothing> smooth = {};  // paths are smoothed, too
  bool is_build_measured = false;        // of what is derived from the map for it: time and bytes
  std::string published_algorithm = {};
  std::string published_parameters = {};
};

struct ColumnChoice {
  std::string measure;
  std::string name;
  std::string published_measure;
  std::string published_parameters;  // empty: the configuration's
};

struct TableChoice {
  std::string id;
  std::string title;
  std::vector<std::string> tables;  // where the published figures are, first come first served
  std::vector<std::string> rows;    // names of configurations; a * at the end stands for any rest
  std::vector<ColumnChoice> columns;
  bool by_depth = false;            // of a study: a row for each depth
  bool by_level = false;            // a row for each level of abstraction
  bool by_map = false;              // a row for each map of each of `rows`
  std::vector<double> limits = {};  // a row for each: the best of `rows` that never expand more on a move; 0: any
  std::vector<std::string> amortise = {};  // after how many moves `rows` are ahead of the nearest of these
};

struct FigureChoice {
  struct Series {
    std::string name;
    std::vector<std::string> rows;
  };
  std::string id;
  std::string title;
  std::string x;  // a measure; "depth" for a study; "map": the number of each map of the configuration
  std::string y;
  Figure::Axis x_axis = Figure::Axis::kAutomatic;
  Figure::Axis y_axis = Figure::Axis::kAutomatic;
  std::vector<std::string> tables;    // where published points are
  std::optional<double> cutoff = {};  // configurations that ever expand more on a move are left out
  std::vector<Series> series;
};

// Where a figure stands in the file of printed ones.
struct PublishedKey {
  std::string table;
  std::string algorithm;
  std::string parameters;
  std::string measure;
};

// Printed figures that nothing is compared with, and why. Of the key all but the table may be empty: any.
struct LeftOut {
  PublishedKey key;
  std::string reason;
};

struct ClaimChoice {
  struct Limit {
    std::string measure;
    double most;  // its mean, or maximum
  };
  struct Side {
    std::string configuration;
    std::string measure;
    // In place of a configuration: of these the one that is best by the measure, if it solves all and keeps the limits.
    std::vector<std::string> best = {};
    std::vector<Limit> within = {};
  };
  std::string text;
  Side left;
  bool less = true;    // left < times * right; otherwise >
  bool about = false;  // in place of that: within a factor of `times` of the number, on either side
  double times = 1;
  std::optional<double> number = {};         // on the right side, in place of a measure
  Side right = {};                           // "d=*" at the end of its measure: every depth
  std::vector<std::string> each = {};        // configurations that `right` stands for, all of them
  std::vector<PublishedKey> published = {};  // the printed figures that it rests on
  std::string not_comparable = {};           // why what is measured here is no answer to it; empty: it is
  std::string paper = {};                    // the words that it rests on, with their place
};

struct ExperimentSpec {
  std::string name;
  std::string title;
  std::string paper;
  bool quick = false;
  MoveRules rules;
  std::uint64_t seed = 1;
  std::vector<MapChoice> maps;
  ProblemChoice problems;
  std::vector<Configuration> configurations;
  std::vector<TableChoice> tables;
  std::vector<FigureChoice> figures;
  std::vector<ClaimChoice> claims;
  std::vector<LeftOut> left_out = {};

  // Those that a pattern of a table's rows names, in order.
  [[nodiscard]] std::vector<const Configuration*> matching(const std::vector<std::string>& patterns) const;
};

// Whether `name` is `pattern`, or begins with what stands before its * at the end.
bool matches(std::string_view pattern, std::string_view name);

// `text` is JSON, read from `file`. If `quick`, with the maps, problems and lists that the file gives for that.
// Fails at the first thing that is unknown, missing or wrong, with its place.
Result<ExperimentSpec> parse_experiment(const std::string& name, std::string_view text, const std::string& file,
                                        bool quick);

}  // namespace waymark
