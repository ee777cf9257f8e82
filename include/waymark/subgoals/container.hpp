// The file of a database as bytes: a header that names the map, the rules and the parameters it was built with, and
// sections that hold its tables. One layout for all kinds (docs/formats.md); what the sections mean is the kind's own.
//
// Every byte is untrusted. parse() checks the magic, the version, all sizes and offsets, that no byte lies outside a
// section but zeros, and a checksum of each section, so that damage is found before anything is read. Numbers are
// little-endian; a section begins at a multiple of 8 bytes.
//
// Threads: a container never changes once parsed, so any number may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"

namespace waymark {

enum class DatabaseKind : std::uint8_t {
  kNone = 0,
  kCases = 1,      // compressed paths (kNN LRTA* 2010)
  kCases2009 = 2,  // start, subgoal, goal (kNN LRTA* 2009)
  kPatterns = 3,   // subgoals and depths per pair of regions (D LRTA*)
  kTree = 4,       // a decision tree (LRTA* (DT, G)); readable text, not this layout
  kDepths = 5,     // kPatterns with depths for global goals (LRTA* (PDB, G)): what an agent needs, no kind of file
  kPaths = 6,      // from every cell the move towards any goal (paths)
};
// "knn", "knn-2009", "pdb", "tree", "pdb", "paths"; empty for kNone.
std::string_view to_string(DatabaseKind kind);

// The bytes of a section as numbers, wherever they lie.
template <class T>
class NumberView {
 public:
  NumberView() = default;
  explicit NumberView(std::string_view bytes) : bytes_(bytes.data()), size_(bytes.size() / sizeof(T)) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view bytes() const { return {bytes_, size_ * sizeof(T)}; }
  [[nodiscard]] T operator[](std::size_t i) const {
    T value;
    std::memcpy(&value, bytes_ + i * sizeof(T), sizeof(T));
    return value;
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// A number with a name of at most kNameBytes letters.
struct DatabaseParameter {
  std::string name;
  std::uint64_t value;
};

enum class SectionChecks : std::uint8_t {
  kAtOpen,
  kDeferred,  // the header alone is checked: whoever reads a section asks for its check, or can do with any bytes
};

class Container {
 public:
  static constexpr std::string_view kMagic = "WAYMARKD";
  static constexpr std::uint32_t kVersion = 1;
  static constexpr std::size_t kNameBytes = 16;
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{8} << 30u;

  // Errors call the bytes `file`.
  static Result<Container> parse(std::string bytes, const std::string& file);
  // The same of bytes that lie elsewhere, as long as `owner` lives.
  static Result<Container> view(std::string_view bytes, std::shared_ptr<const void> owner, const std::string& file,
                                SectionChecks checks);

  [[nodiscard]] DatabaseKind kind() const { return kind_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::uint64_t map_fingerprint() const { return map_fingerprint_; }
  [[nodiscard]] const MoveRules& rules() const { return rules_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] std::span<const DatabaseParameter> parameters() const { return parameters_; }
  struct Section {
    std::string name;
    std::uint64_t offset;
    std::uint64_t size;
    std::uint64_t checksum;
  };
  [[nodiscard]] SectionChecks checks() const { return checks_; }
  // Fails if the section is not there, or damaged.
  [[nodiscard]] Result<Done> check_section(std::string_view name) const;
  [[nodiscard]] std::span<const Section> sections() const { return sections_; }

  // Fails if the database is of another kind, another map or other rules.
  [[nodiscard]] Result<Done> check(DatabaseKind kind, const Map& map) const;
  // The last of the three alone, for maps that were edited since.
  [[nodiscard]] Result<Done> check_rules(const Map& map) const;
  [[nodiscard]] bool has_parameter(std::string_view name) const;
  // Fails if it is not there or not within [low, high].
  [[nodiscard]] Result<std::uint64_t> parameter(std::string_view name, std::uint64_t low, std::uint64_t high) const;
  // The bytes of a section, valid as long as the container or a copy of it lives. Fails if it is not there or
  // does not have exactly `size` bytes.
  [[nodiscard]] Result<std::string_view> section(std::string_view name, std::optional<std::uint64_t> size = {}) const;
  // An error about this file, for those who read its sections.
  [[nodiscard]] Error bad(std::string message) const { return {ErrorCode::kBadFormat, std::move(message), file_}; }

 private:
  Container() = default;
  [[nodiscard]] Result<Done> check_section(const Section& section) const;

  std::string file_;
  std::string_view bytes_;
  std::shared_ptr<const void> owner_;  // of the bytes
  SectionChecks checks_ = SectionChecks::kAtOpen;
  DatabaseKind kind_ = DatabaseKind::kNone;
  std::uint64_t map_fingerprint_ = 0;
  MoveRules rules_;
  std::vector<DatabaseParameter> parameters_;
  std::vector<Section> sections_;
};

}  // namespace waymark
