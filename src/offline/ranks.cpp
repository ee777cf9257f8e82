#include "waymark/offline/ranks.hpp"

#include <cstdlib>
#include <utility>

#ifdef WAYMARK_HAS_MPI
#include <mpi.h>

#include <chrono>
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
    : rank_(other.rank_), size_(other.size_), started_(std::exchange(other.started_, false)) {}

#ifdef WAYMARK_HAS_MPI

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

void Ranks::send_to_first(std::string_view bytes) {
  MPI_Request request;
  MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
  sleep_until_done(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

std::optional<std::string> Ranks::receive() {
  if (size_ == 1) return std::nullopt;
  int arrived = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
  if (arrived == 0) return std::nullopt;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::string bytes(static_cast<std::size_t>(length), '\0');
  MPI_Recv(bytes.data(), length, MPI_CHAR, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return bytes;
}

void Ranks::abort(int exit_code) {
  if (size_ > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::exit(exit_code);
}

#else

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
void Ranks::send_to_first(std::string_view) {}
std::optional<std::string> Ranks::receive() { return std::nullopt; }
void Ranks::abort(int exit_code) { std::exit(exit_code); }

#endif

}  // namespace waymark
