// The agents that every test of "all agents" runs, and the rules they are for.
#pragma once

#include <string>
#include <vector>

#include "support/reference.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::test {

// Each row with its defaults, and some with other values.
inline std::vector<std::string> all_agents() {
  std::vector<std::string> texts{"lrta:d=3",
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
                                 "lrta-oracle:d_max=4",
                                 "tba:R=2",
                                 "tba:R=7,c=3",
                                 "tba:R=5,c=1",
                                 "tba:R=50,successors=all",
                                 "tb-wa:R=2",
                                 "tb-wa:R=9,w=1",
                                 "pra:K=2",
                                 "pra:K=5",
                                 "pra:K=3,corridor=path",
                                 "pra:corridor=path",
                                 "pr-lrta:level=1,d=1",
                                 "pr-lrta:level=2,d=3,gamma=0.5"};
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.database == DatabaseKind::kNone) texts.emplace_back(info.key);
  }
  return texts;
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
