#include "waymark/base/assert.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace waymark {
namespace {

void print_to_stderr(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: waymark: assertion failed: %s\n", file, line, condition);
}

std::atomic<AssertHook> g_hook{&print_to_stderr};

}  // namespace

AssertHook set_assert_hook(AssertHook hook) { return g_hook.exchange(hook != nullptr ? hook : &print_to_stderr); }

void assert_failed(const char* condition, const char* file, int line) {
  g_hook.load()(condition, file, line);
  std::abort();
}

}  // namespace waymark
