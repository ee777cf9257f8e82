// The processes of one build, on one machine or many: rank 0 keeps the journal and writes the file, the others send it
// what they made. MPI is started only under mpirun; otherwise, or in a program built without MPI, there is one rank.
//
// All calls come from the thread that made the object; there is one object at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "waymark/base/result.hpp"

namespace waymark {

class Ranks {
 public:
  // Fails if mpirun started this program but it was built without MPI: each process would build alone.
  static Result<Ranks> start();
  Ranks(Ranks&& other) noexcept;
  Ranks& operator=(Ranks&& other) = delete;
  // Waits for the other ranks, if they did not abort.
  ~Ranks();

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  // From rank 0 to all; what the others pass is ignored. Waits without taking the processor from the threads that work.
  std::string broadcast(std::string bytes);
  // To rank 0. Comes back before it has arrived, unless too much is on the way; goes on with each further call, so that
  // who has nothing to send calls keep_sending now and then, and finish_sending at the end.
  void send_to_first(std::string&& bytes);
  void keep_sending();
  void finish_sending();
  // At rank 0: what arrived, if anything did. Does not wait for what is still on the way.
  std::optional<std::string> receive();

  // Ends all ranks at once with this exit code.
  [[noreturn]] void abort(int exit_code);

 private:
  struct OnTheWay;

  Ranks();
  int rank_ = 0;
  int size_ = 1;
  bool started_ = false;  // MPI, by this object
  std::unique_ptr<OnTheWay> on_the_way_;
};

}  // namespace waymark
