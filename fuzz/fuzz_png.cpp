// PNG pictures: whatever libpng makes of the bytes, the result is a terrain or an error, and its picture reads back the
// same. The bytes also serve as a terrain of their own, so that the round trip is exercised on every input.
#include <cstring>
#include <string_view>
#include <vector>

#include "property.hpp"
#include "waymark/io/png_file.hpp"

using namespace waymark;

namespace {

constexpr std::size_t kSignatureBytes = 8;

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24u | std::uint32_t{bytes[1]} << 16u | std::uint32_t{bytes[2]} << 8u | bytes[3];
}

std::uint32_t checksum(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t crc = ~0u;
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1u) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

// Makes the chunks' checksums right, as far as there are whole chunks.
void repair_checksums(std::uint8_t* data, std::size_t size) {
  std::size_t at = kSignatureBytes;
  while (at + 12 <= size) {
    const std::size_t length = big_endian(data + at);
    if (length > size - at - 12) return;
    const std::uint32_t crc = checksum(data + at + 4, length + 4);
    for (std::size_t i = 0; i < 4; ++i) data[at + 8 + length + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    at += length + 12;
  }
}

void round_trip(const Terrain& terrain) {
  const std::string bytes = encode_png(terrain);
  const auto again = parse_png(bytes, "again");
  HOLDS(again.ok());
  HOLDS(*again == terrain);
  HOLDS(encode_png(*again) == bytes);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size)
    __attribute__((weak));

// Without this nearly every change would only show that checksums are checked.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  size = LLVMFuzzerMutate(data, size, max_size);
  if (seed % 8 != 0) repair_checksums(data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Large pictures in few bytes are legal and only slow.
  const bool slow = size >= 24 && std::uint64_t{big_endian(data + 16)} * big_endian(data + 20) > 1'000'000 &&
                    Grid::check_size(big_endian(data + 16), big_endian(data + 20)).ok();
  if (!slow) {
    const auto terrain = parse_png(bytes, "input");
    if (terrain.ok()) {
      HOLDS(check_terrain(*terrain).ok());
      round_trip(*terrain);
    } else {
      HOLDS(terrain.error().file == "input" && !terrain.error().message.empty());
    }
  }
  if (size >= 2) {
    Terrain terrain;
    terrain.width = data[0] % 100 + 1;
    terrain.height = static_cast<int>(size - 1) / terrain.width;
    if (terrain.height >= 1) {
      const auto cells = static_cast<std::size_t>(terrain.width) * static_cast<std::size_t>(terrain.height);
      for (std::size_t i = 0; i < cells; ++i) terrain.letters += kTerrainLetters[data[i + 1] % kTerrainLetters.size()];
      round_trip(terrain);
    }
  }
  return 0;
}
