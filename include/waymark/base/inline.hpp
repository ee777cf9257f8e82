// For the few functions of an inner loop that the optimiser must neither call (their caller is the loop) nor inline
// (they are the rare branch of one). Each use was measured.
#pragma once

#define WAYMARK_ALWAYS_INLINE [[gnu::always_inline]] inline
#define WAYMARK_NEVER_INLINE [[gnu::noinline]]
// Behind the parameters of a lambda.
#define WAYMARK_INLINE_LAMBDA __attribute__((always_inline))
