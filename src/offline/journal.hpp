// What a build has done so far, on disk: items appended as they are finished, so that a build that was killed goes on
// where it was. Damage at the end, as a kill in the middle of a write leaves it, costs the damaged items and no more.
//
// Layout, little-endian: "WAYMARKJ", u64 hash of the build's identity, u64 items of the build, u64 checksum of these;
// then per item u64 number, u64 bytes, u64 checksum of both and the content, and the content.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "waymark/base/result.hpp"

namespace waymark {

class Journal {
 public:
  // Opens or creates the file, and tells `visit` of every whole item in it. No second process may open it meanwhile.
  // Fails if the file is no journal or that of another build: nothing that took hours is thrown away unasked.
  static Result<Journal> open(const std::string& path, std::string_view identity, std::uint64_t items,
                              const std::function<void(std::uint64_t item, std::string&& bytes)>& visit);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) = delete;
  ~Journal();

  // Kept for half a second at most before it is written, if flush is called as often.
  Result<Done> append(std::uint64_t item, std::string_view bytes);
  // Deletes the file.
  void remove();
  // Writes what is due; everything, down to the disk, if `all`.
  Result<Done> flush(bool all);

 private:
  using Clock = std::chrono::steady_clock;
  Journal(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  [[nodiscard]] Error system_error(std::string_view what) const;
  Result<Done> read_items(std::uint64_t size, std::uint64_t items,
                          const std::function<void(std::uint64_t item, std::string&& bytes)>& visit);
  Result<Done> write(std::string_view bytes);

  std::string path_;
  int descriptor_;  // -1 = moved from
  std::string pending_;
  Clock::time_point written_ = Clock::now();
  Clock::time_point synced_ = Clock::now();
};

}  // namespace waymark
