#include "waymark/lab/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "waymark/lab/optimal_length.hpp"

namespace waymark {
namespace {

// Published lengths are rounded, in old files to six digits.
constexpr double kLengthTolerance = 1e-5;

bool same_length(double a, double b) { return std::abs(a - b) <= kLengthTolerance * std::max(1.0, std::max(a, b)); }

// One thread's means of running problems.
class Runner {
 public:
  Runner(const Map& map, PathFinderPtr finder, const AlgorithmInfo& info, bool keep_paths)
      : map_(&map), finder_(std::move(finder)), info_(&info), keep_paths_(keep_paths) {}

  RunRow run(const Problem& problem) {
    const NodeId start = map_->grid().node(problem.start);
    const NodeId goal = map_->grid().node(problem.goal);
    RunRow row;
    row.problem = problem.index;
    row.start = problem.start;
    row.goal = problem.goal;

    using Clock = std::chrono::steady_clock;
    path_.clear();
    const Clock::time_point began = Clock::now();
    row.status = finder_->solve(start, goal);
    finder_->append_path(path_);
    const Clock::time_point ended = Clock::now();

    measure(row, static_cast<std::uint64_t>(std::chrono::nanoseconds(ended - began).count()));
    compare(row, problem, start, goal);
    return row;
  }

 private:
  void measure(RunRow& row, std::uint64_t query_ns) {
    row.work = finder_->work();
    row.moves = path_.empty() ? 0 : path_.size() - 1;
    row.max_expanded_per_move = row.work.expanded;
    row.max_work_per_move = row.work.expanded;
    row.first_move_ns = query_ns;
    row.max_move_ns = query_ns;
    row.mean_move_ns = static_cast<double>(query_ns) / static_cast<double>(std::max<std::uint64_t>(row.moves, 1));
    row.p99_move_ns = row.moves < 100 ? query_ns : 0;  // from 100 moves on, more than 99 % of them plan nothing
    if (row.status == Status::kSolved && keep_paths_) {
      row.path.reserve(path_.size());
      for (const NodeId node : path_) row.path.push_back(map_->grid().cell(node));
    }
  }

  void compare(RunRow& row, const Problem& problem, NodeId start, NodeId goal) {
    row.optimal = problem.optimal;
    if (row.status == Status::kSolved) {
      row.cost = path_length(*map_, path_);
      if (!row.cost || path_.front() != start || path_.back() != goal) {
        row.fault = "the path is not one of legal moves from start to goal";
      }
    }
    if (!row.optimal && map_->connected(start, goal)) {
      if (reference_ == nullptr) {
        const Reference by = info_->key == "jps" ? Reference::kAStar : Reference::kFastest;
        reference_ = std::make_unique<OptimalLengths>(*map_, by);
      }
      if (const auto shortest = reference_->find(start, goal)) {
        // Equal integers are equal lengths, however the doubles were rounded.
        row.optimal = row.cost && shortest->cost == finder_->cost() ? *row.cost : shortest->length;
      }
    }
    if (row.cost && row.optimal) {
      row.suboptimality = *row.optimal > 0 ? (*row.cost / *row.optimal - 1) * 100 : 0;
      const bool equal = same_length(*row.cost, *row.optimal);
      if (row.fault.empty() && !equal && (info_->optimal || *row.cost < *row.optimal)) {
        row.fault = fmt::format("the path costs {}, a shortest one {}", *row.cost, *row.optimal);
      }
    }
    if (row.status == Status::kCostOverflow) row.fault = "the path costs more than exact costs can hold";
    if (row.status == Status::kUnreachable && map_->connected(start, goal)) {
      row.fault = "the goal is reported unreachable, but there is a path";
    }
    std::sort(path_.begin(), path_.end());
    const auto distinct = std::unique(path_.begin(), path_.end()) - path_.begin();
    row.distinct_states = path_.empty() ? 1 : static_cast<std::uint64_t>(distinct);
  }

  const Map* map_;
  PathFinderPtr finder_;
  std::unique_ptr<OptimalLengths> reference_;
  const AlgorithmInfo* info_;
  bool keep_paths_;
  std::vector<NodeId> path_;
};

// What the threads share: the next problem to take, and the rows that wait for an earlier one.
class Desk {
 public:
  Desk(std::span<const Problem> problems, const RowSink& sink)
      : problems_(problems), sink_(&sink), waiting_(problems.size()) {}

  void work(Runner& runner) {
    try {
      while (const auto index = take()) put(*index, runner.run(problems_[*index]));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      stopped_ = true;
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::optional<std::size_t> take() {
    const std::lock_guard lock(mutex_);
    if (stopped_ || taken_ == problems_.size()) return std::nullopt;
    return taken_++;
  }
  void put(std::size_t index, RunRow&& row) {
    const std::lock_guard lock(mutex_);
    waiting_[index] = std::make_unique<RunRow>(std::move(row));
    for (; !stopped_ && sent_ < waiting_.size() && waiting_[sent_] != nullptr; ++sent_) {
      stopped_ = !(*sink_)(std::move(*waiting_[sent_]));
      waiting_[sent_].reset();
    }
  }

  std::span<const Problem> problems_;
  const RowSink* sink_;
  std::mutex mutex_;  // of all below
  std::vector<std::unique_ptr<RunRow>> waiting_;
  std::size_t taken_ = 0;
  std::size_t sent_ = 0;
  bool stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace

Result<Done> run_problems(const Map& map, const AlgorithmChoice& algorithm, std::span<const Problem> problems,
                          const RunOptions& options, const RowSink& sink) {
  const std::size_t jobs = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(options.jobs, 1)), 1,
                                                   std::max<std::size_t>(problems.size(), 1));
  std::vector<Runner> runners;
  for (std::size_t i = 0; i < jobs; ++i) {
    auto finder = algorithm.make(map);
    if (!finder) return finder.error();
    runners.emplace_back(map, *std::move(finder), *algorithm.info, options.paths);
  }
  Desk desk(problems, sink);
  std::vector<std::thread> threads;
  threads.reserve(jobs);
  try {
    for (std::size_t i = 1; i < jobs; ++i) threads.emplace_back([&desk, &runner = runners[i]] { desk.work(runner); });
  } catch (const std::system_error&) {
    // The system gives no more threads: those there are do all the work.
  }
  desk.work(runners.front());
  for (std::thread& thread : threads) thread.join();
  desk.rethrow();
  return Done{};
}

Result<std::vector<RunRow>> run_problems(const Map& map, const AlgorithmChoice& algorithm,
                                         std::span<const Problem> problems, const RunOptions& options) {
  std::vector<RunRow> rows;
  rows.reserve(problems.size());
  const auto done = run_problems(map, algorithm, problems, options, [&rows](RunRow&& row) {
    rows.push_back(std::move(row));
    return true;
  });
  if (!done) return done.error();
  return rows;
}

}  // namespace waymark
