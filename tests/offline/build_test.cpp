#include "waymark/offline/build.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "io/scratch_folder.hpp"
#include "offline/journal.hpp"
#include "waymark/base/random.hpp"
#include "waymark/io/file.hpp"

namespace waymark::offline_build_test {

// Items of random bytes, each a function of its number; counts how many were made.
class SampleBuild final : public ItemBuild {
 public:
  explicit SampleBuild(std::uint64_t items, std::string name = "sample") : items_(items), name_(std::move(name)) {}

  [[nodiscard]] std::string identity() const override { return name_; }
  [[nodiscard]] std::uint64_t items() const override { return items_; }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    class Maker final : public ItemMaker {
     public:
      explicit Maker(std::atomic<std::uint64_t>& made) : made_(&made) {}
      std::string make(std::uint64_t item) override {
        ++*made_;
        Random random(item);
        std::string bytes(random.below(200), '\0');
        for (char& byte : bytes) byte = static_cast<char>(random.below(256));
        return bytes;
      }

     private:
      std::atomic<std::uint64_t>* made_;
    };
    return std::make_unique<Maker>(made_);
  }
  [[nodiscard]] Result<std::string> assemble(std::span<const std::string> items) const override {
    std::string all;
    for (const std::string& item : items) all += item + "|";
    return all;
  }
  [[nodiscard]] std::uint64_t made() const { return made_; }

 private:
  std::uint64_t items_;
  std::string name_;
  mutable std::atomic<std::uint64_t> made_ = 0;
};

class ThrowingBuild final : public ItemBuild {
 public:
  [[nodiscard]] std::string identity() const override { return "throws"; }
  [[nodiscard]] std::uint64_t items() const override { return 100; }
  [[nodiscard]] std::unique_ptr<ItemMaker> maker() const override {
    class Maker final : public ItemMaker {
     public:
      std::string make(std::uint64_t item) override {
        if (item == 37) throw std::runtime_error("item 37");
        return "";
      }
    };
    return std::make_unique<Maker>();
  }
  [[nodiscard]] Result<std::string> assemble(std::span<const std::string>) const override { return std::string(); }
};

std::string plain(const SampleBuild& build) {
  std::vector<std::string> items;
  const auto maker = build.maker();
  for (std::uint64_t item = 0; item < build.items(); ++item) items.push_back(maker->make(item));
  return *build.assemble(items);
}

std::string contents(const std::string& path) { return *read_file(path, 1u << 30u); }

TEST(BuildThreads, any_number_of_threads_makes_the_same_bytes) {
  const std::string expected = plain(SampleBuild(1000));
  for (const int threads : {1, 2, 3, 8}) {
    const SampleBuild build(1000);
    const auto bytes = run_build(build, {.threads = threads});
    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, expected) << threads;
    EXPECT_EQ(build.made(), 1000u);
  }
}

TEST(BuildThreads, progress_rises_to_the_end) {
  std::uint64_t last = 0;
  std::uint64_t total = 0;
  const auto progress = [&](std::uint64_t done, std::uint64_t of) {
    EXPECT_GE(done, last);
    last = done;
    total = of;
  };
  ASSERT_TRUE(run_build(SampleBuild(300), {.threads = 2, .progress = progress}));
  EXPECT_EQ(last, 300u);
  EXPECT_EQ(total, 300u);
}

TEST(BuildThreads, what_a_maker_throws_arrives_at_the_caller) {
  EXPECT_THROW(static_cast<void>(run_build(ThrowingBuild(), {.threads = 2})), std::runtime_error);
}

TEST(Build, a_build_without_items_is_assembled_from_nothing) {
  const auto bytes = run_build(SampleBuild(0));
  ASSERT_TRUE(bytes);
  EXPECT_EQ(*bytes, "");
}

TEST(Build, a_finished_journal_leaves_nothing_to_make) {
  const test::ScratchFolder folder;
  const RunBuildOptions options{.threads = 2, .journal = folder.file("j")};
  const SampleBuild first(200);
  const auto bytes = run_build(first, options);
  ASSERT_TRUE(bytes);
  const SampleBuild second(200);
  const auto again = run_build(second, options);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *bytes);
  EXPECT_EQ(second.made(), 0u);
}

// As a kill in the middle of a write leaves it.
TEST(Build, a_journal_cut_off_anywhere_gives_the_same_bytes) {
  const test::ScratchFolder folder;
  const RunBuildOptions options{.threads = 1, .journal = folder.file("j")};
  const SampleBuild whole(40);
  const std::string expected = *run_build(whole, options);
  const std::string journal = contents(options.journal);
  std::uint64_t least_made = 40;
  for (std::size_t length = 0; length <= journal.size(); length += length < 200 ? 1 : 37) {
    ASSERT_TRUE(write_file_atomically(options.journal, std::string_view(journal).substr(0, length)));
    const SampleBuild build(40);
    const auto bytes = run_build(build, options);
    ASSERT_TRUE(bytes) << bytes.error().to_string();
    ASSERT_EQ(*bytes, expected) << length;
    least_made = std::min(least_made, build.made());
  }
  EXPECT_LE(least_made, 1u);
}

TEST(Build, a_journal_with_a_flipped_byte_is_refused_or_gives_the_same_bytes) {
  const test::ScratchFolder folder;
  const RunBuildOptions options{.threads = 1, .journal = folder.file("j")};
  const std::string expected = *run_build(SampleBuild(20), options);
  const std::string journal = contents(options.journal);
  int refused = 0;
  for (std::size_t at = 0; at < journal.size(); at += at < 100 ? 1 : 9) {
    std::string damaged = journal;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    ASSERT_TRUE(write_file_atomically(options.journal, damaged));
    const auto bytes = run_build(SampleBuild(20), options);
    if (bytes) {
      ASSERT_EQ(*bytes, expected) << at;
    } else {
      ++refused;
      EXPECT_EQ(bytes.error().file, options.journal);
    }
  }
  EXPECT_EQ(refused, 32);  // the header
}

TEST(Build, the_journal_of_another_build_is_refused_and_kept) {
  const test::ScratchFolder folder;
  const RunBuildOptions options{.threads = 1, .journal = folder.file("j")};
  ASSERT_TRUE(run_build(SampleBuild(20), options));
  const std::string journal = contents(options.journal);
  const SampleBuild renamed(20, "another");
  const SampleBuild longer(21);
  for (const SampleBuild* other : {&renamed, &longer}) {
    const auto bytes = run_build(*other, options);
    ASSERT_FALSE(bytes);
    EXPECT_NE(bytes.error().message.find("another build"), std::string::npos);
    EXPECT_EQ(contents(options.journal), journal);
  }
  ASSERT_TRUE(write_file_atomically(options.journal, "a diary of somebody"));
  ASSERT_FALSE(run_build(SampleBuild(20), options));
  EXPECT_EQ(contents(options.journal), "a diary of somebody");
}

TEST(Build, two_builds_do_not_share_a_journal) {
  const test::ScratchFolder folder;
  const auto ignore = [](std::uint64_t, std::string&&) {};
  const auto held = Journal::open(folder.file("j"), "sample", 20, ignore);
  ASSERT_TRUE(held);
  const auto bytes = run_build(SampleBuild(20), {.threads = 1, .journal = folder.file("j")});
  ASSERT_FALSE(bytes);
  EXPECT_NE(bytes.error().message.find("another build is writing"), std::string::npos);
}

TEST(Build, a_journal_that_cannot_be_written_is_an_error_that_names_it) {
  const auto bytes = run_build(SampleBuild(20), {.threads = 1, .journal = "/nonexistent/folder/j"});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().file, "/nonexistent/folder/j");
}

}  // namespace waymark::offline_build_test
