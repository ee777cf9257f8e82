// What is derived from a map: made once, shared, repaired within a budget, the most needed first.
#include "waymark/space/derived.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "waymark/space/map.hpp"

namespace waymark::space_derived_test {

// A kind that takes so many units to repair, and tells who was given some.
struct Repaired {
  int number;
  std::uint64_t units;
};
std::vector<Repaired> repairs;
std::atomic<int> made = 0;

template <bool kHint>
class Kind final : public Derived {
 public:
  struct Options {
    int number = 0;
    std::uint64_t units = 10;
    friend bool operator==(const Options&, const Options&) = default;
  };
  Kind(const Map& map, const Options& options) : Derived(map.grid().epoch()), options_(options) { ++made; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] std::uint64_t bytes() const override { return 100; }

 private:
  std::uint64_t repair(const Map& map, std::uint64_t units) override {
    const std::uint64_t spent = std::min(units, options_.units - done_);
    done_ += spent;
    repairs.push_back({options_.number, spent});
    if (done_ == options_.units) {
      done_ = 0;
      set_epoch(map.grid().epoch());
    }
    return spent;
  }
  [[nodiscard]] bool is_hint() const override { return kHint; }

  Options options_;
  std::uint64_t done_ = 0;
};
using Truth = Kind<false>;
using Hint = Kind<true>;

// Made from another kind.
class Above final : public Derived {
 public:
  struct Options {
    friend bool operator==(const Options&, const Options&) = default;
  };
  Above(const Map& map, const Options&) : Derived(map.grid().epoch()), below(&map.derived<Hint>({.number = 9})) {}
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] std::uint64_t bytes() const override { return 1; }
  const Hint* below;

 private:
  std::uint64_t repair(const Map& map, std::uint64_t) override {
    set_epoch(map.grid().epoch());
    return 1;
  }
  [[nodiscard]] bool is_hint() const override { return true; }
  Options options_;
};

TEST(Derived, is_made_once_for_each_kind_and_option_and_stays_where_it_is) {
  made = 0;
  Map map(*Grid::create(10, 10, true));
  EXPECT_EQ(map.derived_bytes(), 0u);
  const Hint* first = &map.derived<Hint>({.number = 1});
  const Hint* second = &map.derived<Hint>({.number = 2});
  EXPECT_NE(first, second);
  for (int number = 10; number < 40; ++number) map.derived<Truth>({.number = number});
  EXPECT_EQ(&map.derived<Hint>({.number = 1}), first);
  EXPECT_EQ(&map.derived<Hint>({.number = 2}), second);
  EXPECT_EQ(made, 32);
  EXPECT_EQ(map.derived_bytes(), 3'200u);
  EXPECT_EQ(map.derived<Above>().below, &map.derived<Hint>({.number = 9}));
}

TEST(Derived, is_stale_after_an_edit_until_it_is_maintained) {
  Map map(*Grid::create(10, 10, true));
  const Hint& hint = map.derived<Hint>();
  EXPECT_EQ(hint.epoch(), map.grid().epoch());
  map.set(3, 3, false);
  EXPECT_NE(hint.epoch(), map.grid().epoch());
  map.set(3, 3, false);  // changes nothing
  const Maintenance begun = map.maintain({4});
  EXPECT_EQ(begun.work, 4u);
  EXPECT_FALSE(begun.current);
  EXPECT_EQ(begun.stale, 1u);
  const Maintenance done = map.maintain({100});
  EXPECT_EQ(done.work, 6u);
  EXPECT_TRUE(done.current);
  EXPECT_EQ(done.stale, 0u);
  EXPECT_EQ(map.maintain({100}).work, 0u);
  EXPECT_TRUE(map.maintain({0}).current);
}

TEST(Derived, what_cannot_be_used_while_stale_is_repaired_before_hints_and_of_these_the_oldest) {
  Map map(*Grid::create(10, 10, true));
  map.derived<Hint>({.number = 1, .units = 5});
  map.derived<Truth>({.number = 2, .units = 7});
  map.set(1, 1, false);
  map.derived<Hint>({.number = 3, .units = 5});
  map.set(2, 2, false);
  repairs.clear();
  EXPECT_EQ(map.maintain({8}).stale, 2u);
  ASSERT_EQ(repairs.size(), 2u);
  EXPECT_EQ(repairs[0].number, 2);
  EXPECT_EQ(repairs[0].units, 7u);
  EXPECT_EQ(repairs[1].number, 1);  // that of an earlier epoch
  map.maintain(kUnlimited);
  EXPECT_EQ(repairs.back().number, 3);
}

TEST(Derived, a_deadline_that_is_over_ends_maintenance) {
  Map map(*Grid::create(10, 10, true));
  map.derived<Hint>({.units = 1'000});
  map.set(1, 1, false);
  const Maintenance none = map.maintain({1'000'000, Budget::Clock::time_point::min()});
  EXPECT_EQ(none.work, 0u);
  EXPECT_FALSE(none.current);
  repairs.clear();
  EXPECT_TRUE(map.maintain({1'000'000, Budget::Clock::now() + std::chrono::hours(1)}).current);
  for (const Repaired& slice : repairs) EXPECT_LE(slice.units, Budget::kPollInterval);
}

TEST(DerivedThreads, ask_for_the_same_at_once) {
  made = 0;
  const Map map(*Grid::create(10, 10, true));
  std::array<const Hint*, 8> seen{};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&, i] { seen[i] = &map.derived<Hint>({.number = static_cast<int>(i % 2)}); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 2);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], seen[i % 2]);
}

}  // namespace waymark::space_derived_test
