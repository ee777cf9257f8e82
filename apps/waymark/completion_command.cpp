// waymark completion SHELL: a script that completes commands, options, choices and keys of algorithms, made of what the
// help texts are made of.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "commands.hpp"
#include "option_values.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::program {
namespace {

// What an option takes, as far as a shell can help.
enum class ValueKind { kNone, kChoice, kAlgorithm, kAlgorithms, kFile, kFolder, kOther };

ValueKind value_kind(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() == 0) return ValueKind::kNone;
  if (type == kAlgorithmType) return ValueKind::kAlgorithm;
  if (type == kAlgorithmsType) return ValueKind::kAlgorithms;
  if (type.find('|') != std::string::npos) return ValueKind::kChoice;
  if (type.find("DIR") != std::string::npos) return ValueKind::kFolder;
  const bool is_file = type.find("FILE") != std::string::npos || type.find("MAP") != std::string::npos;
  return is_file || option.get_positional() ? ValueKind::kFile : ValueKind::kOther;
}

// What may follow a choice, as in "walk[:S]", is none of its letters.
std::string choices_of(const CLI::Option& option) {
  std::string words;
  bool is_part = false;
  for (const char letter : option.get_type_name()) {
    if (letter == '[') is_part = true;
    if (!is_part) words += letter == '|' ? ' ' : letter;
    if (letter == ']') is_part = false;
  }
  return words;
}

std::string algorithm_keys() {
  std::string words;
  for (const AlgorithmInfo& info : algorithms()) words += (words.empty() ? "" : " ") + std::string(info.key);
  return words;
}

// "-o" and "--output"
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

struct Command {
  std::string path;  // "lab run"
  const CLI::App* app;
};

// Every command and the commands within, in the order of the help; the program itself first, with an empty path.
void collect(const CLI::App& app, const std::string& path, std::vector<Command>& commands) {
  commands.push_back({path, &app});
  for (const CLI::App* each : app.get_subcommands([](const CLI::App*) { return true; })) {
    collect(*each, path.empty() ? each->get_name() : path + " " + each->get_name(), commands);
  }
}

std::vector<const CLI::App*> within(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// Words that may stand where no option's value does: names of commands, or the choices of the first place.
std::string plain_words(const CLI::App& app) {
  std::string words;
  for (const CLI::App* each : within(app)) words += (words.empty() ? "" : " ") + each->get_name();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() && value_kind(*option) == ValueKind::kChoice) return choices_of(*option);
  }
  return words;
}

bool takes_files(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() && value_kind(*option) == ValueKind::kFile) return true;
  }
  return false;
}

// The part that bash and zsh share: sets `options`, `words`, `kind` (of what comes next) for `command` and `previous`.
std::string shell_tables(const CLI::App& app) {
  std::vector<Command> commands;
  collect(app, "", commands);
  std::string tables = "  case \"$command\" in\n";
  std::string values = "  case \"$command $previous\" in\n";
  for (const Command& command : commands) {
    std::string options;
    for (const CLI::Option* option : command.app->get_options()) {
      std::string patterns;
      for (const std::string& name : names_of(*option)) {
        options += (options.empty() ? "" : " ") + name;
        patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", command.path, name);
      }
      std::string action;
      switch (value_kind(*option)) {
        case ValueKind::kNone: continue;
        case ValueKind::kChoice: action = fmt::format("kind=words words='{}'", choices_of(*option)); break;
        case ValueKind::kAlgorithm: action = "kind=words words=\"$keys\""; break;
        case ValueKind::kAlgorithms: action = "kind=list words=\"$keys\""; break;
        case ValueKind::kFile: action = "kind=files words=''"; break;
        case ValueKind::kFolder: action = "kind=folders"; break;
        case ValueKind::kOther: action = "kind=none"; break;
      }
      if (!patterns.empty()) values += fmt::format("    {}) {} ;;\n", patterns, action);
    }
    tables += fmt::format("    '{}') options='{}' words='{}' kind={} ;;\n", command.path, options,
                          plain_words(*command.app), takes_files(*command.app) ? "files" : "words");
  }
  return fmt::format("  keys='{}'\n", algorithm_keys()) + tables + "  esac\n" + values + "  esac\n";
}

// "lab" or "lab|other": commands that have commands.
std::string nested_commands(const CLI::App& app) {
  std::string names;
  for (const CLI::App* each : within(app)) {
    if (!within(*each).empty()) names += (names.empty() ? "" : "|") + each->get_name();
  }
  return names;
}

std::string bash_script(const CLI::App& app) {
  return fmt::format(
             "# Completion of waymark for bash. In ~/.bashrc: source <(waymark completion bash)\n"
             "_waymark() {{\n"
             "  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" previous=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
             "  local command='' options='' words='' kind=words keys='' before=''\n"
             "  COMPREPLY=()\n"
             "  if ((COMP_CWORD > 1)); then command=\"${{COMP_WORDS[1]}}\"; fi\n"
             "  case \"$command\" in {}) ((COMP_CWORD > 2)) && command=\"$command ${{COMP_WORDS[2]}}\" ;; esac\n",
             nested_commands(app)) +
         shell_tables(app) +
         "  if [[ $current == -* && $kind != none ]]; then kind=words words=\"$options\"; fi\n"
         "  case \"$kind\" in\n"
         "    words | files) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "    list)\n"
         "      [[ $current == *,* ]] && before=\"${current%,*},\"\n"
         "      COMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"${current##*,}\")) ;;\n"
         "  esac\n"
         "  local IFS=$'\\n'\n"  // names of files may have blanks
         "  case \"$kind\" in files | folders) compopt -o filenames 2> /dev/null ;; esac\n"
         "  case \"$kind\" in\n"
         "    files) COMPREPLY+=($(compgen -f -- \"$current\")) ;;\n"
         "    folders) COMPREPLY=($(compgen -d -- \"$current\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -F _waymark waymark\n";
}

std::string zsh_script(const CLI::App& app) {
  return fmt::format(
             "#compdef waymark\n"
             "# Completion of waymark for zsh: put it as _waymark into a folder of $fpath.\n"
             "_waymark() {{\n"
             "  local current=\"${{words[CURRENT]}}\" previous=\"${{words[CURRENT-1]}}\"\n"
             "  local command='' options='' kind=words keys='' second=\"${{words[2]}}\" third=\"${{words[3]}}\"\n"
             "  local place=$CURRENT\n"
             "  local words=''\n"
             "  if ((place > 2)); then command=\"$second\"; fi\n"
             "  case \"$command\" in {}) ((place > 3)) && command=\"$command $third\" ;; esac\n",
             nested_commands(app)) +
         shell_tables(app) +
         "  if [[ $current == -* && $kind != none ]]; then kind=words words=\"$options\"; fi\n"
         "  case \"$kind\" in\n"
         "    words) compadd -- ${=words} ;;\n"
         "    list) compset -P '*,'; compadd -S '' -- ${=words} ;;\n"
         "    files) [[ -n $words ]] && compadd -- ${=words}; _files ;;\n"
         "    folders) _files -/ ;;\n"
         "  esac\n"
         "}\n"
         "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _waymark \"$@\"; else compdef _waymark waymark; fi\n";
}

std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

std::string fish_script(const CLI::App& app) {
  std::string text =
      "# Completion of waymark for fish: waymark completion fish > ~/.config/fish/completions/waymark.fish\n";
  std::vector<Command> commands;
  collect(app, "", commands);
  for (const Command& command : commands) {
    std::string condition = command.path.empty() ? "__fish_use_subcommand" : "";
    for (std::size_t begin = 0; begin < command.path.size();) {
      const std::size_t end = std::min(command.path.find(' ', begin), command.path.size());
      condition += (condition.empty() ? "" : "; and ") + std::string("__fish_seen_subcommand_from ") +
                   command.path.substr(begin, end - begin);
      begin = end + 1;
    }
    const std::string line = fmt::format("complete -c waymark -n {}", fish_quoted(condition));
    for (const CLI::App* each : within(*command.app)) {
      text += fmt::format("{} -f -a {} -d {}\n", line, each->get_name(), fish_quoted(each->get_description()));
    }
    for (const CLI::Option* option : command.app->get_options()) {
      std::string names;
      for (const std::string& name : option->get_snames()) names += " -s " + name;
      for (const std::string& name : option->get_lnames()) names += " -l " + name;
      std::string value;
      switch (value_kind(*option)) {
        case ValueKind::kNone: break;
        case ValueKind::kChoice: value = " -x -a " + fish_quoted(choices_of(*option)); break;
        case ValueKind::kAlgorithm:
        case ValueKind::kAlgorithms: value = " -x -a " + fish_quoted(algorithm_keys()); break;
        case ValueKind::kFile: value = " -r -F"; break;
        case ValueKind::kFolder: value = " -x -a '(__fish_complete_directories)'"; break;
        case ValueKind::kOther: value = " -x"; break;
      }
      if (names.empty() && value_kind(*option) != ValueKind::kChoice) continue;  // files are what fish offers by itself
      text += fmt::format("{}{}{} -d {}\n", line, names, value, fish_quoted(option->get_description()));
    }
  }
  return text;
}

}  // namespace

void add_completion_command(CLI::App& app, int& exit_code) {
  auto shell = std::make_shared<std::size_t>(0);
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes commands and options in a shell.");
  command->group("Setup");
  add_choice(
      *command, "SHELL", {"bash", "zsh", "fish"}, [shell](std::size_t i) { *shell = i; }, "Which shell")
      ->required();
  command->footer(
      "Examples:\n  source <(waymark completion bash)\n"
      "  waymark completion zsh > ~/.zfunc/_waymark\n"
      "  waymark completion fish > ~/.config/fish/completions/waymark.fish");
  command->callback([&app, shell, &exit_code] {
    print(*shell == 0 ? bash_script(app) : *shell == 1 ? zsh_script(app) : fish_script(app));
    exit_code = kExitOk;
  });
}

}  // namespace waymark::program
