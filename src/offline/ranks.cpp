#include "waymark/offline/ranks.hpp"

#include <cstdlib>
#include <utility>

#ifdef WAYMARK_HAS_MPI
#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <thread>
#endif

namespace waymark {
namespace {

// How many processes the starters of the known MPI implementations say there are.
int promised_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"}) {
    if (const char* text = std::getenv(name)) return std::atoi(text);
  }
  return std::getenv("PMIX_RANK") != nullptr ? 2 : 1;  // how many, MPI tells
}

}  // namespace

Ranks::Ranks(Ranks&& other) noexcept
    : rank_(other.rank_),
      size_(other.size_),
      started_(std::exchange(other.started_, false)),
      on_the_way_(std::move(other.on_the_way_)) {}

#ifdef WAYMARK_HAS_MPI

// Messages that are not done: MPI has their bytes.
struct Ranks::OnTheWay {
  struct Message {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;

    [[nodiscard]] bool is_done() {
      int done = 0;
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    }
  };
  std::deque<Message> sent;  // a message stays where it is while others come and go at the ends
  std::size_t sent_bytes = 0;
  std::deque<Message> received;

  // In their order: a short one behind a long one waits for it.
  void drop_what_arrived() {
    while (!sent.empty() && sent.front().is_done()) {
      sent_bytes -= sent.front().bytes.size();
      sent.pop_front();
    }
  }
};

Ranks::Ranks() : on_the_way_(std::make_unique<OnTheWay>()) {}

namespace {

constexpr std::chrono::milliseconds kPoll{2};

// MPI_Wait would spin on the processor that the threads need.
void sleep_until_done(MPI_Request request) {
  for (;;) {
    int done = 0;
    MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return;
    std::this_thread::sleep_for(kPoll);
  }
}

}  // namespace

Result<Ranks> Ranks::start() {
  Ranks ranks;
  if (promised_ranks() <= 1) return ranks;
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  ranks.started_ = true;
  if (provided < MPI_THREAD_FUNNELED) return Error{ErrorCode::kUnsupported, "this MPI does not go with threads"};
  MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks.size_);
  return ranks;
}

Ranks::~Ranks() {
  if (started_) MPI_Finalize();
}

std::string Ranks::broadcast(std::string bytes) {
  if (size_ == 1) return bytes;
  std::uint64_t length = bytes.size();
  MPI_Request request;
  MPI_Ibcast(&length, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD, &request);
  sleep_until_done(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  bytes.resize(length);
  MPI_Ibcast(bytes.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD, &request);
  sleep_until_done(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return bytes;
}

void Ranks::send_to_first(std::string&& bytes) {
  constexpr std::size_t kMostBytes = std::size_t{32} << 20u;  // that rank 0 has not taken yet
  OnTheWay& all = *on_the_way_;
  OnTheWay::Message& message = all.sent.emplace_back();
  message.bytes = std::move(bytes);
  all.sent_bytes += message.bytes.size();
  MPI_Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_CHAR, 0, 0, MPI_COMM_WORLD,
            &message.request);
  // drop_what_arrived waits for it. NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker)
  for (keep_sending(); all.sent_bytes > kMostBytes; keep_sending()) std::this_thread::sleep_for(kPoll);
}

void Ranks::keep_sending() { on_the_way_->drop_what_arrived(); }

void Ranks::finish_sending() {
  for (keep_sending(); !on_the_way_->sent.empty(); keep_sending()) std::this_thread::sleep_for(kPoll);
}

std::optional<std::string> Ranks::receive() {
  if (size_ == 1) return std::nullopt;
  std::deque<OnTheWay::Message>& received = on_the_way_->received;
  for (;;) {  // all that is announced begins to come
    int arrived = 0;
    MPI_Message announced;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &announced, &status);
    if (arrived == 0) break;
    int length = 0;
    MPI_Get_count(&status, MPI_CHAR, &length);
    OnTheWay::Message& message = received.emplace_back();
    message.bytes.resize(static_cast<std::size_t>(length));
    MPI_Imrecv(message.bytes.data(), length, MPI_CHAR, &announced, &message.request);
  }
  if (received.empty() || !received.front().is_done()) return std::nullopt;
  std::string bytes = std::move(received.front().bytes);
  received.pop_front();
  return bytes;
}

void Ranks::abort(int exit_code) {
  if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::exit(exit_code);
}

#else

struct Ranks::OnTheWay {};

Ranks::Ranks() = default;

Result<Ranks> Ranks::start() {
  if (promised_ranks() > 1) {
    return Error{ErrorCode::kUnsupported,
                 "started by mpirun, but built without MPI (install libopenmpi-dev and "
                 "build again)"};
  }
  return Ranks();
}

Ranks::~Ranks() = default;

std::string Ranks::broadcast(std::string bytes) { return bytes; }
void Ranks::send_to_first(std::string&&) {}
void Ranks::keep_sending() {}
void Ranks::finish_sending() {}
std::optional<std::string> Ranks::receive() { return std::nullopt; }
void Ranks::abort(int exit_code) { std::exit(exit_code); }

#endif

}  // namespace waymark
