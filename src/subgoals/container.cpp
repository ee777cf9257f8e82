#include "waymark/subgoals/container.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"

namespace waymark {
namespace {

constexpr std::size_t kHeaderBytes = 56;
constexpr std::size_t kParameterBytes = Container::kNameBytes + 8;
constexpr std::size_t kSectionBytes = Container::kNameBytes + 24;
constexpr std::uint32_t kMaxEntries = 64;  // parameters, and sections

template <class T>
T read(std::string_view bytes, std::uint64_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

// A name ends at the first zero; only zeros follow.
std::optional<std::string> read_name(std::string_view bytes, std::uint64_t at) {
  const std::string_view field = bytes.substr(at, Container::kNameBytes);
  const std::string_view name = field.substr(0, std::min(field.find('\0'), field.size()));
  if (name.empty() || field.find_first_not_of('\0', name.size()) != std::string_view::npos) return std::nullopt;
  for (const char letter : name) {
    if (letter <= ' ' || letter > '~') return std::nullopt;
  }
  return std::string(name);
}

bool is_container_kind(std::uint32_t kind) {
  for (const DatabaseKind known :
       {DatabaseKind::kCases, DatabaseKind::kCases2009, DatabaseKind::kPatterns, DatabaseKind::kPaths}) {
    if (kind == static_cast<std::uint32_t>(known)) return true;
  }
  return false;
}

std::optional<MoveRules> read_rules(std::string_view bytes) {
  const auto neighbours = read<std::uint8_t>(bytes, 32);
  const auto diagonal = read<std::uint8_t>(bytes, 33);
  if (neighbours > static_cast<std::uint8_t>(Neighbours::kEight)) return std::nullopt;
  if (diagonal > static_cast<std::uint8_t>(DiagonalRule::kNever)) return std::nullopt;
  CostModel costs{read<Cost>(bytes, 24), read<Cost>(bytes, 28), 0, "custom"};
  for (const CostModel& known : {kSqrt2Costs, kPaper14Costs, kUnitCosts}) {
    if (costs == known) costs = known;
  }
  return MoveRules{static_cast<Neighbours>(neighbours), static_cast<DiagonalRule>(diagonal), costs};
}

}  // namespace

std::string_view to_string(DatabaseKind kind) {
  switch (kind) {
    case DatabaseKind::kNone: return "";
    case DatabaseKind::kCases: return "knn";
    case DatabaseKind::kCases2009: return "knn-2009";
    case DatabaseKind::kPatterns:
    case DatabaseKind::kDepths: return "pdb";
    case DatabaseKind::kTree: return "tree";
    case DatabaseKind::kPaths: return "paths";
  }
  return "";
}

Result<Container> Container::parse(std::string bytes, const std::string& file) {
  const auto owner = std::make_shared<const std::string>(std::move(bytes));
  return view(*owner, owner, file, SectionChecks::kAtOpen);
}

Result<Container> Container::view(std::string_view all, std::shared_ptr<const void> owner, const std::string& file,
                                  SectionChecks checks) {
  const auto bad = [&](std::string message, std::uint64_t byte) {
    return Error{ErrorCode::kBadFormat, std::move(message), file, 0, static_cast<std::int64_t>(byte)};
  };
  if (all.substr(0, kMagic.size()) != kMagic) return bad("not a Waymark database", 0);
  if (all.size() < kHeaderBytes) return bad("the header is cut off", all.size());
  if (const auto version = read<std::uint32_t>(all, 8); version != kVersion) {
    return bad("database format " + std::to_string(version) + "; this program reads format " + std::to_string(kVersion),
               8);
  }
  if (read<std::uint64_t>(all, 48) != all.size()) {
    return bad("the header promises " + std::to_string(read<std::uint64_t>(all, 48)) + " bytes, the file has " +
                   std::to_string(all.size()),
               48);
  }

  Container container;
  container.file_ = file;
  container.bytes_ = all;
  container.owner_ = std::move(owner);
  container.checks_ = checks;
  const auto kind = read<std::uint32_t>(all, 12);
  if (!is_container_kind(kind)) return bad("unknown kind of database " + std::to_string(kind), 12);
  container.kind_ = static_cast<DatabaseKind>(kind);
  container.map_fingerprint_ = read<std::uint64_t>(all, 16);
  const auto rules = read_rules(all);
  if (!rules || read<std::uint16_t>(all, 34) != 0) return bad("unknown rules of movement", 32);
  container.rules_ = *rules;

  const auto parameters = read<std::uint32_t>(all, 36);
  const auto sections = read<std::uint32_t>(all, 40);
  if (parameters > kMaxEntries) return bad("too many parameters", 36);
  if (sections > kMaxEntries || read<std::uint32_t>(all, 44) != 0) return bad("too many sections", 40);
  const std::uint64_t tables_end = kHeaderBytes + parameters * kParameterBytes + sections * kSectionBytes;
  if (tables_end + 8 > all.size()) return bad("the tables are cut off", all.size());
  if (Hash64().add(all.substr(0, tables_end)).value() != read<std::uint64_t>(all, tables_end)) {
    return bad("the header is damaged: its checksum does not match", tables_end);
  }

  std::uint64_t at = kHeaderBytes;
  container.parameters_.reserve(parameters);
  for (std::uint32_t i = 0; i < parameters; ++i, at += kParameterBytes) {
    auto name = read_name(all, at);
    if (!name) return bad("a parameter has no proper name", at);
    container.parameters_.push_back({*std::move(name), read<std::uint64_t>(all, at + kNameBytes)});
  }
  // Sections follow the tables in order, each at the next multiple of 8 bytes, with zeros between.
  std::uint64_t end = tables_end + 8;
  container.sections_.reserve(sections);
  for (std::uint32_t i = 0; i < sections; ++i, at += kSectionBytes) {
    auto name = read_name(all, at);
    if (!name) return bad("a section has no proper name", at);
    const auto offset = read<std::uint64_t>(all, at + kNameBytes);
    const auto size = read<std::uint64_t>(all, at + kNameBytes + 8);
    if (offset != (end + 7) / 8 * 8 || offset > all.size() || size > all.size() - offset) {
      return bad("section " + *name + " lies outside its place", at);
    }
    if (all.substr(end, offset - end).find_first_not_of('\0') != std::string_view::npos) {
      return bad("bytes between the sections are not zero", end);
    }
    end = offset + size;
    container.sections_.push_back({*std::move(name), offset, size, read<std::uint64_t>(all, at + kNameBytes + 16)});
    if (checks == SectionChecks::kDeferred) continue;
    if (auto good = container.check_section(container.sections_.back()); !good) return good.error();
  }
  if (end != all.size()) return bad("bytes after the last section", end);
  return container;
}

Result<Done> Container::check_section(const Section& section) const {
  if (Hash64().add(bytes_.substr(section.offset, section.size)).value() == section.checksum) return Done{};
  return Error{ErrorCode::kBadFormat, "section " + section.name + " is damaged: its checksum does not match", file_, 0,
               static_cast<std::int64_t>(section.offset)};
}

Result<Done> Container::check_section(std::string_view name) const {
  for (const Section& section : sections_) {
    if (section.name == name) return check_section(section);
  }
  return bad("section " + std::string(name) + " is missing");
}

Result<Done> Container::check(DatabaseKind kind, const Map& map) const {
  if (kind_ != kind) {
    return bad("a database of kind " + std::string(to_string(kind_)) + ", not " + std::string(to_string(kind)));
  }
  if (map_fingerprint_ != map.grid().fingerprint()) return bad("built for another map");
  return check_rules(map);
}

Result<Done> Container::check_rules(const Map& map) const {
  const MoveRules& own = map.rules();
  if (rules_.neighbours != own.neighbours || rules_.diagonal != own.diagonal) {
    return bad("built for other rules of movement");
  }
  if (!(rules_.costs == own.costs)) {
    return bad("built for another metric (steps of " + std::to_string(rules_.costs.cardinal) + " and " +
               std::to_string(rules_.costs.diagonal) + ", not " + std::to_string(own.costs.cardinal) + " and " +
               std::to_string(own.costs.diagonal) + ")");
  }
  return Done{};
}

bool Container::has_parameter(std::string_view name) const {
  return std::any_of(parameters_.begin(), parameters_.end(),
                     [name](const DatabaseParameter& parameter) { return parameter.name == name; });
}

Result<std::uint64_t> Container::parameter(std::string_view name, std::uint64_t low, std::uint64_t high) const {
  for (const DatabaseParameter& parameter : parameters_) {
    if (parameter.name != name) continue;
    if (parameter.value >= low && parameter.value <= high) return parameter.value;
    return bad("parameter " + parameter.name + " is " + std::to_string(parameter.value) + ", not " +
               std::to_string(low) + " to " + std::to_string(high));
  }
  return bad("parameter " + std::string(name) + " is missing");
}

Result<std::string_view> Container::section(std::string_view name, std::optional<std::uint64_t> size) const {
  for (const Section& section : sections_) {
    if (section.name != name) continue;
    if (!size || *size == section.size) return bytes_.substr(section.offset, section.size);
    return Error{
        ErrorCode::kBadFormat,
        "section " + section.name + " has " + std::to_string(section.size) + " bytes, not " + std::to_string(*size),
        file_, 0, static_cast<std::int64_t>(section.offset)};
  }
  return bad("section " + std::string(name) + " is missing");
}

}  // namespace waymark
