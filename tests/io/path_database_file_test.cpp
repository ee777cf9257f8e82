// Path databases that are mapped, and checked at once or when they are first used; and what damage does to both.
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "io/scratch_folder.hpp"
#include "support/path_databases.hpp"
#include "support/sanitized.hpp"
#include "waymark/base/random.hpp"
#include "waymark/io/database_file.hpp"
#include "waymark/io/file.hpp"
#include "waymark/offline/generate.hpp"

namespace waymark::io_path_database_file_test {

Map sample_map() { return Map(*generate_map(MapKind::kRooms, {96, 70, 4})); }

// Without bringing it to the disk, which takes longer than all the rest.
void write_plain(const std::string& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

// All that can be looked up.
std::string answers(const Map& map, const PathDatabase& database) {
  std::string all;
  for (int y = 0; y < map.grid().height(); ++y) {
    for (int x = 0; x < map.grid().width(); ++x) {
      all += std::to_string(database.row_for({x, y})) + " ";
      for (PathDatabase::Row row = 0; row < database.rows(); ++row) {
        const std::uint8_t move = database.move(row, {x, y});
        EXPECT_LE(move, kNoDirection);
        all += static_cast<char>('0' + move);
      }
    }
  }
  return all;
}

TEST(PathDatabaseFile, mapped_it_says_the_same) {
  const test::ScratchFolder folder;
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 12});
  const std::string file = folder.file("paths.db");
  write_plain(file, bytes);
  const std::string expected = answers(map, *test::open_paths(bytes, map));
  for (const SectionChecks checks : {SectionChecks::kAtOpen, SectionChecks::kDeferred}) {
    auto opened = open_path_database(file, map, checks);
    ASSERT_TRUE(opened) << opened.error().to_string();
    const PathDatabase database = *std::move(opened);
    EXPECT_EQ(answers(map, database), expected);
    EXPECT_EQ(database.damaged(), 0u);
    EXPECT_EQ(database.bytes(), bytes.size());
  }
}

// A new file that takes its place does not disturb who has the old one open.
TEST(PathDatabaseFile, the_file_may_be_replaced_while_it_is_open) {
  const test::ScratchFolder folder;
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 12});
  const std::string file = folder.file("paths.db");
  write_plain(file, bytes);
  const PathDatabase database = *open_path_database(file, map);
  ASSERT_TRUE(write_file_atomically(file, "x"));
  EXPECT_EQ(answers(map, database), answers(map, *test::open_paths(bytes, map)));
  const auto missing = open_path_database(folder.file("none.db"), map);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(open_path_database(file, map));
}

// At any place: found at once, or in some row or tile on its first use; or its change is seen nowhere.
TEST(PathDatabaseFile, a_damaged_byte_is_found_at_open_or_on_first_use) {
  const test::ScratchFolder folder;
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 16});
  const std::string file = folder.file("paths.db");
  const std::string expected = answers(map, *test::open_paths(bytes, map));
  Random random(1);
  int found_later = 0;
  for (int round = 0; round < test::rounds(200); ++round) {
    std::string damaged = bytes;
    char& byte = damaged[random.below(static_cast<std::uint32_t>(damaged.size()))];
    byte = static_cast<char>(byte ^ (1 << random.below(8)));
    write_plain(file, damaged);
    EXPECT_FALSE(open_path_database(file, map, SectionChecks::kAtOpen));
    const auto lazy = open_path_database(file, map, SectionChecks::kDeferred);
    if (!lazy) continue;
    const std::string found = answers(map, *lazy);
    ASSERT_GT(lazy->damaged(), 0u) << "round " << round;
    // Each cell answers as before, or has no move.
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_TRUE(found[i] == expected[i] || found[i] == static_cast<char>('0' + kNoDirection));
    }
    ++found_later;
  }
  EXPECT_GT(found_later, test::enough(70));
}

TEST(PathDatabaseFile, a_file_cut_short_is_refused) {
  const test::ScratchFolder folder;
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 16});
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 5) {
    write_plain(folder.file("cut.db"), std::string_view(bytes).substr(0, length));
    EXPECT_FALSE(open_path_database(folder.file("cut.db"), map, SectionChecks::kAtOpen));
    EXPECT_FALSE(open_path_database(folder.file("cut.db"), map, SectionChecks::kDeferred));
  }
}

TEST(PathDatabaseFileThreads, several_may_use_it_for_the_first_time) {
  const test::ScratchFolder folder;
  const Map map = sample_map();
  const std::string bytes = test::path_bytes(map, {.delta = 12});
  write_plain(folder.file("paths.db"), bytes);
  const PathDatabase database = *open_path_database(folder.file("paths.db"), map);
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& own : found) threads.emplace_back([&] { own = answers(map, database); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& own : found) EXPECT_EQ(own, found.front());
  EXPECT_EQ(found.front(), answers(map, *test::open_paths(bytes, map)));
  EXPECT_EQ(database.damaged(), 0u);
}

}  // namespace waymark::io_path_database_file_test
