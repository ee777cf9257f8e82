#include <png.h>

#include <csetjmp>
#include <cstring>

#include "waymark/io/file.hpp"
#include "waymark/io/png_file.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t kMaxPngBytes = std::uint64_t{1} << 28u;
// Deflate cannot shrink further than this.
constexpr std::uint64_t kMaxDeflateRatio = 1032;
constexpr std::size_t kReasonBytes = 128;

// What the callbacks share. libpng leaves by longjmp: nothing here, nor in any function that libpng can leave, has a
// destructor.
struct ReadState {
  const char* bytes;
  std::size_t size;
  std::size_t position;
  char reason[kReasonBytes];
};

void on_read_error(png_structp png, png_const_charp reason) {
  auto* state = static_cast<ReadState*>(png_get_error_ptr(png));
  std::strncpy(state->reason, reason, kReasonBytes - 1);
  png_longjmp(png, 1);
}

void on_read_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep into, std::size_t count) {
  auto* state = static_cast<ReadState*>(png_get_io_ptr(png));
  if (count > state->size - state->position) png_error(png, "the file ends too early");
  std::memcpy(into, state->bytes + state->position, count);
  state->position += count;
}

// Owns libpng's structures.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : state_{bytes.data(), bytes.size(), 0, {}} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &state_, on_read_error, on_read_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
  }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  ~Decoder() { png_destroy_read_struct(&png_, &info_, nullptr); }

  [[nodiscard]] bool usable() const { return png_ != nullptr && info_ != nullptr; }
  [[nodiscard]] std::int64_t position() const { return static_cast<std::int64_t>(state_.position); }
  [[nodiscard]] const char* reason() const { return state_.reason; }

  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool interlaced = false;
  std::uint64_t packed_bytes = 0;  // of the pixels before compression, at least

  // Both return false on an error of libpng's; reason() then tells it.
  bool read_header();
  // `row`: 4 * width bytes. `letters`: width * height.
  bool read_pixels(std::uint8_t* row, char* letters);

 private:
  ReadState state_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

bool Decoder::read_header() {
  if (setjmp(png_jmpbuf(png_)) != 0) return false;
  png_set_read_fn(png_, &state_, on_read);
  png_set_user_limits(png_, Grid::kMaxSide, Grid::kMaxSide);
  png_set_chunk_cache_max(png_, 16);
  png_set_chunk_malloc_max(png_, 8'000'000);
  // Gamma, text, profiles: none of them matters here. Transparency (tRNS) is kept.
  png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_read_info(png_, info_);
  width = png_get_image_width(png_, info_);
  height = png_get_image_height(png_, info_);
  interlaced = png_get_interlace_type(png_, info_) != PNG_INTERLACE_NONE;
  packed_bytes = static_cast<std::uint64_t>(png_get_rowbytes(png_, info_)) * height;

  png_set_expand(png_);    // palettes, few bits, tRNS
  png_set_scale_16(png_);  // to 8 bits
  png_set_gray_to_rgb(png_);
  png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
  // Interlaced passes are read as they are and put in their places here: libpng would need the whole picture in RGBA.
  png_read_update_info(png_, info_);
  if (png_get_rowbytes(png_, info_) != static_cast<std::size_t>(width) * 4) {
    png_error(png_, "an unknown kind of pixels");
  }
  return true;
}

char letter_of_pixel(const std::uint8_t* rgba) {
  if (rgba[3] < 128) return '@';
  for (std::size_t i = 0; i < kLetterColours.size(); ++i) {
    if (kLetterColours[i] == Colour{rgba[0], rgba[1], rgba[2]}) return kTerrainLetters[i];
  }
  return 299u * rgba[0] + 587u * rgba[1] + 114u * rgba[2] >= 128'000u ? '.' : '@';
}

bool Decoder::read_pixels(std::uint8_t* row, char* letters) {
  if (setjmp(png_jmpbuf(png_)) != 0) return false;
  const int passes = interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
  const int all_columns = static_cast<int>(width);
  const int all_rows = static_cast<int>(height);
  for (int pass = 0; pass < passes; ++pass) {
    const int columns = interlaced ? PNG_PASS_COLS(all_columns, pass) : all_columns;
    const int rows = interlaced ? PNG_PASS_ROWS(all_rows, pass) : all_rows;
    if (columns == 0) continue;
    for (int i = 0; i < rows; ++i) {
      png_read_row(png_, row, nullptr);
      const int y = interlaced ? PNG_ROW_FROM_PASS_ROW(i, pass) : i;
      char* line = letters + static_cast<std::size_t>(y) * width;
      for (int j = 0; j < columns; ++j) {
        const int x = interlaced ? PNG_COL_FROM_PASS_COL(j, pass) : j;
        line[x] = letter_of_pixel(row + 4 * j);
      }
    }
  }
  png_read_end(png_, nullptr);
  return true;
}

// Signature and the size in the first chunk (IHDR), before libpng sees them: its own complaint would not name the
// limit.
Result<Done> check_claimed_size(std::string_view bytes) {
  constexpr std::string_view kBeginning("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
  if (bytes.size() < kBeginning.size() + 8 || bytes.substr(0, kBeginning.size()) != kBeginning) {
    return Error{ErrorCode::kBadFormat, "not a PNG picture: it does not begin as one"};
  }
  const auto big_endian = [&](std::size_t offset) {
    std::int64_t value = 0;
    for (std::size_t i = offset; i < offset + 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return check_png_size(big_endian(kBeginning.size()), big_endian(kBeginning.size() + 4));
}

}  // namespace

Result<Terrain> read_png(const std::string& path) {
  const Result<std::string> bytes = read_file(path, kMaxPngBytes);
  if (!bytes) return bytes.error();
  return parse_png(*bytes, path);
}

Result<Terrain> parse_png(std::string_view bytes, const std::string& name) {
  if (auto size = check_claimed_size(bytes); !size) return Error{size.error().code, size.error().message, name};
  Decoder decoder(bytes);
  if (!decoder.usable()) return Error{ErrorCode::kIo, "libpng did not start", name};
  const auto bad_picture = [&] {
    return Error{ErrorCode::kBadFormat, std::string("not a picture that can be read: ") + decoder.reason(), name, 0,
                 decoder.position()};
  };
  if (!decoder.read_header()) return bad_picture();
  if (decoder.packed_bytes / kMaxDeflateRatio > bytes.size()) {
    return Error{ErrorCode::kBadFormat,
                 "a picture of " + std::to_string(decoder.width) + "x" + std::to_string(decoder.height) +
                     " pixels cannot fit into the " + std::to_string(bytes.size()) + " bytes of this file",
                 name};
  }
  Terrain terrain{static_cast<int>(decoder.width), static_cast<int>(decoder.height), {}};
  terrain.letters.assign(std::size_t{decoder.width} * decoder.height, '@');
  std::vector<std::uint8_t> row(std::size_t{decoder.width} * 4);
  if (!decoder.read_pixels(row.data(), terrain.letters.data())) return bad_picture();
  return terrain;
}

}  // namespace waymark
