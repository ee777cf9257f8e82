// A map with the regions of one level of its abstraction, or of its sectors, neighbours in different colours.
#pragma once

#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/hierarchy/sectors.hpp"
#include "waymark/io/png_file.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

// `level` is from 1. Small maps are enlarged; representatives are dark where a cell has room for it.
Image draw_regions(const Map& map, const CliqueAbstraction& abstraction, int level);
// Their centres are dark. The sectors are current.
Image draw_regions(const Map& map, const Sectors& sectors);

}  // namespace waymark
