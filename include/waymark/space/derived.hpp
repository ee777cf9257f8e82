// What is computed from a map: jump lines, abstractions. It belongs to the map, exists once, and is shared read-only by
// all searches, agents and threads on it.
//
// A kind is one class that derives from Derived and has
//   struct Options              compares with ==; items with different options are different items
//   T(const Map&, const Options&)
//   const Options& options() const
// Map::derived<T>(options) makes it where there is none yet. An edit of the map changes nothing in it: it is then
// stale, which its epoch tells, until Map::maintain has repaired it.
//
// Threads: any number may read, and ask for what is not there yet; maintain is an edit and needs the map alone.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "waymark/base/budget.hpp"

namespace waymark {

class Map;

class Derived {
 public:
  virtual ~Derived() = default;
  Derived(const Derived&) = delete;
  Derived& operator=(const Derived&) = delete;

  // Of the map's grid that it is right for; current while that is the grid's.
  [[nodiscard]] std::uint64_t epoch() const { return epoch_; }
  // All that it holds in memory.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;

 protected:
  explicit Derived(std::uint64_t epoch) : epoch_(epoch) {}
  void set_epoch(std::uint64_t epoch) { epoch_ = epoch; }

 private:
  friend class DerivedItems;

  // Goes on making itself right for the map as it is now, for at most `units`; says how many it spent. Spends less only
  // once it is current. The map may have been edited since the last call, which then did not finish.
  virtual std::uint64_t repair(const Map& map, std::uint64_t units) = 0;
  // Whether what it says while it is stale may still be followed, by those who check every move against the grid. What
  // must not be is repaired first.
  [[nodiscard]] virtual bool is_hint() const = 0;

  std::uint64_t epoch_;
};

// What maintain did, and what is left.
struct Maintenance {
  std::uint64_t work;   // units spent
  bool current;         // nothing is left
  std::uint64_t stale;  // items that are not current
};

// The items of one map.
class DerivedItems {
 public:
  // The address stays for the map's life.
  template <class T>
  const T& get(const Map& map, const typename T::Options& options) {
    const std::lock_guard lock(mutex_);
    for (const Item& item : items_) {
      if (item.kind != kind_of<T>()) continue;
      const auto& made = static_cast<const T&>(*item.data);
      if (made.options() == options) return made;
    }
    auto made = std::make_unique<T>(map, options);  // may ask the map for what it is itself made from
    const T& result = *made;
    items_.push_back({kind_of<T>(), std::move(made)});
    return result;
  }

  Maintenance maintain(const Map& map, const Budget& budget);
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct Item {
    const void* kind;
    std::unique_ptr<Derived> data;
  };
  template <class T>
  static const void* kind_of() {
    static const char kKind = 0;
    return &kKind;
  }
  // The stale one that is needed most: nullptr if there is none.
  [[nodiscard]] Derived* neediest(std::uint64_t epoch) const;

  mutable std::recursive_mutex mutex_;
  std::vector<Item> items_;
};

}  // namespace waymark
