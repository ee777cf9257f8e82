#include <utility>
#include <vector>

#include "waymark/offline/build.hpp"

namespace waymark {
namespace {

class AllItems final : public ItemCollector {
 public:
  explicit AllItems(const ItemBuild& build) : build_(&build), items_(build.items()) {}
  void add(std::uint64_t item, std::string&& bytes) override { items_[item] = std::move(bytes); }
  Result<std::string> finish() override { return build_->assemble(items_); }

 private:
  const ItemBuild* build_;
  std::vector<std::string> items_;
};

}  // namespace

std::unique_ptr<ItemCollector> ItemBuild::collector() const { return std::make_unique<AllItems>(*this); }

}  // namespace waymark
