// waymark man: the help texts of all commands as a manual page.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "waymark/base/version.hpp"

namespace waymark::program {
namespace {

// Text as roff takes it: nothing in it is a request, and what can be typed can be copied.
std::string roff(std::string_view text) {
  std::string result;
  bool line_begins = true;
  for (const char letter : text) {
    if (line_begins && (letter == '.' || letter == '\'')) result += "\\&";
    line_begins = letter == '\n';
    switch (letter) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '`': result += "\\(ga"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += letter;
    }
  }
  return result;
}

// Lines as they are. A table or an example must not be filled.
std::string roff_lines(const std::string& text) { return text.empty() ? "" : ".PP\n.nf\n" + roff(text) + "\n.fi\n"; }

std::string option_entry(const CLI::App& app, const CLI::Option& option) {
  const auto* format = dynamic_cast<const CLI::Formatter*>(app.get_formatter().get());
  const std::string names = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  std::string spaced;  // "-o, --output"
  for (const char letter : names) spaced += letter == ',' ? std::string(", ") : std::string(1, letter);
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(spaced), roff(format->make_option_opts(&option)),
                     roff(format->make_option_desc(&option)));
}

std::string options_of(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) text += option_entry(command, *option);
  }
  for (const std::string& group : command.get_groups()) {
    if (group.empty()) continue;  // hidden
    std::string entries;
    for (const CLI::Option* option : command.get_options()) {
      if (!option->get_positional() && option->get_group() == group) entries += option_entry(command, *option);
    }
    if (!entries.empty()) text += (group == "Options" ? "" : fmt::format(".PP\n{}:\n", roff(group))) + entries;
  }
  return text;
}

// The command, or if it has commands of its own, those.
std::string section_of(const CLI::App& command, const std::string& name) {
  std::string text = fmt::format(".SS {}\n{}\n", roff(name), roff(command.get_description())) + options_of(command) +
                     roff_lines(command.get_footer());
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; })) {
    text += section_of(*each, name + " " + each->get_name());
  }
  return text;
}

std::string man_page(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH WAYMARK 1 \"\" \"Waymark {}\" \"User Commands\"\n.SH NAME\nwaymark \\- {}\n.SH SYNOPSIS\n.B waymark\n"
      "COMMAND [OPTION]...\n.SH DESCRIPTION\n{}\n{}",
      WAYMARK_VERSION, "pathfinding on grids", roff(app.get_description()), options_of(app));
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    text += section_of(*command, command->get_name());
  }
  return text +
         ".SH EXIT STATUS\n.TP\n0\nAll is well.\n.TP\n1\nThe command ran, but something did not hold.\n.TP\n2\nBad "
         "usage.\n.TP\n3\nBad data: a file that cannot be read, written or understood.\n";
}

}  // namespace

void add_man_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page, made of all these help texts.")->group("Setup");
  command->footer("Examples:\n  waymark man | man -l -\n  waymark man > ~/.local/share/man/man1/waymark.1");
  command->callback([&app, &exit_code] {
    print(man_page(app));
    exit_code = kExitOk;
  });
}

}  // namespace waymark::program
