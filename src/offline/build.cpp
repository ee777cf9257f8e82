#include "waymark/offline/build.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "offline/container_writer.hpp"
#include "offline/journal.hpp"
#include "offline/parallel_items.hpp"
#include "waymark/base/assert.hpp"
#include "waymark/base/version.hpp"

namespace waymark {
namespace {

struct Finished {
  std::uint64_t item;
  std::string bytes;
};

// Makes the items of this rank on its threads, in the background; the caller's thread takes them as they are finished.
class Workshop {
 public:
  Workshop(const DatabaseBuild& build, std::vector<std::uint64_t> items, int threads)
      : items_(std::move(items)), thread_([this, &build, threads] { work(build, threads); }) {}
  ~Workshop() {
    cancelled_ = true;
    thread_.join();
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // What was finished since the last call; waits for something, but not for long. Rethrows what a maker threw.
  std::vector<Finished> take(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [this] { return !finished_.empty() || failure_ != nullptr; });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    return std::exchange(finished_, {});
  }

 private:
  void work(const DatabaseBuild& build, int threads) {
    try {
      for_each_on_threads(items_.size(), threads, [&]() -> std::function<void(std::size_t)> {
        // A maker per thread.
        return [this, maker = std::shared_ptr<ItemMaker>(build.maker())](std::size_t i) {
          if (cancelled_) return;
          std::string bytes = maker->make(items_[i]);
          const std::lock_guard lock(mutex_);
          finished_.push_back({items_[i], std::move(bytes)});
          changed_.notify_one();
        };
      });
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      changed_.notify_one();
    }
  }

  std::vector<std::uint64_t> items_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Finished> finished_;
  std::exception_ptr failure_;
  std::atomic<bool> cancelled_ = false;
  std::thread thread_;  // last: it uses all the others
};

// One byte per item: whether the journal has it.
using Held = std::string;

// Another version of the program may make other items.
std::string full_identity(const DatabaseBuild& build) { return "waymark " WAYMARK_VERSION " " + build.identity(); }

std::vector<std::uint64_t> share_of(const Held& held, int rank, int ranks) {
  std::vector<std::uint64_t> items;
  items.reserve(held.size() / static_cast<std::size_t>(ranks) + 1);
  std::uint64_t missing = 0;
  for (std::uint64_t item = 0; item < held.size(); ++item) {
    if (held[item] != 0) continue;
    if (missing++ % static_cast<std::uint64_t>(ranks) == static_cast<std::uint64_t>(rank)) items.push_back(item);
  }
  return items;
}

// Rank 0: all items of the build, and what is known of them on disk.
class Ledger {
 public:
  explicit Ledger(std::uint64_t items) : items_(items), held_(items, '\0') {}

  Result<Done> open(const std::string& path, std::string_view identity) {
    if (path.empty() || items_.empty()) return Done{};
    auto journal = Journal::open(path, identity, items_.size(),
                                 [this](std::uint64_t item, std::string&& bytes) { keep(item, std::move(bytes)); });
    if (!journal) return journal.error();
    journal_.emplace(*std::move(journal));
    return Done{};
  }

  Result<Done> add(std::uint64_t item, std::string bytes) {
    if (journal_) {
      if (auto written = journal_->append(item, bytes); !written) return written;
    }
    keep(item, std::move(bytes));
    return Done{};
  }
  void remove_journal() {
    if (journal_) journal_->remove();
  }
  Result<Done> flush(bool all) { return journal_ ? journal_->flush(all) : Result<Done>(Done{}); }

  [[nodiscard]] const Held& held() const { return held_; }
  [[nodiscard]] std::uint64_t done() const { return done_; }
  [[nodiscard]] std::uint64_t total() const { return items_.size(); }
  [[nodiscard]] std::span<const std::string> items() const { return items_; }

 private:
  void keep(std::uint64_t item, std::string&& bytes) {
    if (std::exchange(held_[item], '\1') == '\0') ++done_;
    items_[item] = std::move(bytes);
  }

  std::vector<std::string> items_;
  Held held_;
  std::uint64_t done_ = 0;
  std::optional<Journal> journal_;
};

std::string packed(const Finished& finished) {
  std::string message;
  append_number(message, finished.item);
  return message + finished.bytes;
}

Finished unpacked(const std::string& message) {
  std::uint64_t item = 0;
  WAYMARK_ASSERT(message.size() >= sizeof(item));
  std::memcpy(&item, message.data(), sizeof(item));
  return {item, message.substr(sizeof(item))};
}

constexpr std::chrono::milliseconds kWaitAlone{100};
constexpr std::chrono::milliseconds kWaitForRanks{2};

Result<std::string> run_first(const DatabaseBuild& build, const RunBuildOptions& options, Ranks* ranks) {
  Ledger ledger(build.items());
  const auto opened = ledger.open(options.journal, full_identity(build));
  if (ranks != nullptr) {
    ranks->broadcast(opened ? full_identity(build) : std::string());
    ranks->broadcast(ledger.held());
  }
  if (!opened) return opened.error();
  const auto tell = [&] {
    if (options.progress) options.progress(ledger.done(), ledger.total());
  };
  tell();
  {
    Workshop workshop(build, share_of(ledger.held(), 0, ranks != nullptr ? ranks->size() : 1), options.threads);
    while (ledger.done() < ledger.total()) {
      for (Finished& finished : workshop.take(ranks != nullptr ? kWaitForRanks : kWaitAlone)) {
        if (auto added = ledger.add(finished.item, std::move(finished.bytes)); !added) return added.error();
      }
      while (ranks != nullptr) {
        auto message = ranks->receive();
        if (!message) break;
        Finished finished = unpacked(*message);
        if (auto added = ledger.add(finished.item, std::move(finished.bytes)); !added) return added.error();
      }
      if (auto flushed = ledger.flush(false); !flushed) return flushed.error();
      tell();
    }
  }
  if (auto flushed = ledger.flush(true); !flushed) return flushed.error();
  auto bytes = build.assemble(ledger.items());
  if (!bytes) ledger.remove_journal();  // to go on from it would end the same way
  return bytes;
}

Result<std::string> run_other(const DatabaseBuild& build, const RunBuildOptions& options, Ranks& ranks) {
  const std::string identity = ranks.broadcast({});
  const Held held = ranks.broadcast({});
  if (identity.empty()) return Error{ErrorCode::kUnsupported, "rank 0 could not begin the build"};
  if (identity != full_identity(build)) {
    return Error{ErrorCode::kUnsupported, "rank " + std::to_string(ranks.rank()) +
                                              " has another map, other options or another version than rank 0"};
  }
  const std::vector<std::uint64_t> mine = share_of(held, ranks.rank(), ranks.size());
  std::uint64_t left = mine.size();
  Workshop workshop(build, mine, options.threads);
  while (left > 0) {
    for (const Finished& finished : workshop.take(kWaitAlone)) {
      ranks.send_to_first(packed(finished));
      --left;
    }
  }
  return std::string();
}

}  // namespace

Result<std::string> run_build(const DatabaseBuild& build, const RunBuildOptions& options) {
  Ranks* ranks = options.ranks != nullptr && options.ranks->size() > 1 ? options.ranks : nullptr;
  if (ranks == nullptr || ranks->rank() == 0) return run_first(build, options, ranks);
  return run_other(build, options, *ranks);
}

}  // namespace waymark
