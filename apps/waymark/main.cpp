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

std::vector<CLI::App*> commands_of(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

std::vector<std::string> command_names(CLI::App& app) {
  std::vector<std::string> names;
  for (CLI::App* command : commands_of(app)) names.emplace_back(command->get_name());
  return names;
}

// Every command takes it, so that scripts need not know which of them have something to say.
void add_quiet_flag(CLI::App& command) {
  if (commands_of(command).empty()) {
    command.add_flag_callback("-q,--quiet", set_quiet, "No progress, no lines that only say what was done");
  }
  for (CLI::App* each : commands_of(command)) add_quiet_flag(*each);
}

// CLI11's words for what is wrong with the options, as this program says it.
std::string usage_message(const CLI::ParseError& error) {
  std::string message = error.what();
  const auto replace = [&message](std::string_view from, std::string_view to) {
    const std::size_t place = message.find(from);
    if (place == std::string::npos) return false;
    message.replace(place, from.size(), to);
    return true;
  };
  message.erase(message.find_last_not_of(" .\n") + 1);
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) {
    replace(": wants ", " wants ");  // option_values.hpp
  } else if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    if (replace(" requires ", " goes with ")) message += " only";
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    message = message.substr(0, message.find(':')) + " wants exactly one value";  // "--jobs: 1 required J missing"
  } else if (replace("The following argument was not expected: ", "unexpected argument '")) {
    message += "'";
  }
  return message;
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
  for (CLI::App* command : commands_of(app)) command->group("Commands");
  add_man_command(app, exit_code);
  add_completion_command(app, exit_code);
  for (CLI::App* command : commands_of(app)) add_quiet_flag(*command);

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
  // Words behind a command are its own, also where they are the names of others (bench verify). What tells of all
  // commands needs them all.
  const bool is_setup = first == "man" || first == "completion";
  for (CLI::App* command : commands_of(app)) {
    if (!first.starts_with("-") && !is_setup && command->get_name() != first) app.remove_subcommand(command);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(app.help());
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
  } catch (const CLI::ValidationError& error) {
    fail_usage(usage_message(error));  // says all
  } catch (const CLI::RequiresError& error) {
    fail_usage(usage_message(error));
  } catch (const CLI::ParseError& error) {
    fail_usage(usage_message(error) + help_hint(names, first));
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
    set_command_line(argc, argv);
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
