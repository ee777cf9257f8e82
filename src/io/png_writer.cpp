#include <png.h>

#include <csetjmp>

#include "io/letter_bits.hpp"
#include "waymark/io/file.hpp"
#include "waymark/io/png_file.hpp"

namespace waymark {
namespace {

// Where rows come from; libpng leaves by longjmp, so that no function it can leave has an object with a destructor.
struct RowSource {
  const void* picture;
  // The bytes of row y; `scratch` has room for a row.
  const std::uint8_t* (*row)(const void* picture, int y, std::uint8_t* scratch);
};

void on_write_warning(png_structp, png_const_charp) {}

void on_write_error(png_structp png, png_const_charp) { png_longjmp(png, 1); }

void on_write(png_structp png, png_bytep bytes, std::size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
}

void on_flush(png_structp) {}

struct Layout {
  int width;
  int height;
  int bit_depth;
  int colour_type;
  int filter;
};

// Everything that could change the bytes is fixed here.
bool write_rows(png_structp png, png_infop info, const Layout& layout, const RowSource& source, std::uint8_t* scratch,
                std::string* into) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_write_fn(png, into, on_write, on_flush);
  png_set_compression_level(png, 6);
  png_set_compression_strategy(png, 0);
  png_set_compression_mem_level(png, 8);
  png_set_compression_window_bits(png, 15);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, layout.filter);
  png_set_IHDR(png, info, static_cast<png_uint_32>(layout.width), static_cast<png_uint_32>(layout.height),
               layout.bit_depth, layout.colour_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (layout.colour_type == PNG_COLOR_TYPE_PALETTE) {
    png_color palette[kLetterColours.size()];
    for (std::size_t i = 0; i < kLetterColours.size(); ++i) {
      palette[i] = {kLetterColours[i].red, kLetterColours[i].green, kLetterColours[i].blue};
    }
    png_set_PLTE(png, info, palette, static_cast<int>(kLetterColours.size()));
  }
  png_write_info(png, info);
  png_set_packing(png);  // one byte an index in, four bits out
  for (int y = 0; y < layout.height; ++y) png_write_row(png, source.row(source.picture, y, scratch));
  png_write_end(png, nullptr);
  return true;
}

std::string encode(const Layout& layout, const RowSource& source) {
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, on_write_error, on_write_warning);
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  WAYMARK_ASSERT(info != nullptr);
  std::vector<std::uint8_t> scratch(static_cast<std::size_t>(layout.width) * 3);
  const bool written = write_rows(png, info, layout, source, scratch.data(), &bytes);
  png_destroy_write_struct(&png, &info);
  WAYMARK_ASSERT(written);  // sizes are checked and memory cannot fail: libpng has nothing left to complain of
  return bytes;
}

const std::uint8_t* terrain_row(const void* picture, int y, std::uint8_t* scratch) {
  const std::string_view letters = static_cast<const Terrain*>(picture)->row(y);
  for (std::size_t x = 0; x < letters.size(); ++x) scratch[x] = letter_index(letters[x]);
  return scratch;
}

const std::uint8_t* image_row(const void* picture, int y, std::uint8_t*) {
  const auto* image = static_cast<const Image*>(picture);
  return image->rgb.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(image->width) * 3;
}

Result<Done> check_image(const Image& image) {
  if (image.width >= 1 && image.height >= 1 && image.width <= kMaxImageSide && image.height <= kMaxImageSide &&
      image.rgb.size() ==
          std::size_t{3} * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height)) {
    return Done{};
  }
  return Error{ErrorCode::kOutOfRange,
               "a picture of " + std::to_string(image.width) + "x" + std::to_string(image.height) + " pixels with " +
                   std::to_string(image.rgb.size()) + " bytes cannot be written; sides go from 1 to " +
                   std::to_string(kMaxImageSide) + " and a pixel has 3 bytes"};
}

Error about_file(Error error, const std::string& path) {
  error.file = path;
  return error;
}

}  // namespace

std::string encode_png(const Terrain& terrain) {
  WAYMARK_ASSERT(check_terrain(terrain).ok() && check_png_size(terrain.width, terrain.height).ok());
  return encode({terrain.width, terrain.height, 4, PNG_COLOR_TYPE_PALETTE, PNG_FILTER_NONE}, {&terrain, terrain_row});
}

std::string encode_png(const Image& image) {
  WAYMARK_ASSERT(check_image(image).ok());
  return encode({image.width, image.height, 8, PNG_COLOR_TYPE_RGB, PNG_FILTER_SUB}, {&image, image_row});
}

Result<Done> write_png(const std::string& path, const Terrain& terrain) {
  if (auto size = check_png_size(terrain.width, terrain.height); !size) return about_file(size.error(), path);
  if (auto valid = check_terrain(terrain); !valid) return about_file(valid.error(), path);
  return write_file_atomically(path, encode_png(terrain));
}

Result<Done> write_png(const std::string& path, const Image& image) {
  if (auto valid = check_image(image); !valid) return about_file(valid.error(), path);
  return write_file_atomically(path, encode_png(image));
}

}  // namespace waymark
