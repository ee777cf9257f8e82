// Long work in items, as commands do it: under mpirun or not, with a bar and a journal.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "waymark/offline/build.hpp"
#include "waymark/offline/ranks.hpp"

namespace waymark::program {

// Runs `body` on this rank, and ends all ranks if it fails on one of them: the others would wait for ever.
int on_all_ranks(const std::function<int(Ranks& ranks)>& body);

struct LongRun {
  std::string bytes;          // at rank 0
  std::uint64_t resumed = 0;  // items that the journal held
};
// `journal` is a file, which is left there; empty: none. `threads` 0: as many as there are cores. Cut off by Ctrl-C or
// a signal to end, it says with which command to go on: that of this run, with `resume_option` if it needs one.
LongRun run_long(const ItemBuild& build, const std::string& label, int threads, const std::string& journal,
                 Ranks& ranks, const std::string& resume_option = "");

}  // namespace waymark::program
