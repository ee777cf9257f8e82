// What the readers of text files share: numbers without locale or exceptions, and foreign bytes made fit for a message.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace waymark::io_text {

// The whole of `text` as a decimal integer; nothing if it is anything else or does not fit.
inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// One byte, readable: 'x', or "byte 0x00" where it cannot be shown.
inline std::string show_byte(char byte) {
  if (byte > ' ' && byte < 0x7f) return {'\'', byte, '\''};
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return std::string("byte 0x") + kDigits[value >> 4u] + kDigits[value & 15u];
}

// Text from a file, quoted for a one-line message: at most 40 bytes, what cannot be shown as '?'.
inline std::string quote(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string quoted = "'";
  for (const char byte : text.substr(0, kShown)) quoted += byte >= ' ' && byte < 0x7f ? byte : '?';
  return quoted + (text.size() > kShown ? "...'" : "'");
}

// A line without the carriage return that Windows leaves at its end.
inline std::string_view without_carriage_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

inline bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

inline constexpr std::string_view kBlanks = " \t";

inline std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// The words of a line, with any blanks between them. Returns how many there are; only as many as have room are kept.
inline std::size_t split_words(std::string_view line, std::span<std::string_view> words) {
  std::size_t count = 0;
  for (std::string_view rest = trim(line); !rest.empty(); rest = trim(rest)) {
    const std::size_t length = std::min(rest.find_first_of(kBlanks), rest.size());
    if (count < words.size()) words[count] = rest.substr(0, length);
    ++count;
    rest.remove_prefix(length);
  }
  return count;
}

// The lines of a text, numbered from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next() {
    if (rest_.empty()) return false;
    const std::size_t newline = rest_.find('\n');
    line = without_carriage_return(rest_.substr(0, newline));
    rest_.remove_prefix(newline == std::string_view::npos ? rest_.size() : newline + 1);
    ++number;
    return true;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

  std::string_view line;
  std::int64_t number = 0;

 private:
  std::string_view rest_;
};

inline bool only_blank_lines(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace waymark::io_text
