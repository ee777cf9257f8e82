#include "waymark/base/unit_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "waymark/base/random.hpp"

namespace waymark::base_unit_memory_test {

using Size = UnitMemory::Size;

// A page that somebody holds, filled with its owner's mark.
struct Held {
  UnitMemory::Page* page;
  Size size;
  unsigned char mark;
};
void fill(const Held& held) { std::memset(static_cast<void*>(held.page), held.mark, UnitMemory::bytes_of(held.size)); }
bool is_whole(const Held& held) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(held.page);
  for (std::size_t i = 0; i < UnitMemory::bytes_of(held.size); ++i) {
    if (bytes[i] != held.mark) return false;
  }
  return true;
}

TEST(UnitMemory, pages_do_not_overlap_whatever_is_taken_and_given_back) {
  UnitMemory memory;
  Random random(1);
  std::vector<Held> all;
  std::uint64_t in_use = 0;
  for (int i = 0; i < 20'000; ++i) {
    if (all.empty() || random.chance(3, 5)) {
      const Size size = random.chance(1, 3) ? Size::kLarge : Size::kSmall;
      const Held held{memory.take(size), size, static_cast<unsigned char>(i)};
      ASSERT_NE(held.page, nullptr);
      fill(held);
      all.push_back(held);
      in_use += UnitMemory::bytes_of(size);
    } else {
      const std::size_t which = random.below(static_cast<std::uint32_t>(all.size()));
      const Held held = all[which];
      ASSERT_TRUE(is_whole(held));
      memory.give_back(held.size, held.page, held.page, 1);
      all[which] = all.back();
      all.pop_back();
      in_use -= UnitMemory::bytes_of(held.size);
    }
    ASSERT_EQ(memory.bytes_in_use(), in_use);
    ASSERT_GE(memory.most_bytes_in_use(), in_use);
  }
  for (const Held& held : all) {
    ASSERT_TRUE(is_whole(held));
    memory.give_back(held.size, held.page, held.page, 1);
  }
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

TEST(UnitMemory, takes_no_more_from_the_system_than_the_cap_and_goes_on_when_pages_come_back) {
  UnitMemory memory;
  memory.set_cap(200'000);
  std::vector<UnitMemory::Page*> pages;
  while (UnitMemory::Page* page = memory.take(Size::kSmall)) pages.push_back(page);
  EXPECT_EQ(memory.refusals(), 1u);
  EXPECT_LE(memory.bytes(), 200'000u);
  EXPECT_GT(pages.size() * UnitMemory::kSmallPage, 150'000u);
  EXPECT_EQ(memory.take(Size::kLarge), nullptr);
  EXPECT_EQ(memory.refusals(), 2u);
  memory.give_back(Size::kSmall, pages.back(), pages.back(), 1);
  pages.back() = memory.take(Size::kSmall);
  ASSERT_NE(pages.back(), nullptr);
  EXPECT_EQ(memory.take(Size::kSmall), nullptr);
  // A list of pages is given back at once.
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) pages[i]->next = pages[i + 1];
  memory.give_back(Size::kSmall, pages.front(), pages.back(), pages.size());
  EXPECT_EQ(memory.bytes_in_use(), 0u);
  std::set<UnitMemory::Page*> again;
  while (UnitMemory::Page* page = memory.take(Size::kSmall)) again.insert(page);
  EXPECT_EQ(again.size(), pages.size());
  for (UnitMemory::Page* page : again) memory.give_back(Size::kSmall, page, page, 1);
}

TEST(UnitMemory, a_cap_of_nothing_gives_nothing) {
  UnitMemory memory;
  memory.set_cap(0);
  memory.reserve(1'000'000);
  EXPECT_EQ(memory.take(Size::kSmall), nullptr);
  EXPECT_EQ(memory.take(Size::kLarge), nullptr);
  EXPECT_EQ(memory.bytes(), 0u);
}

TEST(UnitMemory, lets_searches_in_by_the_size_of_those_before) {
  UnitMemory memory;
  memory.set_cap(1'000'000);
  const auto let_in = [&memory] {
    int count = 0;
    while (memory.let_in()) ++count;
    for (int i = 0; i < count; ++i) memory.stop_search(0);
    return count;
  };
  const int at_first = let_in();
  EXPECT_GT(at_first, 5);
  for (int i = 0; i < 1000; ++i) {  // those that could not begin tell nothing
    ASSERT_TRUE(memory.let_in());
    memory.stop_search(0);
  }
  EXPECT_EQ(let_in(), at_first);
  for (int i = 0; i < 1000; ++i) {  // those that were too large, at most that there is room for one
    ASSERT_TRUE(memory.let_in());
    memory.stop_search(500'000);
  }
  EXPECT_EQ(let_in(), 1);
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(memory.let_in());
    memory.end_search(10'000);
  }
  EXPECT_GT(let_in(), 50);
}

TEST(UnitMemoryThreads, share_a_pool) {
  UnitMemory memory;
  const auto work = [&memory](unsigned char mark) {
    Random random(mark);
    std::vector<Held> mine;
    for (int i = 0; i < 3'000; ++i) {
      if (mine.empty() || random.chance(1, 2)) {
        const Size size = random.chance(1, 2) ? Size::kLarge : Size::kSmall;
        mine.push_back({memory.take(size), size, mark});
        fill(mine.back());
      } else {
        ASSERT_TRUE(is_whole(mine.back()));
        memory.give_back(mine.back().size, mine.back().page, mine.back().page, 1);
        mine.pop_back();
      }
    }
    for (const Held& held : mine) memory.give_back(held.size, held.page, held.page, 1);
  };
  std::thread one(work, 1);
  std::thread two(work, 2);
  one.join();
  two.join();
  EXPECT_EQ(memory.bytes_in_use(), 0u);
}

}  // namespace waymark::base_unit_memory_test
