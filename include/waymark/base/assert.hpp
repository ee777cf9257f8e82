// Programmer errors. A broken precondition calls the hook, then aborts; games replace the hook to log or to break into
// a debugger. Bad data from outside is never asserted on: it travels as Result (result.hpp).
#pragma once

namespace waymark {

using AssertHook = void (*)(const char* condition, const char* file, int line);

// Installs `hook` (nullptr restores the default, which prints one line to stderr) and returns the previous one.
AssertHook set_assert_hook(AssertHook hook);

[[noreturn]] void assert_failed(const char* condition, const char* file, int line);

}  // namespace waymark

// Checked in every build: the conditions guarded are never in an inner loop.
#define WAYMARK_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::waymark::assert_failed(#condition, __FILE__, __LINE__))

// For inner loops: compiled away unless NDEBUG is unset.
#ifdef NDEBUG
#define WAYMARK_DEBUG_ASSERT(condition) static_cast<void>(0)
#else
#define WAYMARK_DEBUG_ASSERT(condition) WAYMARK_ASSERT(condition)
#endif
