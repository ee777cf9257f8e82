#include "long_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <utility>

#include "command.hpp"
#include "lab/view/progress.hpp"

namespace waymark::program {
namespace {

// While it lives, SIGINT and SIGTERM print a line and end the process as they would have without it.
class FarewellLine {
 public:
  explicit FarewellLine(std::string line) {
    text = std::move(line);
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      before_[i] = std::signal(kSignals[i], say_and_die);
      // Whoever starts a program in the background may have it ignore Ctrl-C.
      if (before_[i] == SIG_IGN) std::signal(kSignals[i], SIG_IGN);
    }
  }
  FarewellLine(const FarewellLine&) = delete;
  FarewellLine& operator=(const FarewellLine&) = delete;
  ~FarewellLine() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) std::signal(kSignals[i], before_[i]);
  }

 private:
  // Only what a handler may do.
  static void say_and_die(int signal) {
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }

  static constexpr std::array<int, 2> kSignals{SIGINT, SIGTERM};
  static inline std::string text;
  std::array<void (*)(int), 2> before_{};
};

std::string resume_line(const Ranks& ranks, const std::string& resume_option) {
  std::string command = ranks.size() > 1 ? fmt::format("mpirun -n {} ", ranks.size()) : "";
  command += command_line();
  if (!resume_option.empty() && !command.ends_with(" " + resume_option) &&
      command.find(" " + resume_option + " ") == std::string::npos) {
    command += " " + resume_option;
  }
  const char* begin = ::isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "";  // over the bar
  return fmt::format("{}waymark: interrupted; resume with: {}\n", begin, command);
}

}  // namespace

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
                 Ranks& ranks, const std::string& resume_option) {
  RunBuildOptions options;
  options.threads = threads;
  options.journal = journal;
  options.ranks = &ranks;
  std::optional<FarewellLine> farewell;
  if (!journal.empty() && ranks.rank() == 0) farewell.emplace(resume_line(ranks, resume_option));
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
