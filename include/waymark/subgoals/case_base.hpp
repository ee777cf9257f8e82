// Cases solved before: each record is a sequence of states, the first and the last of a path that was found off-line
// and some between. For kNN LRTA* (kind kCases) the states of a compressed path, each hill-climbing reachable from the
// one before; for kNN LRTA* of 2009 (kind kCases2009) three: start, subgoal, goal.
//
// Bulitko, Bjornsson & Lawrence 2010 (JAIR 39), Figure 5; Bulitko & Bjornsson 2009 (AIIDE), Figure 4.
//
// A file may say (parameter "fragments") that each record stands for all its fragments too: s_i to s_j for any i < j of
// its states (section 6.2 of 2010). They share the states of their record, and are in the tree beside it.
//
// The file holds nothing that can be derived: the states, packed (packed_states.hpp; section "paths"), and, but for
// kCases2009, the number of states of each record in 16 bits ("lengths"), with the records in the order of the trip
// tree over their first and last states. Opening unpacks the states, 4 bytes each, and adds 12 bytes a record in
// memory; with fragments 4 a record and 16 a fragment.
//
// The file is untrusted: open() checks every state and the order of the tree, so that a look-up finds what a linear
// scan would find. What it cannot check in time for each byte, whether a record tells the truth about its map, agents
// must bear and verify_cases checks.
//
// Threads: a case base never changes once opened, so any number may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "waymark/base/result.hpp"
#include "waymark/base/types.hpp"
#include "waymark/space/map.hpp"
#include "waymark/subgoals/container.hpp"
#include "waymark/subgoals/trip_index.hpp"

namespace waymark {

class CaseBase {
 public:
  static constexpr std::uint64_t kMaxRecords = 10'000'000;
  static constexpr std::uint32_t kMaxStates = 65'535;  // of a record
  static constexpr std::uint64_t kMaxFragments = 5'000'000;

  static Result<CaseBase> open(Container container, const Map& map);

  // The states of a record: at least two. Every one is a passable cell of the map that the database was opened for, as
  // it was then; in kCases no two in a row are the same.
  class Record {
   public:
    [[nodiscard]] std::uint32_t size() const { return size_; }
    [[nodiscard]] NodeId operator[](std::uint32_t i) const { return states_[i]; }
    [[nodiscard]] NodeId front() const { return (*this)[0]; }
    [[nodiscard]] NodeId back() const { return (*this)[size_ - 1]; }

   private:
    friend class CaseBase;
    Record(const NodeId* states, std::uint32_t size) : states_(states), size_(size) {}
    const NodeId* states_;
    std::uint32_t size_;
  };

  [[nodiscard]] DatabaseKind kind() const { return container_.kind(); }
  // What can be found: the records of the file, or all their fragments.
  [[nodiscard]] std::uint32_t records() const { return static_cast<std::uint32_t>(trips_.size()); }
  [[nodiscard]] Record record(std::uint32_t i) const {
    return fragments_.empty() ? whole(i) : Record{states_.data() + fragments_[i].first, fragments_[i].size};
  }
  // The records of the file.
  [[nodiscard]] std::uint32_t wholes() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  [[nodiscard]] Record whole(std::uint32_t i) const { return {states_.data() + first_[i], first_[i + 1] - first_[i]}; }
  // From the first to the last state of each of records(), in the order of the tree.
  [[nodiscard]] std::span<const Trip> trips() const { return trips_; }
  [[nodiscard]] std::uint64_t states_stored() const { return states_.size(); }
  // Of the file.
  [[nodiscard]] std::uint64_t bytes() const { return container_.size(); }
  // Of drawn trips; of given ones a hash of them.
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  // Whether the trips were drawn with the seed; else they were given.
  [[nodiscard]] bool drawn() const { return drawn_; }
  [[nodiscard]] bool has_fragments() const { return has_fragments_; }
  [[nodiscard]] const Container& container() const { return container_; }
  // Whether its states are cells of `map`: of one as large as that it was opened for. Which cells are passable may have
  // changed since.
  [[nodiscard]] bool fits(const Map& map) const {
    return map.grid().width() == width_ && map.grid().height() == height_;
  }

 private:
  struct Fragment {
    std::uint32_t first;  // in states_
    std::uint32_t size;
  };

  explicit CaseBase(Container container) : container_(std::move(container)) {}
  // Of all fragments, instead of the whole records.
  Result<Done> add_fragments(const Grid& grid);

  Container container_;
  int width_ = 0;  // of the map
  int height_ = 0;
  std::uint64_t seed_ = 0;
  bool drawn_ = true;
  bool has_fragments_ = false;
  std::vector<NodeId> states_;
  std::vector<std::uint32_t> first_;  // of each whole record in states_, and their end
  std::vector<Fragment> fragments_;   // in the order of the tree; empty if there are none
  std::vector<Trip> trips_;
};

}  // namespace waymark
