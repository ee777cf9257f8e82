#include "lab/view/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace waymark {
namespace {

bool is_silenced = false;

int terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(std::min(seconds, 359999.0)));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

ProgressBar::ProgressBar(std::string label, std::uint64_t total, bool wanted)
    : label_(std::move(label)),
      total_(total),
      shown_(wanted && !is_silenced && total > 0 && ::isatty(STDERR_FILENO) == 1),
      began_(Clock::now()),
      next_(began_ + std::chrono::milliseconds(500)) {}

ProgressBar::~ProgressBar() {
  if (dirty_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::silence() { is_silenced = true; }

void ProgressBar::update(std::uint64_t done) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const double elapsed = std::chrono::duration<double>(now - began_).count();
  const std::string text = line(label_, std::min(done, total_), total_, elapsed, terminal_columns() - 1);
  std::fputs(("\r" + text + "\033[K").c_str(), stderr);
  std::fflush(stderr);
  dirty_ = true;
}

std::string ProgressBar::line(const std::string& label, std::uint64_t done, std::uint64_t total, double elapsed_seconds,
                              int columns) {
  constexpr int kBarWidth = 24;
  const double share = total == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total);
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  std::string left = "?";
  if (done > 0) left = clock_text(elapsed_seconds / static_cast<double>(done) * static_cast<double>(total - done));
  std::string text = fmt::format("{} [{}{}] {:3.0f} %  {}/{}  {} left", label, std::string(filled, '#'),
                                 std::string(kBarWidth - filled, '-'), std::floor(share * 100), done, total, left);
  if (static_cast<int>(text.size()) > columns) text.resize(static_cast<std::size_t>(std::max(columns, 0)));
  return text;
}

}  // namespace waymark
