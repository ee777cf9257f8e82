#include "io/map_scanner.hpp"

#include "io/letter_bits.hpp"
#include "io/text.hpp"

namespace waymark {
namespace {

using io_text::is_blank;
using io_text::parse_integer;
using io_text::quote;
using io_text::show_byte;
using io_text::without_carriage_return;

// Far more than "height 32767" needs.
constexpr std::size_t kLongestHeaderLine = 80;

}  // namespace

Error MapScanner::error(ErrorCode code, std::string message) const {
  return Error{code, std::move(message), name_, line_};
}

// Bytes before the newline, with a carriage return.
std::size_t MapScanner::longest_line() const {
  return part_ == Part::kRows ? static_cast<std::size_t>(*width_) + 1 : kLongestHeaderLine;
}

Error MapScanner::line_too_long() const {
  if (part_ == Part::kRows) {
    return error(ErrorCode::kBadFormat,
                 "row goes on after the " + std::to_string(*width_) + " letters that the header promised");
  }
  return error(ErrorCode::kBadFormat,
               "line is longer than any line of a map's header: 'type octile', 'height N', 'width N' and 'map'");
}

Result<Done> MapScanner::feed(std::string_view chunk) {
  while (!chunk.empty()) {
    const std::size_t newline = chunk.find('\n');
    const std::string_view piece = chunk.substr(0, newline);
    const bool ends = newline != std::string_view::npos;
    if (part_ == Part::kTrailer) {
      if (!is_blank(piece)) {
        return error(ErrorCode::kBadFormat,
                     "text after the last of the " + std::to_string(*height_) + " rows that the header promised");
      }
      if (ends) ++line_;
    } else {
      if (pending_.size() + piece.size() > longest_line()) return line_too_long();
      if (!ends) {
        pending_ += piece;
        return Done{};
      }
      if (pending_.empty()) {
        if (auto read = end_line(piece); !read) return read;
      } else {
        pending_ += piece;
        if (auto read = end_line(pending_); !read) return read;
        pending_.clear();
      }
    }
    if (!ends) return Done{};
    chunk.remove_prefix(newline + 1);
  }
  return Done{};
}

Result<MapInfo> MapScanner::finish() {
  if (!pending_.empty()) {
    if (auto read = end_line(pending_); !read) return read.error();
  }
  if (part_ == Part::kType || part_ == Part::kSizes) {
    return error(ErrorCode::kBadFormat,
                 "the file ends within the header: 'type octile', 'height N', 'width N' and 'map', a line each");
  }
  if (part_ == Part::kRows) {
    return error(ErrorCode::kBadFormat, "the map ends after " + std::to_string(rows_) + " rows, the header promised " +
                                            std::to_string(*height_));
  }
  if (!sink_began_) return Error{ErrorCode::kIo, "the file grew while it was read", name_};
  for (std::size_t letter = 0; letter < 256; ++letter) {
    for (const auto& counts : counts_) info_.letter_counts[letter] += counts[letter];
  }
  return std::move(info_);
}

Result<Done> MapScanner::end_line(std::string_view line) {
  offset_ += line.size() + 1;
  const std::string_view text = without_carriage_return(line);
  Result<Done> read = Done{};
  switch (part_) {
    case Part::kType: read = read_type(text); break;
    case Part::kSizes: read = text == "map" ? begin_rows() : read_size(text); break;
    case Part::kRows: read = read_row(text); break;
    case Part::kTrailer: break;
  }
  ++line_;
  return read;
}

Result<Done> MapScanner::read_type(std::string_view line) {
  if (line != "type octile" && line != "type tile") {
    return error(ErrorCode::kBadFormat, "a map file begins with 'type octile' or 'type tile', not with " + quote(line));
  }
  info_.type = line.substr(5);
  part_ = Part::kSizes;
  return Done{};
}

Result<Done> MapScanner::read_size(std::string_view line) {
  const bool is_height = line.substr(0, 7) == "height ";
  if (!is_height && line.substr(0, 6) != "width ") {
    return error(ErrorCode::kBadFormat, "expected 'height N', 'width N' or 'map', found " + quote(line));
  }
  const std::string word = is_height ? "height" : "width";
  std::optional<std::int64_t>& side = is_height ? height_ : width_;
  if (side) return error(ErrorCode::kBadFormat, "the " + word + " is given a second time");
  const std::string_view number = line.substr(word.size() + 1);
  const std::optional<std::int64_t> value = parse_integer(number);
  if (!value) {
    return error(ErrorCode::kBadFormat, "the " + word + " must be a whole number from 1 to " +
                                            std::to_string(Grid::kMaxSide) + ", not " + quote(number));
  }
  // Each side by itself first, so that the error names the line that is wrong.
  if (auto size = Grid::check_size(is_height ? 1 : *value, is_height ? *value : 1); !size) {
    return error(size.error().code, "the " + word + " must be from 1 to " + std::to_string(Grid::kMaxSide) + ", not " +
                                        std::to_string(*value));
  }
  side = value;
  return Done{};
}

Result<Done> MapScanner::begin_rows() {
  if (!height_ || !width_) {
    return error(ErrorCode::kBadFormat,
                 std::string("the header does not give the ") + (height_ ? "width" : "height") + " before 'map'");
  }
  if (auto size = Grid::check_size(*width_, *height_); !size) {
    return error(size.error().code, size.error().message);
  }
  part_ = Part::kRows;
  const auto width = static_cast<std::uint64_t>(*width_);
  const auto height = static_cast<std::uint64_t>(*height_);
  // A newline after every row but the last. A shorter file is read on only to find the line that is wrong.
  const std::uint64_t needed = height * width + height - 1;
  if (total_bytes_ < offset_ || total_bytes_ - offset_ < needed) return Done{};
  sink_began_ = true;
  return sink_.begin(static_cast<int>(width), static_cast<int>(height));
}

Result<Done> MapScanner::read_row(std::string_view letters) {
  const auto width = static_cast<std::size_t>(*width_);
  if (letters.size() > width) return line_too_long();
  if (letters.size() < width) {
    return error(ErrorCode::kBadFormat, "row has " + std::to_string(letters.size()) + " letters, the header promised " +
                                            std::to_string(width));
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(letters.data());
  unsigned seen = 0;  // the indices of all letters
  std::size_t i = 0;
  for (; i + 4 <= width; i += 4) {
    ++counts_[0][bytes[i]];
    ++counts_[1][bytes[i + 1]];
    ++counts_[2][bytes[i + 2]];
    ++counts_[3][bytes[i + 3]];
    seen |= static_cast<unsigned>(kLetterIndex[bytes[i]] | kLetterIndex[bytes[i + 1]] | kLetterIndex[bytes[i + 2]] |
                                  kLetterIndex[bytes[i + 3]]);
  }
  for (; i < width; ++i) {
    ++counts_[0][bytes[i]];
    seen |= kLetterIndex[bytes[i]];
  }
  if (seen >= 128) return odd_letter(letters);
  if (sink_began_) sink_.row(rows_, letters);
  if (++rows_ == *height_) part_ = Part::kTrailer;
  return Done{};
}

Error MapScanner::odd_letter(std::string_view letters) const {
  const std::size_t column = letters.find_first_not_of(kTerrainLetters);
  return error(ErrorCode::kBadFormat, "column " + std::to_string(column + 1) + ": " + show_byte(letters[column]) +
                                          " is not a letter of a map; those are . G S @ O T W");
}

}  // namespace waymark
