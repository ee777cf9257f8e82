#include "waymark/io/png_file.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>

#include "random_terrain.hpp"
#include "scratch_folder.hpp"
#include "waymark/io/file.hpp"

namespace waymark::io_png_file_test {

using test::ScratchFolder;

// A picture in any of libpng's layouts, made without the writer under test. `rows` are packed as PNG packs them.
struct Layout {
  int colour_type;
  int bit_depth;
  bool interlaced = false;
  std::vector<png_color> palette = {};
  std::vector<png_byte> palette_alpha = {};
  bool transparent_black = false;  // tRNS for grey and RGB
};

std::string make_png(const Layout& layout, int width, int height, std::vector<std::vector<png_byte>> rows) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp writer, png_bytep data, std::size_t size) {
        static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<char*>(data), size);
      },
      nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), layout.bit_depth,
               layout.colour_type, layout.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
  if (!layout.palette.empty()) png_set_PLTE(png, info, layout.palette.data(), static_cast<int>(layout.palette.size()));
  if (!layout.palette_alpha.empty()) {
    png_set_tRNS(png, info, layout.palette_alpha.data(), static_cast<int>(layout.palette_alpha.size()), nullptr);
  }
  png_color_16 black{};
  if (layout.transparent_black) png_set_tRNS(png, info, nullptr, 0, &black);
  png_write_info(png, info);
  std::vector<png_bytep> pointers;
  for (auto& row : rows) pointers.push_back(row.data());
  png_write_image(png, pointers.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return bytes;
}

std::string letters_of(const std::string& bytes) {
  const auto terrain = parse_png(bytes, "a.png");
  if (!terrain) return terrain.error().to_string();
  return terrain->letters;
}

std::string error_of(const std::string& bytes) {
  const auto terrain = parse_png(bytes, "a.png");
  return terrain ? "no error" : terrain.error().to_string();
}

TEST(PngFile, colours_are_distinct_and_as_bright_as_their_letters) {
  for (std::size_t i = 0; i < kLetterColours.size(); ++i) {
    const Colour colour = kLetterColours[i];
    const int luma = 299 * colour.red + 587 * colour.green + 114 * colour.blue;
    EXPECT_EQ(luma >= 128'000, is_passable_letter(kTerrainLetters[i])) << kTerrainLetters[i];
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(colour, kLetterColours[j]);
  }
}

TEST(PngFile, round_trips_random_terrains) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.png");
  Random random(11);
  for (int i = 0; i < 60; ++i) {
    const Terrain terrain = test::random_terrain(random, i < 50 ? 70 : 700);
    ASSERT_TRUE(write_png(path, terrain));
    const auto again = read_png(path);
    ASSERT_TRUE(again) << again.error().to_string();
    ASSERT_EQ(*again, terrain);
    ASSERT_EQ(*read_file(path, 1u << 24u), encode_png(terrain));
  }
}

TEST(PngFile, images_keep_their_pixels) {
  Random random(12);
  const Terrain terrain = test::random_terrain(random, 50);
  Image image{terrain.width, terrain.height, {}};
  for (const char letter : terrain.letters) {
    const Colour colour = kLetterColours[kTerrainLetters.find(letter)];
    image.rgb.insert(image.rgb.end(), {colour.red, colour.green, colour.blue});
  }
  EXPECT_EQ(*parse_png(encode_png(image), "a.png"), terrain);
  EXPECT_EQ(encode_png(image), encode_png(image));
  const ScratchFolder folder;
  ASSERT_TRUE(write_png(folder.file("a.png"), image));
  EXPECT_EQ(*read_png(folder.file("a.png")), terrain);
}

TEST(PngFile, reads_grey_of_every_depth) {
  // Dark, bright, in the middle just below and just above.
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 8}, 4, 1, {{0, 255, 127, 128}})), "@.@.");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 1}, 10, 1, {{0b01011000, 0b10000000}})), "@.@..@@@.@");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 2}, 4, 1, {{0b00011011}})), "@@..");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 4}, 2, 1, {{0x78}})), "@.");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 16}, 2, 1, {{0x7f, 0x00, 0x80, 0x80}})), "@.");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY_ALPHA, 8}, 3, 1, {{255, 255, 255, 127, 0, 255}})), ".@@");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY_ALPHA, 16}, 2, 1, {{255, 255, 255, 255, 255, 255, 0, 0}})), ".@");
}

TEST(PngFile, reads_colours_palettes_and_transparency) {
  const Colour water = kLetterColours[6];
  const Colour ground = kLetterColours[0];
  EXPECT_EQ(
      letters_of(make_png({PNG_COLOR_TYPE_RGB, 8}, 3, 1, {{water.red, water.green, water.blue, 0, 255, 0, 0, 0, 255}})),
      "W.@");
  EXPECT_EQ(
      letters_of(make_png({PNG_COLOR_TYPE_RGB_ALPHA, 8}, 2, 1,
                          {{water.red, water.green, water.blue, 128, ground.red, ground.green, ground.blue, 127}})),
      "W@");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_RGB, 16}, 1, 1,
                                {{water.red, water.red, water.green, water.green, water.blue, water.blue}})),
            "W");
  const std::vector<png_color> palette{{water.red, water.green, water.blue}, {255, 255, 255}, {255, 255, 255}};
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_PALETTE, 2, false, palette, {255, 255, 0}}, 3, 1, {{0b00011000}})),
            "W.@");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_PALETTE, 8, false, palette}, 3, 1, {{0, 1, 2}})), "W..");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 8, false, {}, {}, true}, 2, 1, {{0, 255}})), "@.");
  EXPECT_EQ(letters_of(make_png({PNG_COLOR_TYPE_RGB, 8, false, {}, {}, true}, 2, 1, {{0, 0, 0, 255, 255, 255}})), "@.");
}

TEST(PngFile, reads_interlaced_pictures_of_all_small_sizes) {
  Random random(13);
  for (int width = 1; width <= 18; ++width) {
    for (int height = 1; height <= 18; ++height) {
      std::vector<std::vector<png_byte>> rows;
      std::string expected;
      for (int y = 0; y < height; ++y) {
        rows.emplace_back();
        for (int x = 0; x < width; ++x) {
          const bool bright = random.chance(1, 2);
          rows.back().push_back(bright ? 255 : 0);
          expected += bright ? '.' : '@';
        }
      }
      ASSERT_EQ(letters_of(make_png({PNG_COLOR_TYPE_GRAY, 8, true}, width, height, rows)), expected);
    }
  }
}

TEST(PngFile, explains_what_is_no_picture) {
  EXPECT_EQ(error_of(""), "a.png: not a PNG picture: it does not begin as one");
  EXPECT_EQ(error_of("type octile\nheight 3\nwidth 4\nmap\n"), "a.png: not a PNG picture: it does not begin as one");
  EXPECT_EQ(read_png("no/such.png").error().code, ErrorCode::kNotFound);
}

TEST(PngFile, no_cut_of_a_picture_is_accepted) {
  const std::string bytes = encode_png(Terrain{3, 2, ".@TW.G"});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto terrain = parse_png(bytes.substr(0, size), "a.png");
    ASSERT_FALSE(terrain) << size;
    ASSERT_EQ(terrain.error().file, "a.png");
    ASSERT_NE(terrain.error().message, "not a picture that can be read: ");
  }
  EXPECT_EQ(error_of(bytes.substr(0, 60)), "a.png: byte 59: not a picture that can be read: the file ends too early");
}

TEST(PngFile, no_flipped_bit_crashes_and_no_damage_of_the_pixels_passes) {
  const Terrain terrain{3, 2, ".@TW.G"};
  const std::string bytes = encode_png(terrain);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const auto result = parse_png(damaged, "a.png");
    if (result) {
      EXPECT_EQ(*result, terrain) << "bit " << bit;
    }
  }
}

std::string with_size(std::string bytes, std::uint32_t width, std::uint32_t height) {
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[16 + i] = static_cast<char>(width >> (24 - 8 * i));
    bytes[20 + i] = static_cast<char>(height >> (24 - 8 * i));
  }
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::uint32_t crc = ~0u;
  for (std::size_t i = 12; i < 29; ++i) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1u) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  for (std::size_t i = 0; i < 4; ++i) bytes[29 + i] = static_cast<char>(~crc >> (24 - 8 * i));
  return bytes;
}

TEST(PngFile, refuses_sizes_before_it_allocates) {
  const std::string bytes = encode_png(Terrain{3, 2, ".@TW.G"});
  EXPECT_EQ(with_size(bytes, 3, 2), bytes);
  EXPECT_EQ(
      error_of(with_size(bytes, 0x7fffffff, 0x7fffffff)),
      "a.png: a map of 2147483647x2147483647 cells is too large; the limit is 32767 a side and 268435456 cells in all");
  EXPECT_EQ(error_of(with_size(bytes, 0, 2)), "a.png: a map of 0x2 cells has no inside; both sides must be at least 1");
  EXPECT_EQ(error_of(with_size(bytes, 8192, 8192)), "a.png: a picture of 8192x8192 pixels cannot fit into the " +
                                                        std::to_string(bytes.size()) + " bytes of this file");
}

TEST(PngFile, pictures_have_a_limit_of_their_own_both_ways) {
  const std::string refusal =
      "a.png: a map of 8193x8192 cells is too large for a picture; the limit is 67108864 cells; as a map file it may "
      "have more";
  const std::string bytes = encode_png(Terrain{3, 2, ".@TW.G"});
  EXPECT_EQ(error_of(with_size(bytes, 8193, 8192)), refusal);
  EXPECT_TRUE(check_png_size(8192, 8192).ok());
  EXPECT_TRUE(check_png_size(32767, 2048).ok());
  EXPECT_FALSE(check_png_size(32767, 2049).ok());
  // The size is looked at first: the letters are not there.
  EXPECT_EQ(write_png("a.png", Terrain{8193, 8192, ""}).error().to_string(), refusal);
}

TEST(PngFile, does_not_write_bad_pictures) {
  const ScratchFolder folder;
  EXPECT_FALSE(write_png(folder.file("a.png"), Terrain{2, 2, "..."}));
  EXPECT_FALSE(write_png(folder.file("a.png"), Image{2, 2, {0, 0, 0}}));
  EXPECT_FALSE(write_png(folder.file("a.png"), Image{0, 0, {}}));
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace waymark::io_png_file_test
