#include "waymark/io/map_file.hpp"

#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "random_terrain.hpp"
#include "scratch_folder.hpp"
#include "support/sanitized.hpp"
#include "waymark/io/file.hpp"
#include "waymark/space/transform.hpp"

namespace waymark::io_map_file_test {

using test::ScratchFolder;

const std::string kGood =
    "type octile\n"
    "height 3\n"
    "width 4\n"
    "map\n"
    ".GS@\n"
    "OTW.\n"
    "....\n";

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

// The one-line message; all ways of reading must agree on it.
std::string error_of(const std::string& bytes) {
  const auto map = parse_map(bytes, "a.map");
  const auto terrain = parse_terrain(bytes, "a.map");
  EXPECT_EQ(map.ok(), terrain.ok());
  if (map.ok() || terrain.ok()) return "no error";
  EXPECT_EQ(map.error().to_string(), terrain.error().to_string());
  const ScratchFolder folder;
  EXPECT_TRUE(write_file_atomically(folder.file("a.map"), bytes));
  const auto streamed = read_map(folder.file("a.map"));
  EXPECT_FALSE(streamed.ok());
  if (streamed.ok()) return "no error from the file";
  EXPECT_EQ(streamed.error().to_string(), folder.path() + "/" + map.error().to_string());
  return map.error().to_string();
}

TEST(MapFile, reads_letters_type_and_counts) {
  const auto map = parse_map(kGood, "a.map");
  ASSERT_TRUE(map) << map.error().to_string();
  EXPECT_EQ(map->grid.width(), 4);
  EXPECT_EQ(map->grid.height(), 3);
  EXPECT_EQ(to_terrain(map->grid), (Terrain{4, 3, "...@@@@....."}));
  EXPECT_EQ(map->grid.epoch(), 0u);
  EXPECT_EQ(map->info.type, "octile");
  EXPECT_EQ(map->info.letter_counts['.'], 6u);
  for (const char letter : std::string("GS@OTW"))
    EXPECT_EQ(map->info.letter_counts[static_cast<unsigned char>(letter)], 1u);
  EXPECT_EQ(map->info.letter_counts['\n'], 0u);
  EXPECT_EQ(*parse_terrain(kGood, "a.map"), (Terrain{4, 3, ".GS@OTW....."}));
}

TEST(MapFile, lets_water_be_walked_on_when_asked) {
  EXPECT_TRUE(parse_map(kGood, "a.map", {.water_passable = true})->grid.passable(2, 1));
  EXPECT_FALSE(parse_map(kGood, "a.map")->grid.passable(2, 1));
}

TEST(MapFile, tolerates_what_published_files_do) {
  const Terrain expected = *parse_terrain(kGood, "a.map");
  std::string windows;
  for (const char byte : kGood) windows += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  for (const std::string& bytes : {
           windows,
           windows.substr(0, windows.size() - 1),
           windows.substr(0, windows.size() - 2),
           windows + "\r\n \r\n",
           kGood.substr(0, kGood.size() - 1),
           kGood + "\n\n  \n\t\n",
           replaced(kGood, "height 3\nwidth 4", "width 4\nheight 3"),
           replaced(kGood, "type octile", "type tile"),
       }) {
    const auto terrain = parse_terrain(bytes, "a.map");
    ASSERT_TRUE(terrain) << terrain.error().to_string() << "\n" << bytes;
    EXPECT_EQ(*terrain, expected);
    EXPECT_TRUE(parse_map(bytes, "a.map"));
  }
  EXPECT_EQ(parse_map(replaced(kGood, "type octile", "type tile"), "a.map")->info.type, "tile");
}

TEST(MapFile, explains_wrong_headers) {
  EXPECT_EQ(error_of(""),
            "a.map:1: the file ends within the header: 'type octile', 'height N', 'width N' and 'map', a line each");
  EXPECT_EQ(error_of("type octile\nheight 3\nwidth 4\n"),
            "a.map:4: the file ends within the header: 'type octile', 'height N', 'width N' and 'map', a line each");
  EXPECT_EQ(error_of("version 1\n"),
            "a.map:1: a map file begins with 'type octile' or 'type tile', not with 'version 1'");
  EXPECT_EQ(error_of("type hex\n"),
            "a.map:1: a map file begins with 'type octile' or 'type tile', not with 'type hex'");
  EXPECT_EQ(error_of("\xef\xbb\xbf" + kGood),
            "a.map:1: a map file begins with 'type octile' or 'type tile', not with '???type octile'");
  EXPECT_EQ(error_of(std::string(1000, 'x')),
            "a.map:1: line is longer than any line of a map's header: 'type octile', 'height N', 'width N' and 'map'");
  EXPECT_EQ(error_of(replaced(kGood, "height 3", "depth 3")),
            "a.map:2: expected 'height N', 'width N' or 'map', found 'depth 3'");
  EXPECT_EQ(error_of(replaced(kGood, "height 3\n", "")), "a.map:3: the header does not give the height before 'map'");
  EXPECT_EQ(error_of(replaced(kGood, "width 4\n", "")), "a.map:3: the header does not give the width before 'map'");
  EXPECT_EQ(error_of(replaced(kGood, "width 4\n", "width 4\nwidth 4\n")), "a.map:4: the width is given a second time");
  EXPECT_EQ(error_of(replaced(kGood, "map\n", "")), "a.map:4: expected 'height N', 'width N' or 'map', found '.GS@'");
}

TEST(MapFile, explains_wrong_sizes) {
  EXPECT_EQ(error_of(replaced(kGood, "height 3", "height -3")), "a.map:2: the height must be from 1 to 32767, not -3");
  EXPECT_EQ(error_of(replaced(kGood, "width 4", "width 0")), "a.map:3: the width must be from 1 to 32767, not 0");
  for (const std::string number : {"", "x", "4x", " 4", "4 ", "+4", "4.0", "0x4", "99999999999999999999"}) {
    EXPECT_EQ(error_of(replaced(kGood, "width 4", "width " + number)),
              "a.map:3: the width must be a whole number from 1 to 32767, not '" + number + "'");
  }
  const auto huge = parse_map("type octile\nheight 1000000000\nwidth 1000000000\nmap\n", "a.map");
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().code, ErrorCode::kTooLarge);
  EXPECT_EQ(huge.error().to_string(), "a.map:2: the height must be from 1 to 32767, not 1000000000");
  EXPECT_EQ(error_of("type octile\nheight 30000\nwidth 30000\nmap\n"),
            "a.map:4: a map of 30000x30000 cells is too large; the limit is 32767 a side and 268435456 cells in all");
}

TEST(MapFile, explains_wrong_rows) {
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "OTW")), "a.map:6: row has 3 letters, the header promised 4");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "")), "a.map:6: row has 0 letters, the header promised 4");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "OTW..")),
            "a.map:6: row goes on after the 4 letters that the header promised");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "OTW.\r\r")),
            "a.map:6: row goes on after the 4 letters that the header promised");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", std::string(200'000, '.'))),
            "a.map:6: row goes on after the 4 letters that the header promised");
  EXPECT_EQ(error_of(replaced(kGood, "....\n", "")), "a.map:7: the map ends after 2 rows, the header promised 3");
  EXPECT_EQ(error_of(replaced(kGood, "....\n", "....\n....\n")),
            "a.map:8: text after the last of the 3 rows that the header promised");
  EXPECT_EQ(error_of(kGood + "\n\nx"), "a.map:10: text after the last of the 3 rows that the header promised");
}

TEST(MapFile, explains_odd_letters) {
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "OTx.")),
            "a.map:6: column 3: 'x' is not a letter of a map; those are . G S @ O T W");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", std::string("\0TW.", 4))),
            "a.map:6: column 1: byte 0x00 is not a letter of a map; those are . G S @ O T W");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "OT\xff.")),
            "a.map:6: column 3: byte 0xff is not a letter of a map; those are . G S @ O T W");
  EXPECT_EQ(error_of(replaced(kGood, "OTW.", "OTW ")),
            "a.map:6: column 4: byte 0x20 is not a letter of a map; those are . G S @ O T W");
}

TEST(MapFile, names_a_missing_file) {
  EXPECT_EQ(read_map("no/such.map").error().to_string(),
            "no/such.map: cannot open the file: No such file or directory");
  EXPECT_EQ(read_terrain("no/such.map").error().code, ErrorCode::kNotFound);
}

TEST(MapFile, reads_from_a_pipe) {
  const ScratchFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  std::thread writer([&] { EXPECT_TRUE(write_file_atomically(folder.file("pipe"), kGood)); });
  const auto map = read_map(folder.file("pipe"));
  writer.join();
  ASSERT_TRUE(map) << map.error().to_string();
  EXPECT_EQ(map->grid.fingerprint(), parse_map(kGood, "a.map")->grid.fingerprint());
}

TEST(MapFile, round_trips_random_terrains) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.map");
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Terrain terrain = test::random_terrain(random, i < 90 ? 140 : 1200);
    ASSERT_TRUE(write_map(path, terrain));
    ASSERT_EQ(*read_file(path, 1u << 24u), encode_map(terrain));
    ASSERT_EQ(*read_terrain(path), terrain);
    const auto map = read_map(path, {.water_passable = i % 2 == 0});
    ASSERT_TRUE(map) << map.error().to_string();
    ASSERT_EQ(map->grid.fingerprint(), to_grid(terrain, {.water_passable = i % 2 == 0})->fingerprint());
    ASSERT_TRUE(write_map(path, map->grid));
    ASSERT_EQ(*read_file(path, 1u << 24u), encode_map(map->grid));
    ASSERT_EQ(read_map(path)->grid.fingerprint(), map->grid.fingerprint());
    ASSERT_EQ(*read_terrain(path), to_terrain(map->grid));
  }
}

TEST(MapFile, does_not_write_bad_terrains) {
  const ScratchFolder folder;
  const auto result = write_map(folder.file("a.map"), Terrain{2, 2, "..."});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().to_string(), folder.file("a.map") + ": a terrain of 2x2 cells has 3 letters");
  EXPECT_TRUE(folder.names().empty());
}

// Kilobytes from /proc/self/status; 0 where it does not exist.
long status_kilobytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key + ":", 0) == 0) return std::stol(line.substr(key.size() + 1));
  }
  return 0;
}

// How much memory `work` needed beyond what was in use before; -1 where that cannot be told.
template <class Work>
long peak_kilobytes(Work&& work) {
  ::malloc_trim(0);
  std::ofstream reset("/proc/self/clear_refs");  // 5 = forget the peak
  reset << "5" << std::flush;
  const bool known = !test::kSanitized && reset.good() && status_kilobytes("VmHWM") > 0;
  const long before = status_kilobytes("VmRSS");
  work();
  return known ? status_kilobytes("VmHWM") - before : -1;
}

TEST(MapFile, needs_little_more_memory_than_the_bits) {
  const ScratchFolder folder;
  const std::string path = folder.file("large.map");
  Random random(6);
  Grid small = *Grid::create(1024, 1024, false);
  for (int i = 0; i < 20'000; ++i) small.fill({random.between(0, 1023), random.between(0, 1023), 9, 9}, i % 2 == 0);
  const Grid large = *scale_up(small, 8);
  const long write_peak = peak_kilobytes([&] { ASSERT_TRUE(write_map(path, large)); });
  ASSERT_EQ(std::filesystem::file_size(path),
            8192u * 8193u + std::string("type octile\nheight 8192\nwidth 8192\nmap\n").size());

  std::uint64_t fingerprint = 0;
  const auto start = std::chrono::steady_clock::now();
  const long read_peak = peak_kilobytes([&] {
    const auto map = read_map(path);
    ASSERT_TRUE(map) << map.error().to_string();
    fingerprint = map->grid.fingerprint();
  });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(fingerprint, large.fingerprint());
  RecordProperty("read_kilobytes", static_cast<int>(read_peak));
  RecordProperty("read_milliseconds", static_cast<int>(seconds.count() * 1000));
  std::printf("8192x8192: writing needed %ld kB, reading %ld kB and %.0f ms\n", write_peak, read_peak,
              seconds.count() * 1000);
  if (read_peak < 0) GTEST_SKIP() << "memory cannot be measured here";
  EXPECT_LT(write_peak, 4'000);
  EXPECT_LT(read_peak, 12'000);  // 8,456 kB are the grid
}

TEST(MapFile, allocates_nothing_for_an_empty_promise) {
  const std::string bytes = "type octile\nheight 16000\nwidth 16000\nmap\n.";
  const long peak = peak_kilobytes([&] {
    EXPECT_FALSE(parse_map(bytes, "a.map"));
    EXPECT_FALSE(parse_terrain(bytes, "a.map"));
  });
  if (peak < 0) GTEST_SKIP() << "memory cannot be measured here";
  EXPECT_LT(peak, 1'000);
}

TEST(MapFile, reads_every_published_map) {
  const std::filesystem::path maps = WAYMARK_SOURCE_DIR "/../shared/maps";
  if (!std::filesystem::exists(maps)) GTEST_SKIP() << "no benchmark maps beside the project";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(maps)) {
    if (entry.path().extension() != ".map") continue;
    ++count;
    const auto map = read_map(entry.path().string());
    ASSERT_TRUE(map) << map.error().to_string();
    const auto terrain = read_terrain(entry.path().string());
    ASSERT_TRUE(terrain);
    ASSERT_EQ(map->grid.fingerprint(), to_grid(*terrain)->fingerprint());
  }
  EXPECT_GT(count, 0);
}

}  // namespace waymark::io_map_file_test
