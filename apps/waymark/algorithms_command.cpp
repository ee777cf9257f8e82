// waymark algorithms
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "commands.hpp"
#include "json_output.hpp"
#include "lab/view/text_table.hpp"
#include "waymark/agent/registry.hpp"

namespace waymark::program {
namespace {

using Json = nlohmann::ordered_json;

// Whole numbers without a decimal point.
Json thousandths_to_json(std::int64_t value) {
  return value % 1000 == 0 ? Json(value / 1000) : Json(static_cast<double>(value) / 1000);
}

Json to_json(const ParameterInfo& parameter) {
  const bool is_number = parameter.kind != ParameterKind::kChoice;
  const auto number = [&](std::int64_t value) {
    return parameter.kind == ParameterKind::kWhole ? Json(value) : thousandths_to_json(value);
  };
  Json object{{"name", parameter.name},
              {"symbol", parameter.symbol},
              {"kind", !is_number                                ? "choice"
                       : parameter.kind == ParameterKind::kWhole ? "whole"
                                                                 : "number"},
              {"description", parameter.description}};
  if (is_number) {
    object["default"] = number(parameter.fallback);
    object["minimum"] = number(parameter.minimum);
    object["maximum"] = number(parameter.maximum);
  } else {
    object["default"] = parameter.choices[static_cast<std::size_t>(parameter.fallback)];
    object["choices"] = Json::array();
    for (const std::string_view choice : parameter.choices) object["choices"].push_back(choice);
  }
  return object;
}

Json to_json(const AlgorithmInfo& info) {
  Json object{{"key", info.key},
              {"title", info.title},
              {"family", info.family},
              {"citation", info.citation},
              {"summary", info.summary},
              {"optimal", info.optimal},
              {"real_time", info.real_time},
              {"needs_database", info.database != DatabaseKind::kNone},
              {"parameters", Json::array()}};
  if (info.database != DatabaseKind::kNone) object["database"] = to_string(info.database);
  for (const ParameterInfo& parameter : info.parameters) object["parameters"].push_back(to_json(parameter));
  return object;
}

std::string values_text(const ParameterInfo& parameter) {
  if (parameter.kind != ParameterKind::kChoice) {
    return fmt::format("{} ({} to {})", value_to_string(parameter, parameter.fallback),
                       value_to_string(parameter, parameter.minimum), value_to_string(parameter, parameter.maximum));
  }
  const std::string_view fallback = parameter.choices[static_cast<std::size_t>(parameter.fallback)];
  std::string others;
  for (const std::string_view choice : parameter.choices) {
    if (choice != fallback) others += (others.empty() ? "" : ", ") + std::string(choice);
  }
  return fmt::format("{} (or {})", fallback, others);
}

int run_algorithms(bool json) {
  if (json) {
    Json rows = Json::array();
    for (const AlgorithmInfo& info : algorithms()) rows.push_back(to_json(info));
    print_json(rows);
    return kExitOk;
  }
  using enum TextTable::Align;
  TextTable table({{"key", kLeft},
                   {"title", kLeft},
                   {"family", kLeft},
                   {"optimal", kLeft},
                   {"real-time", kLeft},
                   {"citation", kLeft}});
  const auto yes = [](bool value) { return value ? std::string("yes") : std::string("no"); };
  for (const AlgorithmInfo& info : algorithms()) {
    table.add_row({std::string(info.key), std::string(info.title), std::string(info.family), yes(info.optimal),
                   yes(info.real_time), std::string(info.citation)});
  }
  std::string text = table.to_string();
  for (const AlgorithmInfo& info : algorithms()) {
    text += fmt::format("\n{}: {}\n", info.key, info.summary);
    TextTable parameters({{"", kLeft}, {"", kLeft}, {"", kLeft}, {"", kLeft}});
    for (const ParameterInfo& parameter : info.parameters) {
      parameters.add_row(
          {"  ", std::string(parameter.name), values_text(parameter), std::string(parameter.description)});
    }
    text += parameters.to_string();
  }
  print(text + "\nParameters are given as KEY:name=value,name=value; the first value shown is the default.\n");
  return kExitOk;
}

}  // namespace

void add_algorithms_command(CLI::App& app, int& exit_code) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("algorithms", "List every algorithm there is, with its parameters.");
  command->add_flag("--json", *json, "Print JSON");
  command->footer("Examples:\n  waymark algorithms\n  waymark algorithms --json");
  command->callback([json, &exit_code] { exit_code = run_algorithms(*json); });
}

}  // namespace waymark::program
