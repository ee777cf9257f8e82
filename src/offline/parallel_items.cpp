#include "offline/parallel_items.hpp"

// WebAssembly without threads gets the same results from the caller's own.
#if !defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__)
#define WAYMARK_HAS_THREADS
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace waymark {
namespace {

bool run_items_here(std::size_t count, const ItemThreads& how, const std::function<ItemWork()>& make_work,
                    const std::function<bool(std::size_t)>& deliver) {
  if (count == 0) return true;
  const ItemWork work = make_work();
  for (std::size_t item = 0; item < count; ++item) {
    work(item);
    if (!deliver(item)) return false;
    if (how.meanwhile && !how.meanwhile()) return false;
  }
  return true;
}

#ifdef WAYMARK_HAS_THREADS

// The threads at work, and what they have finished. Ends them when it is left, whatever the reason.
class ItemCrew {
 public:
  // As many threads as asked for, or as the system gives.
  ItemCrew(std::size_t count, std::size_t threads, const std::function<ItemWork()>& make_work)
      : count_(count), make_work_(&make_work) {
    threads_.reserve(threads);
    try {
      while (threads_.size() < threads) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      // Those there are do all the work.
    }
  }
  ~ItemCrew() {
    next_ = count_;
    for (std::thread& thread : threads_) thread.join();
  }
  ItemCrew(const ItemCrew&) = delete;
  ItemCrew& operator=(const ItemCrew&) = delete;

  [[nodiscard]] bool empty() const { return threads_.empty(); }

  // What was finished since the last call; waits for something, but not for long. Rethrows what a worker threw.
  std::vector<std::size_t> take(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [this] { return !finished_.empty() || failure_ != nullptr; });
    if (failure_ != nullptr) std::rethrow_exception(failure_);
    return std::exchange(finished_, {});
  }

 private:
  void work() {
    try {
      std::size_t item = next_++;
      if (item >= count_) return;
      const ItemWork work = (*make_work_)();
      for (; item < count_; item = next_++) {
        work(item);
        const std::lock_guard lock(mutex_);
        finished_.push_back(item);
        changed_.notify_one();
      }
    } catch (...) {
      next_ = count_;
      const std::lock_guard lock(mutex_);
      if (failure_ == nullptr) failure_ = std::current_exception();
      changed_.notify_one();
    }
  }

  std::size_t count_;
  const std::function<ItemWork()>* make_work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // of the next three
  std::condition_variable changed_;
  std::vector<std::size_t> finished_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;  // last: they use all the others
};

#endif

}  // namespace

#ifndef WAYMARK_HAS_THREADS

bool run_items(std::size_t count, const ItemThreads& how, const std::function<ItemWork()>& make_work,
               const std::function<bool(std::size_t)>& deliver) {
  return run_items_here(count, how, make_work, deliver);
}

#else

bool run_items(std::size_t count, const ItemThreads& how, const std::function<ItemWork()>& make_work,
               const std::function<bool(std::size_t)>& deliver) {
  const std::size_t wanted = how.threads > 0 ? static_cast<std::size_t>(how.threads)
                                             : std::max<std::size_t>(1, std::thread::hardware_concurrency());
  const std::size_t threads = std::min(wanted, count);
  if (threads == 0 || (threads == 1 && !how.meanwhile)) return run_items_here(count, how, make_work, deliver);
  ItemCrew crew(count, threads, make_work);
  if (crew.empty()) return run_items_here(count, how, make_work, deliver);
  std::vector<bool> waiting(how.delivery == Delivery::kInOrder ? count : 0);
  for (std::size_t delivered = 0; delivered < count;) {
    for (const std::size_t item : crew.take(how.longest_wait)) {
      if (how.delivery == Delivery::kAsMade) {
        ++delivered;
        if (!deliver(item)) return false;
        continue;
      }
      for (waiting[item] = true; delivered < count && waiting[delivered];) {
        if (!deliver(delivered++)) return false;
      }
    }
    if (how.meanwhile && !how.meanwhile()) return false;
  }
  return true;
}

#endif

}  // namespace waymark
