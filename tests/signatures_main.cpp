// Prints the rows of tests/lab/signatures.txt as this build finds them: of all scenes, or of those named as arguments.
// Compiles with the library, the builders and two files of the lab alone (no test library, no fmt, no JSON), so that a
// further compiler costs little: see the steps golden and wasm of ./check.
#include <cstdio>
#include <string>
#include <string_view>

#include "lab/signature_table.hpp"

namespace {

bool wanted(std::string_view scene, int count, char** names) {
  for (int i = 1; i < count; ++i) {
    if (scene == names[i]) return true;
  }
  return count == 1;
}

bool print_rows(const waymark::SignatureScene& scene) {
  const auto rows = waymark::signature_table::rows_of(scene);
  const auto shows = waymark::signature_table::text_that_shows(scene);
  for (const auto* result : {&rows, &shows}) {
    if (*result) continue;
    std::fprintf(stderr, "signatures: %s: %s\n", std::string(scene.name).c_str(), result->error().to_string().c_str());
    return false;
  }
  std::fputs(rows->c_str(), stdout);
  if (!shows->empty()) std::fprintf(stderr, "signatures: %s differs from a-star\n", shows->c_str());
  return shows->empty();
}

}  // namespace

int main(int count, char** names) {
  int printed = 0;
  for (const waymark::SignatureScene& scene : waymark::signature_scenes()) {
    if (!wanted(scene.name, count, names)) continue;
    if (!print_rows(scene)) return 1;
    ++printed;
  }
  if (count > 1 && printed != count - 1) {
    std::fprintf(stderr, "signatures: one of the scenes named does not exist\n");
    return 2;
  }
  return 0;
}
