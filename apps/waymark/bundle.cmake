# Writes OUTPUT, a C++ source with the maps FOLDER/NAME.map and their scenarios FOLDER/NAME.map.scen for every NAME of
# NAMES, and the specs EXPERIMENTS/NAME/spec.json with FOLDER/published/NAME.csv for every NAME of EXPERIMENT_NAMES (both
# separated by commas). The files are plain text without the delimiter below; each stays well under 64 KB, all that
# some compilers take as one literal.
string(REPLACE "," ";" NAMES "${NAMES}")
set(rows)
list(LENGTH NAMES count)
foreach(name IN LISTS NAMES)
  file(READ ${FOLDER}/${name}.map map)
  file(READ ${FOLDER}/${name}.map.scen scenarios)
  string(APPEND rows "    {\"${name}\", R\"bundle(${map})bundle\", R\"bundle(${scenarios})bundle\"},\n")
endforeach()
string(REPLACE "," ";" EXPERIMENT_NAMES "${EXPERIMENT_NAMES}")
set(experiment_rows)
list(LENGTH EXPERIMENT_NAMES experiment_count)
foreach(name IN LISTS EXPERIMENT_NAMES)
  file(READ ${EXPERIMENTS}/${name}/spec.json spec)
  file(READ ${FOLDER}/published/${name}.csv published)
  string(APPEND experiment_rows "    {\"${name}\", R\"bundle(${spec})bundle\", R\"bundle(${published})bundle\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by bundle.cmake.
#include \"bundled_data.hpp\"

#include <array>

namespace waymark::program {
namespace {

constexpr std::array<BundledMap, ${count}> kMaps{{
${rows}}};

constexpr std::array<BundledExperiment, ${experiment_count}> kExperiments{{
${experiment_rows}}};

}  // namespace

std::span<const BundledMap> bundled_maps() { return kMaps; }
std::span<const BundledExperiment> bundled_experiments() { return kExperiments; }

}  // namespace waymark::program
")
