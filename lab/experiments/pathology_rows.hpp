// Studies of lookahead pathology as figures of result rows.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run/problem.hpp"
#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

inline constexpr std::uint32_t kStudyDepth = 10;  // d_max of the paper
inline constexpr int kStudyLevels = 10;           // of abstraction, level 0 included
inline constexpr int kPictureLevel = 5;           // of the regions in pictures, as in the papers

struct StudyFigures {
  std::map<std::string, std::vector<double>> samples;
  std::map<std::string, double> figures;
};

// Of a study by its name in a spec; those of one goal take the first problem's. `sample` is for off-policy-sample.
// Samples by problem: "length d=3", "error d=3", "generated d=3", "volume d=3", "moves", "states", "pathological". Of
// depth-per-state, by start: "x", "y", "length d=3", "generated d=3", and for each level "level 2 length", "level 2
// generated", "level 2 depth"; figures "level 2 states", "width", "height". Of optimal-depth "x", "y" and the depths of
// levels 0 and 5.
Result<StudyFigures> study_row(const std::string& study, const Map& map, std::span<const Problem> problems,
                               std::uint64_t seed, std::uint32_t sample = 1);

// How many states off-policy-sample looks at: as many as a walk on policy visits, the mean over all problems and depths
// of the maps that are added.
class PathologySample {
 public:
  void add(const Map& map, std::span<const Problem> problems);
  // Rounded; 1 if nothing was added.
  [[nodiscard]] std::uint32_t size() const;

 private:
  std::uint64_t moves_ = 0;
  std::uint64_t walks_ = 0;
};
inline constexpr std::string_view kSampleStudy = "off-policy-sample";

}  // namespace waymark
