// The command-line program: reads the command line, runs one command, and turns every failure into one line and an exit
// code.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "help_format.hpp"
#include "waymark/agent/registry.hpp"
#include "waymark/base/version.hpp"

namespace waymark::program {
namespace {

// A closed standard stream would become the next file opened, and output would go there. In its place: nothing to read,
// and writing still fails.
void keep_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // The lowest free descriptor is this one.
    if (::fcntl(descriptor, F_GETFD) == -1) static_cast<void>(::open("/dev/null", O_RDONLY));
  }
}

// Names of files may hold anything; the message stays on one line.
void report(std::string message) {
  for (char& letter : message) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) letter = '?';
  }
  // Before the line, whatever was printed already.
  std::fflush(stdout);
  std::fputs(("waymark: " + message + "\n").c_str(), stderr);
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    command->group("Commands");
    names.emplace_back(command->get_name());
  }
  return names;
}

// "waymark solve --help" if the command line names a command, otherwise "waymark --help".
std::string help_hint(const std::vector<std::string>& names, std::string_view first) {
  const bool known = std::find(names.begin(), names.end(), first) != names.end();
  return fmt::format("; see waymark {}--help", known ? std::string(first) + " " : "");
}

int run(int argc, char** argv) {
  int exit_code = kExitOk;
  CLI::App app("Pathfinding on grids: run, measure and draw search algorithms on game maps.", "waymark");
  app.set_version_flag("--version", "waymark " WAYMARK_VERSION, "Print the version and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer("waymark COMMAND --help tells more about a command. Try: waymark demo");
  app.formatter(std::make_shared<HelpFormat>());  // the commands inherit it
  add_demo_command(app, exit_code);
  add_info_command(app, exit_code);
  add_generate_command(app, exit_code);
  add_convert_command(app, exit_code);
  add_scenarios_command(app, exit_code);
  add_algorithms_command(app, exit_code);
  add_build_command(app, exit_code);
  add_verify_command(app, exit_code);
  add_solve_command(app, exit_code);
  add_race_command(app, exit_code);
  add_bench_command(app, exit_code);
  add_lab_command(app, exit_code);

  const std::vector<std::string> names = command_names(app);
  if (argc < 2) {
    print(app.help());
    return exit_code;
  }
  const std::string_view first = argv[1];
  if (!first.starts_with("-") && std::find(names.begin(), names.end(), first) == names.end()) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string_view nearest = nearest_name(first, views);
    fail_usage(fmt::format("there is no command '{}'; {}", first,
                           nearest.empty() ? "waymark --help lists them" : fmt::format("did you mean {}?", nearest)));
  }
  // Words behind a command are its own, also where they are the names of others (bench verify).
  for (CLI::App* command : app.get_subcommands([&](CLI::App* each) { return each->get_name() != first; })) {
    if (!first.starts_with("-")) app.remove_subcommand(command);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(app.help());
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string message = error.what();  // "--jobs: 1 required J missing"
    fail_usage(message.substr(0, message.find(':')) + " wants exactly one value" + help_hint(names, first));
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    message.erase(message.find_last_not_of(" .\n") + 1);
    constexpr std::string_view kLong = "The following argument was not expected: ";
    if (message.starts_with(kLong)) message = "unexpected argument '" + message.substr(kLong.size()) + "'";
    fail_usage(message + help_hint(names, first));
  }
  return exit_code;
}

}  // namespace
}  // namespace waymark::program

int main(int argc, char** argv) {
  using namespace waymark::program;
  // `waymark ... | head` ends quietly, whatever the caller made of the signal.
  std::signal(SIGPIPE, SIG_DFL);
  // A file beyond the user's limit is a failed write like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  keep_standard_streams();
  try {
    const int exit_code = run(argc, argv);
    flush_output();
    return exit_code;
  } catch (const Failure& failure) {
    report(failure.message);
    return failure.exit_code;
  } catch (const std::bad_alloc&) {
    report("out of memory");
  } catch (const std::exception& error) {
    report(error.what());
  }
  return kExitBadData;
}
