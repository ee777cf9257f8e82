#include "offline/parallel_items.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WAYMARK_THREAD_SANITIZER
#endif
#endif

#ifdef WAYMARK_THREAD_SANITIZER
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace waymark {

#ifdef WAYMARK_THREAD_SANITIZER

// The sanitizer does not see how oneTBB, which is not built with it, hands work from thread to thread, and would report
// that. With plain threads it sees what the workers share.
void for_each_on_threads(std::size_t count, int threads,
                         const std::function<std::function<void(std::size_t)>()>& make_worker) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      const auto worker = make_worker();
      for (std::size_t i = next++; i < count; i = next++) worker(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> all;
  for (int i = 0; i < (threads > 0 ? threads : tbb::info::default_concurrency()); ++i) all.emplace_back(work);
  for (std::thread& thread : all) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

#else

void for_each_on_threads(std::size_t count, int threads,
                         const std::function<std::function<void(std::size_t)>()>& make_worker) {
  const int wanted = threads > 0 ? threads : tbb::info::default_concurrency();
  // More threads than cores are for those who ask; oneTBB alone would grant as many as there are cores.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(wanted));
  tbb::task_arena arena(wanted);
  tbb::enumerable_thread_specific<std::function<void(std::size_t)> > workers;
  arena.execute([&] {
    tbb::parallel_for(
        std::size_t{0}, count,
        [&](std::size_t i) {
          auto& worker = workers.local();
          if (!worker) worker = make_worker();
          worker(i);
        },
        tbb::simple_partitioner());
  });
}

#endif

}  // namespace waymark
