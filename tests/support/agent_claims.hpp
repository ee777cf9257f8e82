// What the agents' headers claim of the learned h.
#pragma once

#include <cstdint>

#include "waymark/space/move_table.hpp"

namespace waymark::test {

struct Claim {
  const char* text;
  bool consistent = false;
  bool equal_moves = false;            // only where no move is dearer than another
  std::uint64_t w_thousandths = 1000;  // at most this many times the way left
};
inline constexpr Claim kClaims[] = {
    {"lrta"},
    {"da-lrta", true},
    {"lrta:g_max=1.4"},
    {"lrta:g_max=2.5"},
    {"lrta:g_max=6"},
    {"lrta:d=2", false, true},
    {"lrta:d=3", false, true},
    {"lrta:d=7", false, true},
    {"lrta-oracle:d_max=1"},
    {"lrta-oracle:d_max=2", false, true},
    {"lrta-oracle:d_max=5", false, true},
    {"lrta-oracle:d_max=5,depth=least", false, true},
    {"lrta-oracle:d_max=1,shape=best-first"},
    {"lrta-oracle:d_max=3,shape=best-first"},
    {"lrts:d=1"},
    {"lrts:d=1,gamma=0.3"},
    {"lrts:d=1,T=2,learning=uniform"},
    {"lrts:d=3", false, true},
    {"lrts:d=5,gamma=0.4", false, true},
    {"lrts:d=4,T=6", false, true},
    {"lrts:d=4,learning=uniform", false, true},
    {"lrts:d=4,learning=uniform,T=5,gamma=0.7", false, true},
    {"lrts:d=3,search=every-move,learning=uniform", false, true},
    {"lrts:d=4,pathmax=off", false, true},
    {"p-lrta:N=1"},
    {"p-lrta:N=3"},
    {"p-lrta"},
    {"p-lrta:N=200"},
    {"lss-lrta:N=1", true},
    {"lss-lrta:N=2", true},
    {"lss-lrta:N=10", true},
    {"lss-lrta:N=10,moves=frontier", true},
    {"lss-lrta", true},
    {"rtaa:N=1", true},
    {"rtaa:N=2", true},
    {"rtaa:N=10", true},
    {"rtaa:N=10,moves=frontier", true},
    {"rtaa", true},
    {"rtd:R=8", true},
    {"rtd:R=60,local=0.9", true},
    {"da-lss-lrta:N=1", true},
    {"da-lss-lrta:N=10", true},
    {"da-lss-lrta", true},
    {"da-rtaa:N=1", true},
    {"da-rtaa:N=10", true},
    {"da-rtaa", true},
    {"wb-lss-lrta:N=10,w=1"},
    {"wb-lss-lrta:N=10,w=1.7", false, false, 1700},
    {"wb-lss-lrta:N=3,w=10", false, false, 10'000},
    {"lrta-dt-g", false, true},
    {"knn-lrta"},
    {"knn-lrta:legs=climb"},
    {"knn-lrta:M=2,cutoff=3,quota=1"},
    {"knn-lrta:fallback=da-rtaa"},
    {"d-lrta"},
    {"d-lrta:reentrance=off"},
    {"d-lrta:subgoal=held"},
    {"d-lrta:exit=last,ties=region,goal_region=on"},
    {"d-lrta:d=3", false, true},
    {"lrta-pdb-g", false, true},
    {"lrta-pdb-pdb", false, true},
};

// No move is dearer than another.
inline bool moves_are_equal(const MoveRules& rules) {
  return rules.neighbours == Neighbours::kFour || rules.diagonal == DiagonalRule::kNever ||
         rules.costs.diagonal <= rules.costs.cardinal;
}

}  // namespace waymark::test
