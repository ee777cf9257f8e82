#include "waymark/offline/build.hpp"

#include <chrono>
#include <cstring>
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

// One byte per item: whether the journal has it.
using Held = std::string;

// Another version of the program may make other items.
std::string full_identity(const ItemBuild& build) { return "waymark " WAYMARK_VERSION " " + build.identity(); }

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

// Rank 0: the items of the build, collected and in the journal.
class KeptItems {
 public:
  explicit KeptItems(const ItemBuild& build) : collector_(build.collector()), held_(build.items(), '\0') {}

  Result<Done> open(const std::string& path, std::string_view identity) {
    if (path.empty() || held_.empty()) return Done{};
    auto journal = Journal::open(path, identity, held_.size(),
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
  [[nodiscard]] std::uint64_t total() const { return held_.size(); }
  Result<std::string> finish() { return collector_->finish(); }

 private:
  void keep(std::uint64_t item, std::string&& bytes) {
    if (std::exchange(held_[item], '\1') != '\0') return;
    ++done_;
    collector_->add(item, std::move(bytes));
  }

  std::unique_ptr<ItemCollector> collector_;
  Held held_;
  std::uint64_t done_ = 0;
  std::optional<Journal> journal_;
};

// What ranks send each other: the number of an item and its bytes.
struct ItemMessage {
  std::uint64_t item;
  std::string bytes;

  static std::string pack(std::uint64_t item, std::string_view bytes) {
    std::string message;
    append_number(message, item);
    return message.append(bytes);
  }
  static ItemMessage unpack(const std::string& message) {
    std::uint64_t item = 0;
    WAYMARK_ASSERT(message.size() >= sizeof(item));
    std::memcpy(&item, message.data(), sizeof(item));
    return {item, message.substr(sizeof(item))};
  }
};

constexpr std::chrono::milliseconds kPollRanks{2};

// Makes `items` and delivers them as they are made, each with its number. False if `deliver` or `meanwhile` ended it.
bool make_items(const ItemBuild& build, const std::vector<std::uint64_t>& items, ItemThreads how,
                const std::function<bool(std::uint64_t item, std::string&& bytes)>& deliver) {
  how.delivery = Delivery::kAsMade;
  return for_each_item<std::string>(
      items.size(), how,
      [&]() -> std::function<std::string(std::size_t)> {
        return [&items, maker = std::shared_ptr<ItemMaker>(build.maker())](std::size_t i) {
          return maker->make(items[i]);
        };
      },
      [&](std::size_t i, std::string&& bytes) { return deliver(items[i], std::move(bytes)); });
}

Result<std::string> run_first(const ItemBuild& build, const RunBuildOptions& options, Ranks* ranks) {
  KeptItems kept(build);
  const auto opened = kept.open(options.journal, full_identity(build));
  if (ranks != nullptr) {
    ranks->broadcast(opened ? full_identity(build) : std::string());
    ranks->broadcast(kept.held());
  }
  if (!opened) return opened.error();
  const auto tell = [&] {
    if (options.progress) options.progress(kept.done(), kept.total());
  };
  tell();
  Result<Done> state = Done{};
  const auto keep = [&](std::uint64_t item, std::string&& bytes) {
    state = kept.add(item, std::move(bytes));
    tell();
    return state.ok();
  };
  // Between items: the journal wants to be written in time, and other ranks wait until they are heard.
  const auto attend = [&] {
    if (ranks != nullptr) {
      for (auto message = ranks->receive(); message; message = ranks->receive()) {
        ItemMessage made = ItemMessage::unpack(*message);
        if (!keep(made.item, std::move(made.bytes))) return false;
      }
    }
    state = kept.flush(false);
    return state.ok();
  };
  ItemThreads how{.threads = options.threads};
  if (ranks != nullptr) how.longest_wait = kPollRanks;
  if (ranks != nullptr || !options.journal.empty()) how.meanwhile = attend;
  make_items(build, share_of(kept.held(), 0, ranks != nullptr ? ranks->size() : 1), how, keep);
  while (state && kept.done() < kept.total() && attend()) std::this_thread::sleep_for(kPollRanks);
  if (state) state = kept.flush(true);
  if (!state) return state.error();
  auto bytes = kept.finish();
  if (!bytes) kept.remove_journal();  // to go on from it would end the same way
  return bytes;
}

Result<std::string> run_other(const ItemBuild& build, const RunBuildOptions& options, Ranks& ranks) {
  const std::string identity = ranks.broadcast({});
  const Held held = ranks.broadcast({});
  if (identity.empty()) return Error{ErrorCode::kUnsupported, "rank 0 could not begin the build"};
  if (identity != full_identity(build)) {
    return Error{ErrorCode::kUnsupported, "rank " + std::to_string(ranks.rank()) +
                                              " has another map, other options or another version than rank 0"};
  }
  // While items are made those before them are sent: their maker does not wait until rank 0 has time.
  const auto send = [&ranks] {
    ranks.keep_sending();
    return true;
  };
  make_items(build, share_of(held, ranks.rank(), ranks.size()),
             {.threads = options.threads, .meanwhile = send, .longest_wait = kPollRanks},
             [&ranks](std::uint64_t item, std::string&& bytes) {
               ranks.send_to_first(ItemMessage::pack(item, bytes));
               return true;
             });
  ranks.finish_sending();
  return std::string();
}

}  // namespace

Result<std::string> run_build(const ItemBuild& build, const RunBuildOptions& options) {
  Ranks* ranks = options.ranks != nullptr && options.ranks->size() > 1 ? options.ranks : nullptr;
  if (ranks == nullptr || ranks->rank() == 0) return run_first(build, options, ranks);
  return run_other(build, options, *ranks);
}

}  // namespace waymark
