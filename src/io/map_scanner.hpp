// The one parser of map files. Fed chunks of any size, it checks every byte and hands finished rows to a sink.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "waymark/base/result.hpp"
#include "waymark/io/map_file.hpp"

namespace waymark {

class MapSink {
 public:
  // Called once, before the first row, with a size that passed Grid::check_size, and only if the file is long enough to
  // hold that many cells. Otherwise the sink hears nothing and the scanner ends with an error.
  virtual Result<Done> begin(int width, int height) = 0;
  // Rows come in order; each has `width` letters of kTerrainLetters.
  virtual void row(int y, std::string_view letters) = 0;

 protected:
  ~MapSink() = default;
};

class MapScanner {
 public:
  // `total_bytes`: the file's size. `sink` must outlive the scanner.
  MapScanner(std::string name, std::uint64_t total_bytes, MapSink& sink)
      : name_(std::move(name)), total_bytes_(total_bytes), sink_(sink) {}

  // After an error, neither may be called again.
  Result<Done> feed(std::string_view chunk);
  Result<MapInfo> finish();

 private:
  enum class Part : std::uint8_t { kType, kSizes, kRows, kTrailer };

  [[nodiscard]] Error error(ErrorCode code, std::string message) const;
  [[nodiscard]] std::size_t longest_line() const;
  [[nodiscard]] Error line_too_long() const;
  Result<Done> end_line(std::string_view line);
  Result<Done> read_type(std::string_view line);
  Result<Done> read_size(std::string_view line);
  Result<Done> begin_rows();
  Result<Done> read_row(std::string_view letters);
  [[nodiscard]] Error odd_letter(std::string_view letters) const;

  std::string name_;
  std::uint64_t total_bytes_;
  MapSink& sink_;

  Part part_ = Part::kType;
  std::string pending_;       // an unfinished line; at most longest_line() bytes
  std::int64_t line_ = 1;     // the line being read
  std::uint64_t offset_ = 0;  // bytes in finished lines
  std::optional<std::int64_t> width_;
  std::optional<std::int64_t> height_;
  int rows_ = 0;  // read so far
  bool sink_began_ = false;
  MapInfo info_;
  // Four counters a letter: runs of one letter would otherwise wait for the same memory cell again and again.
  std::array<std::array<std::uint32_t, 256>, 4> counts_{};
};

}  // namespace waymark
