// The agents that every test of "all agents" runs, and the rules they are for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/run/small_databases.hpp"
#include "support/ascii.hpp"
#include "support/reference.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/hierarchy/clique_abstraction.hpp"
#include "waymark/io/database_file.hpp"

namespace waymark::test {

// Each row with its defaults, and some with other values; but not those that may give up.
inline std::vector<std::string> all_agents() {
  std::vector<std::string> texts{"a-star:replan=broken",
                                 "a-star:replan=every",
                                 "d-star-lite:replan=every",
                                 "sga:variant=1",
                                 "sga:variant=3,labels=on,refine=jps",
                                 "lrta:d=3",
                                 "lrta:d=5,gamma=0.5",
                                 "rta:d=4",
                                 "lss-lrta:N=1",
                                 "lss-lrta:N=9,moves=frontier",
                                 "rtaa:N=1",
                                 "rtaa:N=9,moves=frontier",
                                 "da-lss-lrta:N=7",
                                 "da-rtaa:N=7",
                                 "wb-lss-lrta:N=7,w=1.7",
                                 "wb-lss-lrta:N=20,w=10",
                                 "lrta:g_max=1.4",
                                 "lrta:g_max=4,gamma=0.5",
                                 "p-lrta:N=1",
                                 "p-lrta:N=3",
                                 "p-lrta:N=100",
                                 "lrts:d=1",
                                 "lrts:d=5,gamma=0.4",
                                 "lrts:T=2",
                                 "lrts:d=4,T=10,search=every-move",
                                 "lrts:learning=uniform",
                                 "lrts:d=4,learning=uniform,T=5,gamma=0.7",
                                 "lrts:search=every-move",
                                 "lrts:d=4,pathmax=off",
                                 "lrts:d=3,pathmax=off,T=3,gamma=0.5",
                                 "lrta-oracle:d_max=4",
                                 "lrta-oracle:d_max=5,depth=least",
                                 "lrta-oracle:d_max=3,shape=best-first",
                                 "tba:R=2",
                                 "tba:R=7,c=3",
                                 "tba:R=5,c=1",
                                 "tba:R=50,successors=all",
                                 "tb-wa:R=2",
                                 "tb-wa:R=9,w=1",
                                 "rtd:R=8",
                                 "rtd:R=60",
                                 "hpa:size=4,levels=3",
                                 "hpa:refine=part,intra=lazy",
                                 "hpa:smooth=rays,insert=dijkstra",
                                 "dhpa:size=5,refine=part",
                                 "pra:K=2",
                                 "pra:K=5",
                                 "pra:K=3,corridor=path",
                                 "pra:corridor=path",
                                 "pra:K=4,first=half",
                                 "mm:refine=whole",
                                 "dba:skip=2,trim=8",
                                 "dba:skip=3,trim=0",
                                 "paths:R=0",
                                 "pr-lrta:level=1,d=1",
                                 "pr-lrta:level=2,d=3,gamma=0.5",
                                 "pr-lrta:level=3,d=2,refine=representative",
                                 "pr-lrta:depth=pdb",
                                 "pr-lrta:goal=pdb,d=2,gamma=0.5",
                                 "pr-lrta:depth=pdb,goal=pdb",
                                 "pr-lrta:goal=pdb,subgoal=held,ties=region,goal_region=on,detector=cells",
                                 "knn-lrta:fallback=da-rtaa",
                                 "knn-lrta:fallback=tb-wa",
                                 "knn-lrta:legs=climb",
                                 "knn-lrta:fallback=tb-wa,legs=climb",
                                 "knn-lrta:fallback=da-rtaa,legs=climb",
                                 "knn-lrta:M=0,index=scan,quota=0",
                                 "knn-lrta:M=2,cutoff=3,goal_check=off,skip_start=off,skip_end=off",
                                 "knn-lrta:M=1,quota=1,cutoff=5,fallback=tb-wa",
                                 "knn-lrta:M=3,quota=1,cutoff=5,fallback=da-rtaa",
                                 "knn-lrta-2009:m=3,d=1",
                                 "knn-lrta-2009:k=3",
                                 "knn-lrta-2009:k=2,legs=climb",
                                 "d-lrta:d=3",
                                 "d-lrta:reentrance=off",
                                 "d-lrta:subgoal=held",
                                 "d-lrta:exit=last,ties=region,goal_region=on",
                                 "d-lrta:fallback=da-rtaa",
                                 "d-lrta:d=3,fallback=tb-wa",
                                 "lrta-pdb-pdb:grow=1",
                                 "lrta-pdb-pdb:reentrance=off",
                                 "lrta-pdb-pdb:subgoal=held,exit=last,ties=region,goal_region=on",
                                 "lrta-pdb-pdb:fallback=da-rtaa",
                                 "lrta-pdb-pdb:fallback=tb-wa"};
  for (const AlgorithmInfo& info : algorithms()) {
    if (!info.gives_up) texts.emplace_back(info.key);
  }
  return texts;
}

// With those that may give up.
inline std::vector<std::string> all_agents_and_those_that_give_up() {
  std::vector<std::string> texts = all_agents();
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.gives_up) texts.emplace_back(info.key);
  }
  texts.insert(texts.end(), {"ida:limit=500", "me-ida:limit=500", "sma:nodes=30", "sma:nodes=500,limit=5000"});
  return texts;
}

// What it needs, its parameters considered.
inline DatabaseKind database_of(std::string_view text) {
  SmallDatabaseOptions options;
  return needed_database(*parse_algorithm(text), options);
}

// On large maps.
inline bool takes_long_to_build(DatabaseKind kind) {
  return kind == DatabaseKind::kPatterns || kind == DatabaseKind::kDepths || kind == DatabaseKind::kPaths;
}

// Small enough for thousands of maps.
inline constexpr SmallDatabaseOptions kTestDatabases{
    .records = 12, .level = 3, .depth_cap = 5, .d_max = 4, .training = 3};

// The bytes of the database that `text` needs; empty where it needs none. Kept for the next agent on the same map.
// Trees know no map: there is one for all.
inline Result<std::string> database_for(std::string_view text, const Map& map, SmallDatabaseOptions options) {
  struct Kept {
    std::uint64_t fingerprint = 0;
    MoveRules rules = {};
    std::uint64_t records = 0;
    std::string bytes = {};
  };
  static std::array<std::array<std::array<Kept, 2>, 2>, 7> kept;  // by kind, base and exit
  const DatabaseKind kind = needed_database(*parse_algorithm(text), options);
  if (kind == DatabaseKind::kNone) return std::string();
  if (kind == DatabaseKind::kTree) {
    static const std::string kTree = [] {
      Random random(1);
      return *small_database(DatabaseKind::kTree, Map(random_grid(random, 40, 40, 30)), kTestDatabases);
    }();
    return kTree;
  }
  Kept& place = kept[static_cast<std::size_t>(kind)][options.base][static_cast<std::size_t>(options.exit)];
  const std::uint64_t fingerprint = map.grid().fingerprint();
  const bool same_rules = place.rules.neighbours == map.rules().neighbours &&
                          place.rules.diagonal == map.rules().diagonal && place.rules.costs == map.rules().costs;
  if (place.bytes.empty() || place.fingerprint != fingerprint || !same_rules || place.records != options.records) {
    auto bytes = small_database(kind, map, options);
    if (!bytes) return bytes.error();
    place = {fingerprint, map.rules(), options.records, *std::move(bytes)};
  }
  return place.bytes;
}

// An agent, and the database it was made with.
class OwnedAgent {
 public:
  OwnedAgent(DatabaseSet databases, AgentPtr agent) : databases_(std::move(databases)), agent_(std::move(agent)) {}
  Agent& operator*() const { return *agent_; }
  Agent* operator->() const { return agent_.get(); }

 private:
  DatabaseSet databases_;
  AgentPtr agent_;
};

// With a database of the map as it is now, where it needs one.
inline Result<OwnedAgent> make_agent(std::string_view text, const Map& map,
                                     const SmallDatabaseOptions& options = kTestDatabases) {
  DatabaseSet databases;
  auto bytes = database_for(text, map, options);
  if (!bytes) return bytes.error();
  if (!bytes->empty()) {
    if (auto added = databases.add_bytes(*std::move(bytes), "test", map); !added) return added.error();
  }
  auto agent = parse_algorithm(text)->make_agent(map, Agent::kUnbounded, databases.view());
  if (!agent) return agent.error();
  if (databases.view().paths == nullptr) return OwnedAgent(std::move(databases), *std::move(agent));
  // What the map derives from it may outlive the agent.
  static std::vector<DatabaseSet> kept;
  kept.push_back(std::move(databases));
  return OwnedAgent(DatabaseSet(), *std::move(agent));
}

// A map on which no two cells are connected has no abstraction that a database could be of.
inline bool goes_with(std::string_view text, const Map& map) {
  return !text.starts_with("pr-lrta") || database_of(text) == DatabaseKind::kNone ||
         CliqueAbstraction(map, 1).levels() == 1;
}

// Those whose steps are bounded: all but the whole-path searches.
inline std::vector<std::string> real_time_agents() {
  std::vector<std::string> texts;
  for (std::string& text : all_agents()) {
    if (parse_algorithm(text)->info->real_time) texts.push_back(std::move(text));
  }
  return texts;
}

// Every rule set but those of hexagons, which agents refuse.
inline std::vector<MoveRules> agent_rules() {
  std::vector<MoveRules> rules;
  for (const MoveRules& each : all_rules()) {
    if (each.neighbours != Neighbours::kSix) rules.push_back(each);
  }
  return rules;
}

}  // namespace waymark::test
