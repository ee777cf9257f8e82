// The same work for many numbers, on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace waymark {

// Calls a worker with each number below `count` once. Each thread makes a worker of its own, on first use. threads = 0:
// as many as the machine has. What a worker throws is thrown here, and the numbers not yet begun are left out.
void for_each_on_threads(std::size_t count, int threads,
                         const std::function<std::function<void(std::size_t)>()>& make_worker);

}  // namespace waymark
