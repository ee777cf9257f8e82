// A 64-bit hash of a sequence of words: fingerprints and signatures. The same on every platform; not cryptographic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace waymark {

class Hash64 {
 public:
  explicit constexpr Hash64(std::uint64_t seed = 0) : state_(mix(seed ^ 0x9e3779b97f4a7c15ull)) {}

  constexpr Hash64& add(std::uint64_t word) {
    state_ = mix(state_ ^ mix(word + 0x9e3779b97f4a7c15ull * ++count_));
    return *this;
  }
  constexpr Hash64& add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) add(word_at(text.data() + i, 8));
    if (i < text.size()) add(word_at(text.data() + i, text.size() - i));
    return *this;
  }
  [[nodiscard]] constexpr std::uint64_t value() const { return mix(state_ ^ count_); }

 private:
  // Little-endian. (Of eight bytes a compiler makes one load.)
  static constexpr std::uint64_t word_at(const char* bytes, std::size_t count) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i) {
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return word;
  }
  // The finaliser of SplitMix64 (Steele, Lea & Flood 2014).
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31u);
  }

  std::uint64_t state_;
  std::uint64_t count_ = 0;
};

}  // namespace waymark
