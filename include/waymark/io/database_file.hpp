// Databases read from files and kept: what `--database FILE` names, and what a game loads beside its map. At most one
// of each kind; of pattern databases one with subgoals and one with depths for global goals.
//
// Threads: any number may use a set while nobody adds to it.
#pragma once

#include <memory>
#include <string>

#include "waymark/base/result.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/case_base.hpp"
#include "waymark/subgoals/databases.hpp"
#include "waymark/subgoals/depth_tree.hpp"
#include "waymark/subgoals/path_database.hpp"
#include "waymark/subgoals/pattern_database.hpp"

namespace waymark {

class DatabaseSet {
 public:
  // Whatever kind it is. Fails if it is damaged, of another map or other rules, or the second of its kind.
  Result<Done> add(const std::string& path, const Map& map);
  // The same from memory; errors call the bytes `name`.
  Result<Done> add_bytes(std::string bytes, const std::string& name, const Map& map);

  // As long as this set lives, also after it was moved.
  [[nodiscard]] Databases view() const {
    return {cases_.get(), cases_2009_.get(), patterns_.get(), depths_.get(), tree_.get(), paths_.get()};
  }

 private:
  std::unique_ptr<CaseBase> cases_;
  std::unique_ptr<CaseBase> cases_2009_;
  std::unique_ptr<PatternDatabase> patterns_;
  std::unique_ptr<PatternDatabase> depths_;
  std::unique_ptr<DepthTree> tree_;
  std::unique_ptr<PathDatabase> paths_;
};

// A path database whose file stays where it is and is mapped into memory (read, where that cannot be): parts that
// nobody uses are never fetched. `checks`: every byte is checked now; or a row or a tile against its checksum when it
// is first used, and what is damaged then counts as empty (PathDatabase::damaged). The file must not be cut short or
// written to while it is open; a new one may be renamed over it, as `waymark build` does.
Result<PathDatabase> open_path_database(const std::string& path, const Map& map,
                                        SectionChecks checks = SectionChecks::kDeferred);

// The bytes of a database file: a container, or the text of a tree.
Result<std::string> read_database(const std::string& path);
bool is_tree_text(const std::string& bytes);

}  // namespace waymark
