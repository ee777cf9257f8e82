// waymark bench dynamic FILE.scen: searches on a map that changes between the queries.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "option_values.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::program {

struct DynamicArguments {
  std::vector<AlgorithmChoice> algorithms;  // empty: the default
  Format format = Format::kTable;
};

// --algorithms and --format; `given` tells whether any was.
void add_dynamic_options(CLI::App& command, DynamicArguments& arguments, bool& given);
int run_dynamic_bench(const std::string& path, const DynamicArguments& arguments);

}  // namespace waymark::program
