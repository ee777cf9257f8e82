# Writes OUTPUT, a C++ source with the maps FOLDER/NAME.map and their scenarios FOLDER/NAME.map.scen for every NAME of
# NAMES (separated by commas). The files are plain text without the delimiter below; each stays well under 64 KB, all that
# some compilers take as one literal.
string(REPLACE "," ";" NAMES "${NAMES}")
set(rows)
list(LENGTH NAMES count)
foreach(name IN LISTS NAMES)
  file(READ ${FOLDER}/${name}.map map)
  file(READ ${FOLDER}/${name}.map.scen scenarios)
  string(APPEND rows "    {\"${name}\", R\"bundle(${map})bundle\", R\"bundle(${scenarios})bundle\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by bundle.cmake.
#include \"bundled_maps.hpp\"

#include <array>

namespace waymark::program {
namespace {

constexpr std::array<BundledMap, ${count}> kMaps{{
${rows}}};

}  // namespace

std::span<const BundledMap> bundled_maps() { return kMaps; }

}  // namespace waymark::program
")
