// Long work in items, as commands do it: under mpirun or not, with a bar and a journal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "waymark/offline/build.hpp"
#include "waymark/offline/ranks.hpp"

namespace waymark::program {

inline constexpr std::uint64_t kMaxThreads = 256;

// Runs `body` on this rank, and ends all ranks if it fails on one of them: the others would wait for ever.
int on_all_ranks(const std::function<int(Ranks& ranks)>& body);

struct LongRun {
  std::string bytes;          // at rank 0
  std::uint64_t resumed = 0;  // items that the journal held
};
// `journal` is a file, which is left there; empty: none. `threads` 0: as many as there are cores.
LongRun run_long(const ItemBuild& build, const std::string& label, int threads, const std::string& journal,
                 Ranks& ranks);

}  // namespace waymark::program
