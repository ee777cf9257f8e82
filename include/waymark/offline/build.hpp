// Long off-line work in small pieces: a database is made of items that do not depend on each other, each a string of
// bytes, and put together from all of them at the end. So any number of threads and ranks makes the same file, and a
// build that was killed goes on from the items its journal holds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "waymark/base/result.hpp"
#include "waymark/offline/ranks.hpp"

namespace waymark {

// Makes items, one at a time; has its own workspace. The bytes depend on the item alone.
class ItemMaker {
 public:
  virtual ~ItemMaker() = default;
  virtual std::string make(std::uint64_t item) = 0;
};

// Takes the items as they are made, each once, in any order, and puts the file together from all of them.
class ItemCollector {
 public:
  virtual ~ItemCollector() = default;
  virtual void add(std::uint64_t item, std::string&& bytes) = 0;
  virtual Result<std::string> finish() = 0;
};

// One per kind of database.
class ItemBuild {
 public:
  virtual ~ItemBuild() = default;
  // All that the bytes depend on, in one line: a journal with another identity is of another build.
  [[nodiscard]] virtual std::string identity() const = 0;
  [[nodiscard]] virtual std::uint64_t items() const = 0;
  // Asked from each thread; what is shared must be made before or be safe to share.
  [[nodiscard]] virtual std::unique_ptr<ItemMaker> maker() const = 0;
  // The file's bytes, from all items in order.
  [[nodiscard]] virtual Result<std::string> assemble(std::span<const std::string> items) const = 0;
  // Keeps all items for `assemble`; of builds whose items are much more than the file, something better. Its bytes are
  // those of `assemble`, whatever the order.
  [[nodiscard]] virtual std::unique_ptr<ItemCollector> collector() const;
};

struct RunBuildOptions {
  int threads = 0;           // 0: as many as the machine has
  std::string journal = {};  // a file; empty: none
  Ranks* ranks = nullptr;    // that build together, all with the same options; null: this process alone
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
};

// Runs the items that the journal does not hold yet, in this process and all other ranks. Rank 0 returns the file's
// bytes, the others an empty string. The journal is left for the caller to remove once the file is safe. After an error
// at rank 0 the other ranks may still wait for it: abort them.
Result<std::string> run_build(const ItemBuild& build, const RunBuildOptions& options = {});

}  // namespace waymark
