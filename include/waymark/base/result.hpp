// Bad data as a value: either a T, or an Error that names the file and the place in it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "waymark/base/assert.hpp"

namespace waymark {

enum class ErrorCode : std::uint8_t {
  kNotFound,     // no such file
  kIo,           // reading or writing failed (permissions, disk full)
  kBadFormat,    // the bytes are not what the format says
  kTooLarge,     // a size beyond what is supported
  kOutOfRange,   // a value outside its documented range
  kUnknownName,  // no such algorithm, parameter, kind
  kUnsupported,  // a combination that has no meaning here
};

struct Error {
  ErrorCode code;
  std::string message;
  std::string file = {};   // empty if the error is not about a file
  std::int64_t line = 0;   // 1-based; 0 = not about a line
  std::int64_t byte = -1;  // 0-based offset in the file; -1 = not about a byte

  // One line: "FILE:LINE: MESSAGE", "FILE: byte N: MESSAGE", "FILE: MESSAGE" or "MESSAGE".
  [[nodiscard]] std::string to_string() const;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & {
    WAYMARK_ASSERT(ok());
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    WAYMARK_ASSERT(ok());
    return *std::get_if<0>(&state_);
  }
  // By value: what is taken from a temporary outlives it, also in `for (x : f().value())`.
  [[nodiscard]] T value() && {
    WAYMARK_ASSERT(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  [[nodiscard]] const Error& error() const {
    WAYMARK_ASSERT(!ok());
    return *std::get_if<1>(&state_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> state_;
};

// For functions that return nothing but may fail.
struct Done {};

}  // namespace waymark
