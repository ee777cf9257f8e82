#include "offline/container_writer.hpp"

#include "base/hash.hpp"
#include "waymark/base/assert.hpp"

namespace waymark {
namespace {

void append_name(std::string& bytes, std::string_view name) {
  WAYMARK_ASSERT(!name.empty() && name.size() <= Container::kNameBytes);
  bytes += name;
  bytes.append(Container::kNameBytes - name.size(), '\0');
}

std::uint64_t aligned(std::uint64_t offset) { return (offset + 7) / 8 * 8; }

}  // namespace

ContainerWriter::ContainerWriter(DatabaseKind kind, const Map& map)
    : kind_(kind), map_fingerprint_(map.grid().fingerprint()), rules_(map.rules()) {}

ContainerWriter& ContainerWriter::parameter(std::string_view name, std::uint64_t value) {
  parameters_.push_back({std::string(name), value});
  return *this;
}

ContainerWriter& ContainerWriter::section(std::string_view name, std::string bytes) {
  sections_.emplace_back(name, std::move(bytes));
  return *this;
}

std::string ContainerWriter::bytes() const {
  const std::uint64_t tables_end =
      56 + parameters_.size() * (Container::kNameBytes + 8) + sections_.size() * (Container::kNameBytes + 24);
  std::uint64_t end = tables_end + 8;
  for (const auto& [name, content] : sections_) end = aligned(end) + content.size();

  std::string bytes;
  bytes.reserve(end);
  bytes += Container::kMagic;
  append_number(bytes, Container::kVersion);
  append_number(bytes, static_cast<std::uint32_t>(kind_));
  append_number(bytes, map_fingerprint_);
  append_number(bytes, rules_.costs.cardinal);
  append_number(bytes, rules_.costs.diagonal);
  append_number(bytes, static_cast<std::uint8_t>(rules_.neighbours));
  append_number(bytes, static_cast<std::uint8_t>(rules_.diagonal));
  append_number(bytes, std::uint16_t{0});
  append_number(bytes, static_cast<std::uint32_t>(parameters_.size()));
  append_number(bytes, static_cast<std::uint32_t>(sections_.size()));
  append_number(bytes, std::uint32_t{0});
  append_number(bytes, end);
  for (const DatabaseParameter& parameter : parameters_) {
    append_name(bytes, parameter.name);
    append_number(bytes, parameter.value);
  }
  std::uint64_t offset = tables_end + 8;
  for (const auto& [name, content] : sections_) {
    offset = aligned(offset);
    append_name(bytes, name);
    append_number(bytes, offset);
    append_number(bytes, static_cast<std::uint64_t>(content.size()));
    append_number(bytes, Hash64().add(content).value());
    offset += content.size();
  }
  append_number(bytes, Hash64().add(bytes).value());
  for (const auto& [name, content] : sections_) {
    bytes.resize(aligned(bytes.size()));
    bytes += content;
  }
  return bytes;
}

}  // namespace waymark
