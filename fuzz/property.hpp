// What a fuzz target claims: a claim that does not hold ends the process, with or without NDEBUG.
#pragma once

#include <cstdio>
#include <cstdlib>

#define HOLDS(claim)                                                                  \
  do {                                                                                \
    if (!(claim)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #claim); \
      std::abort();                                                                   \
    }                                                                                 \
  } while (false)
