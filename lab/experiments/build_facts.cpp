#include "lab/experiments/build_facts.hpp"

namespace waymark {

// Defined by cmake/build_facts.cmake.
std::string_view build_flags() { return WAYMARK_FLAGS; }
std::string_view build_commit() { return WAYMARK_COMMIT; }

}  // namespace waymark
