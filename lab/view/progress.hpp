// A line on a terminal that tells how far a long run is and how long it still takes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace waymark {

class ProgressBar {
 public:
  // On stderr, if that is a terminal and `wanted`; otherwise nothing is ever shown. Runs shorter than half a second
  // show nothing either.
  ProgressBar(std::string label, std::uint64_t total, bool wanted = true);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar();

  // No bar made from now on is ever shown.
  static void silence();

  // Cheap to call often. Not from two threads at once.
  void update(std::uint64_t done);

  // "label [#####-----]  50 %  100/200  0:12 left", no wider than `columns`. done <= total.
  static std::string line(const std::string& label, std::uint64_t done, std::uint64_t total, double elapsed_seconds,
                          int columns);

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::uint64_t total_;
  bool shown_;
  bool dirty_ = false;  // there is something on the terminal to wipe
  Clock::time_point began_;
  Clock::time_point next_;
};

}  // namespace waymark
