#include "waymark/io/database_file.hpp"

#include <utility>

#include "io/mapped_file.hpp"
#include "waymark/io/file.hpp"

namespace waymark {
namespace {

template <class T>
Result<Done> keep(std::unique_ptr<T>& place, Result<T> opened, const std::string& path, DatabaseKind kind) {
  if (!opened) return opened.error();
  if (place != nullptr) {
    return Error{ErrorCode::kUnsupported, "the second database of kind " + std::string(to_string(kind)), path};
  }
  place = std::make_unique<T>(*std::move(opened));
  return Done{};
}

}  // namespace

Result<std::string> read_database(const std::string& path) { return read_file(path, Container::kMaxBytes); }

bool is_tree_text(const std::string& bytes) { return bytes.starts_with(DepthTree::kFirstLine); }

Result<PathDatabase> open_path_database(const std::string& path, const Map& map, SectionChecks checks) {
  auto bytes = map_file(path, Container::kMaxBytes);
  if (!bytes) return bytes.error();
  auto container = Container::view(bytes->text, std::move(bytes->owner), path, checks);
  if (!container) return container.error();
  return PathDatabase::open(*std::move(container), map);
}

Result<Done> DatabaseSet::add(const std::string& path, const Map& map) {
  auto bytes = read_database(path);
  if (!bytes) return bytes.error();
  return add_bytes(*std::move(bytes), path, map);
}

Result<Done> DatabaseSet::add_bytes(std::string bytes, const std::string& name, const Map& map) {
  if (is_tree_text(bytes)) return keep(tree_, DepthTree::parse(bytes, name), name, DatabaseKind::kTree);
  auto container = Container::parse(std::move(bytes), name);
  if (!container) return container.error();
  const DatabaseKind kind = container->kind();
  if (kind == DatabaseKind::kPatterns) {
    auto opened = PatternDatabase::open(*std::move(container), map);
    const bool depths = opened && !opened->has_subgoals();
    return keep(depths ? depths_ : patterns_, std::move(opened), name, kind);
  }
  if (kind == DatabaseKind::kPaths) return keep(paths_, PathDatabase::open(*std::move(container), map), name, kind);
  return keep(kind == DatabaseKind::kCases ? cases_ : cases_2009_, CaseBase::open(*std::move(container), map), name,
              kind);
}

}  // namespace waymark
