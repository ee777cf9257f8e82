#include "long_run.hpp"

#include <cstdio>
#include <exception>
#include <optional>

#include "command.hpp"
#include "lab/view/progress.hpp"
#include "problem_options.hpp"

namespace waymark::program {

int on_all_ranks(const std::function<int(Ranks& ranks)>& body) {
  Ranks ranks = made_or_fail(Ranks::start());
  if (ranks.size() == 1) return body(ranks);
  const auto end_all = [&ranks](int exit_code, const std::string& message) {
    std::fputs(("waymark: " + message + "\n").c_str(), stderr);
    ranks.abort(exit_code);
  };
  try {
    return body(ranks);
  } catch (const Failure& failure) {
    end_all(failure.exit_code, failure.message);
  } catch (const std::exception& error) {
    end_all(kExitBadData, error.what());
  }
  return kExitBadData;
}

LongRun run_long(const ItemBuild& build, const std::string& label, int threads, const std::string& journal,
                 Ranks& ranks) {
  RunBuildOptions options;
  options.threads = threads;
  options.journal = journal;
  options.ranks = &ranks;
  LongRun run;
  std::optional<ProgressBar> bar;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    if (!bar) {
      bar.emplace(label, total - done);
      run.resumed = done;
    }
    bar->update(done - run.resumed);
  };
  run.bytes = value_or_fail(run_build(build, options));
  return run;
}

}  // namespace waymark::program
