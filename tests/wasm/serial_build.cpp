// run_build without threads, ranks and journal, for scripts/check-wasm: WebAssembly has none of them. The bytes are the
// same, for an item depends on its number alone.
#include <string>
#include <vector>

#include "waymark/offline/build.hpp"

namespace waymark {

Result<std::string> run_build(const ItemBuild& build, const RunBuildOptions& options) {
  std::vector<std::string> items;
  const std::unique_ptr<ItemMaker> maker = build.maker();
  for (std::uint64_t item = 0; item < build.items(); ++item) {
    items.push_back(maker->make(item));
    if (options.progress) options.progress(item + 1, build.items());
  }
  return build.assemble(items);
}

}  // namespace waymark
