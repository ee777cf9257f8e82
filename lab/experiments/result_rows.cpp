#include "lab/experiments/result_rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "lab/experiments/build_facts.hpp"

namespace waymark {
namespace {

using Json = nlohmann::ordered_json;

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown compiler";
#endif
}

// Whole numbers as such: they are shorter.
Json to_number(double value) {
  if (std::isnan(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

double from_number(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

ResultRow from_json(const Json& json) {
  ResultRow row;
  row.experiment = json.at("experiment").get<std::string>();
  row.configuration = json.at("configuration").get<std::string>();
  row.algorithm = json.at("algorithm").get<std::string>();
  row.parameters = json.value("parameters", std::map<std::string, std::string>());
  row.database = json.at("database").get<std::string>();
  row.map = json.at("map").get<std::string>();
  row.fingerprint = json.at("fingerprint").get<std::string>();
  row.states = json.at("states").get<std::uint64_t>();
  row.seed = json.at("seed").get<std::uint64_t>();
  row.quick = json.at("quick").get<bool>();
  row.provenance = {json.at("machine").get<std::string>(), json.at("compiler").get<std::string>(),
                    json.at("flags").get<std::string>(), json.at("commit").get<std::string>()};
  std::size_t length = 0;
  for (const auto& item : json.at("samples").items()) {
    std::vector<double>& values = row.samples[item.key()];
    values.reserve(item.value().size());
    for (const Json& value : item.value()) values.push_back(from_number(value));
    if (row.samples.size() == 1) length = values.size();
    if (values.size() != length) throw std::runtime_error("samples are not of one length");
  }
  for (const auto& item : json.at("figures").items()) row.figures[item.key()] = from_number(item.value());
  return row;
}

}  // namespace

Provenance this_provenance() {
  return {fmt::format("{}, {} cores", processor_name(), std::thread::hardware_concurrency()), compiler_name(),
          std::string(build_flags()), std::string(build_commit())};
}

const std::vector<double>* ResultRow::sample(const std::string& name) const {
  const auto found = samples.find(name);
  return found == samples.end() ? nullptr : &found->second;
}

std::string to_json(const ResultRow& row) {
  Json json{{"experiment", row.experiment},
            {"configuration", row.configuration},
            {"algorithm", row.algorithm},
            {"parameters", row.parameters},
            {"database", row.database},
            {"map", row.map},
            {"fingerprint", row.fingerprint},
            {"states", row.states},
            {"seed", row.seed},
            {"quick", row.quick},
            {"machine", row.provenance.machine},
            {"compiler", row.provenance.compiler},
            {"flags", row.provenance.flags},
            {"commit", row.provenance.commit}};
  Json figures = Json::object();
  for (const auto& [name, value] : row.figures) figures[name] = to_number(value);
  Json samples = Json::object();
  for (const auto& [name, values] : row.samples) {
    Json list = Json::array();
    for (const double value : values) list.push_back(to_number(value));
    samples[name] = std::move(list);
  }
  json["figures"] = std::move(figures);
  json["samples"] = std::move(samples);
  return json.dump();
}

Result<std::vector<ResultRow>> parse_result_rows(std::string_view text, const std::string& file) {
  std::vector<ResultRow> rows;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty()) continue;
    try {
      rows.push_back(from_json(Json::parse(line)));
    } catch (const std::exception& what) {
      return Error{ErrorCode::kBadFormat, fmt::format("line {} is no row of results: {}", number, what.what()), file};
    }
  }
  return rows;
}

}  // namespace waymark
