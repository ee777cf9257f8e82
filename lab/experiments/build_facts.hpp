// How and from what this was built. A file of its own, because every commit compiles it again.
#pragma once

#include <string_view>

namespace waymark {

std::string_view build_flags();   // of the compiler
std::string_view build_commit();  // "unknown" outside a repository

}  // namespace waymark
