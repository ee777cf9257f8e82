#include "waymark/agent/auto.hpp"

#include "agent/rows.hpp"
#include "waymark/agent/dba.hpp"
#include "waymark/agent/paths.hpp"
#include "waymark/agent/tb_wa.hpp"

namespace waymark {
namespace {

Result<AgentPtr> make_without_paths(const Map& map) {
  Result<AgentPtr> dba = make_dba(map);
  return dba ? std::move(dba) : make_tb_wa(map);
}

}  // namespace

Result<AgentPtr> make_auto(const Map& map, const Databases& databases) {
  return databases.paths != nullptr ? make_paths(map, *databases.paths) : make_without_paths(map);
}

std::string_view best_agent(const Map& map, const Databases& databases) {
  if (databases.paths != nullptr) return "paths";
  return make_dba(map) ? "dba" : "tb-wa";
}

constinit const AlgorithmInfo rows::kAuto =
    agent_row<NoOptions, kNoParameters,
              [](const Map& map, const NoOptions&, const Databases& databases) { return make_auto(map, databases); }>(
        {.key = "auto",
         .title = "Best at hand",
         .family = kSubgoals,
         .citation = "ours",
         .summary = "paths where there is a path database, else dba, else tb-wa",
         .real_time = true});

}  // namespace waymark
