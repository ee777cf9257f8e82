#include "offline/parallel_items.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/sanitized.hpp"

namespace waymark::offline_parallel_items_test {

using Worker = std::function<std::string(std::size_t)>;

std::function<Worker()> texts() {
  return []() -> Worker { return [](std::size_t item) { return std::to_string(item); }; };
}

TEST(ItemThreads, deliver_each_item_once_in_order_to_the_callers_thread) {
  for (const int threads : {0, 1, 2, 3, 16}) {
    for (const std::size_t count : {0u, 1u, 2u, 500u}) {
      std::vector<std::string> seen;
      const auto caller = std::this_thread::get_id();
      EXPECT_TRUE(
          for_each_item<std::string>(count, {.threads = threads}, texts(), [&](std::size_t item, std::string&& text) {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            EXPECT_EQ(item, seen.size());
            seen.push_back(std::move(text));
            return true;
          }));
      ASSERT_EQ(seen.size(), count);
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(seen[i], std::to_string(i));
    }
  }
}

TEST(ItemThreads, deliver_as_made_without_an_order) {
  std::vector<int> seen(300, 0);
  EXPECT_TRUE(for_each_item<std::string>(300, {.threads = 3, .delivery = Delivery::kAsMade}, texts(),
                                         [&](std::size_t item, std::string&& text) {
                                           EXPECT_EQ(text, std::to_string(item));
                                           ++seen[item];
                                           return true;
                                         }));
  EXPECT_EQ(seen, std::vector<int>(300, 1));
}

// Two items that wait for each other: on one thread this would never end.
TEST(ItemThreads, are_several_at_once_each_with_a_worker_of_its_own) {
  std::mutex mutex;
  std::condition_variable changed;
  int here = 0;
  std::atomic<int> workers = 0;
  const auto make = [&]() -> std::function<int(std::size_t)> {
    return [&, number = ++workers](std::size_t) {
      std::unique_lock lock(mutex);
      ++here;
      changed.notify_all();
      changed.wait(lock, [&] { return here >= 2; });
      return number;
    };
  };
  std::vector<int> by;
  for_each_item<int>(2, {.threads = 2}, make, [&](std::size_t, int&& number) {
    by.push_back(number);
    return true;
  });
  ASSERT_EQ(by.size(), 2u);
  EXPECT_NE(by[0], by[1]);
  EXPECT_EQ(workers, 2);
}

TEST(ItemThreads, never_make_more_workers_than_items_or_threads) {
  for (const int threads : {1, 2, 7}) {
    for (const std::size_t count : {1u, 3u, 40u}) {
      std::atomic<std::size_t> workers = 0;
      const auto make = [&]() -> std::function<int(std::size_t)> {
        ++workers;
        return [](std::size_t) { return 0; };
      };
      for_each_item<int>(count, {.threads = threads}, make, [](std::size_t, int&&) { return true; });
      EXPECT_LE(workers, std::min(count, static_cast<std::size_t>(threads)));
      EXPECT_GE(workers, 1u);
    }
  }
}

TEST(ItemThreads, stop_when_told) {
  for (const int threads : {1, 3}) {
    std::atomic<std::size_t> made = 0;
    std::size_t delivered = 0;
    const auto make = [&]() -> std::function<int(std::size_t)> {
      return [&](std::size_t) {
        ++made;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        return 0;
      };
    };
    EXPECT_FALSE(
        for_each_item<int>(100'000, {.threads = threads}, make, [&](std::size_t, int&&) { return ++delivered < 5; }));
    EXPECT_EQ(delivered, 5u);
    EXPECT_LT(made, 100'000u);
  }
  int asked = 0;
  const ItemThreads how{.threads = 2, .meanwhile = [&] { return ++asked < 3; }};
  EXPECT_FALSE(for_each_item<int>(
      100'000, how,
      []() -> std::function<int(std::size_t)> {
        return [](std::size_t) {
          std::this_thread::sleep_for(std::chrono::microseconds(50));
          return 0;
        };
      },
      [](std::size_t, int&&) { return true; }));
  EXPECT_EQ(asked, 3);
}

TEST(ItemThreads, pass_on_what_is_thrown_by_whomever) {
  const auto deliver = [](std::size_t, std::string&&) { return true; };
  for (const int threads : {1, 3}) {
    const ItemThreads how{.threads = threads};
    const auto bad_worker = []() -> Worker {
      return [](std::size_t item) -> std::string {
        return item == 20 ? throw std::runtime_error("worker") : std::to_string(item);
      };
    };
    EXPECT_THROW(for_each_item<std::string>(100, how, bad_worker, deliver), std::runtime_error);
    const auto no_worker = []() -> Worker { throw std::runtime_error("no worker"); };
    EXPECT_THROW(for_each_item<std::string>(100, how, no_worker, deliver), std::runtime_error);
    EXPECT_THROW(for_each_item<std::string>(
                     100, how, texts(), [](std::size_t, std::string&&) -> bool { throw std::runtime_error("full"); }),
                 std::runtime_error);
    const ItemThreads bad_meanwhile{.threads = threads, .meanwhile = []() -> bool { throw std::logic_error("no"); }};
    EXPECT_THROW(for_each_item<std::string>(100, bad_meanwhile, texts(), deliver), std::logic_error);
  }
}

TEST(ItemThreads, attend_to_other_things_while_an_item_takes_long) {
  std::atomic<bool> attended = false;
  const ItemThreads how{.threads = 1,
                        .meanwhile =
                            [&] {
                              attended = true;
                              return true;
                            },
                        .longest_wait = std::chrono::milliseconds(1)};
  const auto make = [&]() -> std::function<int(std::size_t)> {
    return [&](std::size_t) {
      while (!attended) std::this_thread::yield();
      return 1;
    };
  };
  EXPECT_TRUE(for_each_item<int>(1, how, make, [](std::size_t, int&&) { return true; }));
}

// With stacks larger than the address space that is left there are no more threads to be had.
TEST(ItemThreads, do_all_the_work_where_the_system_gives_fewer) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers need the address space";
  const auto work_with_little_room = [](rlim_t room) {
    const rlimit limit{room, room};
    if (::setrlimit(RLIMIT_AS, &limit) != 0) std::exit(2);
    std::size_t sum = 0;
    const bool all = for_each_item<std::size_t>(
        300, {.threads = 64},
        []() -> std::function<std::size_t(std::size_t)> { return [](std::size_t i) { return i; }; },
        [&](std::size_t, std::size_t&& i) {
          sum += i;
          return true;
        });
    std::exit(all && sum == 300 * 299 / 2 ? 0 : 1);
  };
  const auto address_space = [] {
    std::size_t pages = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
      if (std::fscanf(file, "%zu", &pages) != 1) pages = 0;
      std::fclose(file);
    }
    return static_cast<rlim_t>(pages) * 4096;
  };
  constexpr rlim_t kMegabyte = 1u << 20u;
  // Room for none, for a few, for most of the threads with stacks of 8 MB.
  for (const rlim_t more : {2 * kMegabyte, 40 * kMegabyte, 300 * kMegabyte}) {
    EXPECT_EXIT(work_with_little_room(address_space() + more), ::testing::ExitedWithCode(0), "") << more;
  }
}

}  // namespace waymark::offline_parallel_items_test
