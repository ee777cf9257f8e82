// How help texts look: the default after the description, no gaps.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>

namespace waymark::program {

class HelpFormat final : public CLI::Formatter {
 public:
  HelpFormat() {
    column_width(30);
    label("SUBCOMMAND", "COMMAND");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_name().empty()) return "";
    return " " + option->get_type_name();
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = option->get_description();
    if (!option->get_default_str().empty()) text += " [default: " + option->get_default_str() + "]";
    if (option->get_required() && !option->get_positional()) text += " (required)";
    return text;
  }
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    for (std::size_t gap = 0; (gap = text.find("\n\n\n", gap)) != std::string::npos;) text.erase(gap, 1);
    return text;
  }
};

}  // namespace waymark::program
