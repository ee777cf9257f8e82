// Whether a sanitizer runs along, which makes everything several times slower and memory larger.
#pragma once

namespace waymark::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

// How many of `all` random cases to try. Wrong answers are looked for without sanitizers, in all of them; under a
// sanitizer, which looks for wrong memory on the same lines of code, a tenth of them passes every line many times.
constexpr int rounds(int all) { return kSanitized ? (all + 9) / 10 : all; }

// What must at least have happened in so many rounds, with room to spare.
template <class Number>
constexpr Number enough(Number all) {
  return kSanitized ? all / 25 : all;
}

}  // namespace waymark::test
