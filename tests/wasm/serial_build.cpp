// run_build without threads, ranks and journal, for scripts/check-wasm: WebAssembly has none of them. The bytes are the
// same, for an item depends on its number alone.
#include <string>

#include "waymark/offline/build.hpp"

namespace waymark {

Result<std::string> run_build(const ItemBuild& build, const RunBuildOptions& options) {
  const std::unique_ptr<ItemCollector> collector = build.collector();
  const std::unique_ptr<ItemMaker> maker = build.maker();
  for (std::uint64_t item = 0; item < build.items(); ++item) {
    collector->add(item, maker->make(item));
    if (options.progress) options.progress(item + 1, build.items());
  }
  return collector->finish();
}

}  // namespace waymark
