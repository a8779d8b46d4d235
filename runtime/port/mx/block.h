// One block of a kernel that may suspend: its threads are coroutines, resumed in ascending order.
//
// A thread runs until it waits: for the block (__syncthreads), for lanes of its warp (shuffles, votes), or for the grid. Warp by
// warp, a block is run until all its threads wait or have finished; then a barrier that every unfinished thread has reached is
// released. When nothing can be released, the program would hang on a GPU, and we say who waits where.
#pragma once
#include "failure.h"
#include "task.h"

namespace mx_runtime::port {

inline constexpr unsigned lanes_per_warp = 32;
inline constexpr unsigned most_threads_per_block = 1024;
inline constexpr unsigned named_barriers = 16;

/**
 * An exchange among lanes of a warp: the lanes of `mask` that have not finished, once each has reached the same call; or, where
 * mask is 0, the lanes that come together: those waiting at the same line when no lane of the warp can go on.
 */
struct warp_operation {
  unsigned mask;
  unsigned line;
  const char *name;
  /** Fills in the result of each participant. */
  void (*complete)(warp_operation *const *lanes, unsigned participants);

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame);
};

/** __syncthreads(): by far the most frequent wait, so it keeps nothing in the frame. */
struct block_barrier {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame) const noexcept;
  void await_resume() const noexcept {}
};

/** A barrier with a number, or one that computes something for all who have come. */
struct block_operation {
  unsigned barrier = 0;
  unsigned expected = 0;  // threads; 0: all that have not finished
  const char *name = "__barrier_sync";
  void (*complete)(block_operation *const *threads, unsigned count) = nullptr;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame);
  void await_resume() const noexcept {}
};

struct grid_operation {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> frame);
  void await_resume() const noexcept {}
};

class block {
 public:
  /** Runs `start` (which returns a task<void>) as every thread, until all have finished or wait for the grid. */
  template <class Start> void begin(uint3 index, void *shared, bool cooperative, const Start &start) {
    index_ = index;
    shared_ = shared;
    cooperative_ = cooperative;
    thread_count_ = blockDim.x * blockDim.y * blockDim.z;
    for (auto *handles : {&next_, &root_}) handles->resize(thread_count_);
    place_.resize(thread_count_);
    operation_.resize(thread_count_);
    warp_count_ = (thread_count_ + lanes_per_warp - 1) / lanes_per_warp;
    unfinished_ = thread_count_;
    at_grid_ = 0;
    for (barrier_state &barrier : barriers_) barrier = {};
    enter();
    uint3 at{0, 0, 0};
    unsigned number = 0;
    for (unsigned w = 0; w < warp_count_; w++) {
      warp &own = warps_[w];
      const unsigned lanes = thread_count_ - number < lanes_per_warp ? thread_count_ - number : lanes_per_warp;
      own = {};
      own.live = lanes == lanes_per_warp ? ~0u : (1u << lanes) - 1;
      for (unsigned lane = 0; lane < lanes; lane++, number++) {
        place_[number] = threadIdx = at;
        root_[number] = next_[number] = start().release();
        own.at_plain_barrier |= unsigned(resume(number)) << lane;
        if (++at.x == blockDim.x) {
          at.x = 0;
          if (++at.y == blockDim.y) at.y = 0, at.z++;
        }
      }
      run(own, w);
    }
    advance();
  }

  /** Goes on after the grid has met. */
  void resume_from_grid() {
    enter();
    at_grid_ = 0;
    for (unsigned w = 0; w < warp_count_; w++) {
      warps_[w].ready = std::exchange(warps_[w].at_grid, 0);
      run(warps_[w], w);
    }
    advance();
  }

  bool finished() const { return unfinished_ == 0; }
  unsigned running() const { return running_; }
  unsigned running_lane() const { return running_ % lanes_per_warp; }
  unsigned thread_count() const { return thread_count_; }
  uint3 index() const { return index_; }
  bool cooperative() const { return cooperative_; }

  void wait_for_warp(warp_operation *operation, std::coroutine_handle<> frame) {
    warp &own = warps_[running_ / lanes_per_warp];
    const unsigned lane = running_lane();
    if (operation->mask && !(operation->mask >> lane & 1)) fail(operation->name, " is called by a lane that its mask does not name");
    own.operations[lane] = operation;
    own.waiting |= 1u << lane;
    wait(frame);
    complete_if_met(own, lane);
  }
  void wait_for_block(block_operation *operation, std::coroutine_handle<> frame) {
    barrier_state &barrier = barriers_[operation->barrier];
    barrier.arrived++;
    if (operation->expected) barrier.expected = operation->expected;
    if (operation->complete) barrier.complete = operation->complete;
    operation_[running_] = operation;
    warps_[running_ / lanes_per_warp].at_barrier |= 1u << running_lane();
    wait(frame);
  }
  void wait_for_grid(std::coroutine_handle<> frame) {
    if (!cooperative_) fail("grid synchronisation needs cudaLaunchCooperativeKernel");
    at_grid_++;
    warps_[running_ / lanes_per_warp].at_grid |= 1u << running_lane();
    wait(frame);
  }
  [[noreturn]] void report_stuck(bool whole_grid = false);

 private:
  /** Each a set of lanes. */
  struct warp {
    unsigned live, ready, waiting, at_plain_barrier, at_barrier, at_grid;
    warp_operation *operations[lanes_per_warp];
  };
  struct barrier_state {
    unsigned arrived, expected;
    void (*complete)(block_operation *const *, unsigned);
  };

  void enter();
  void wait(std::coroutine_handle<> frame) {
    next_frame = frame;
    thread_waits = wait_state::elsewhere;
  }

  // kept out of resume, which runs ten times as often and should stay small
  [[gnu::noinline]] void finish(unsigned number) {
    root_[number].destroy();
    warp &own = warps_[number / lanes_per_warp];
    own.live &= ~(1u << number % lanes_per_warp);
    unfinished_--;
    for (unsigned rest = own.waiting; rest; rest &= rest - 1) complete_if_met(own, unsigned(__builtin_ctz(rest)));
  }

  void run(warp &own, unsigned number) {
    do {
      while (own.ready) {
        const unsigned lane = unsigned(__builtin_ctz(own.ready));
        own.ready &= own.ready - 1;
        own.at_plain_barrier |= unsigned(resume(number * lanes_per_warp + lane)) << lane;
      }
    } while (own.waiting && complete_those_together(own));
  }

  /** Runs a thread until it waits or finishes; true where it waits for the block's plain barrier. */
  [[gnu::always_inline]] bool resume(unsigned number) {
    threadIdx = place_[number];
    running_ = number;
    std::coroutine_handle<> frame = next_[number];
    for (;;) {
      frame.resume();
      frame = next_frame;
      if (thread_waits != wait_state::none) {
        next_[number] = frame;
        return thread_waits == wait_state::at_plain_barrier;
      }
      if (!frame) return finish(number), false;
    }
  }

  void complete_if_met(warp &own, unsigned lane) {
    if (!(own.waiting >> lane & 1)) return;
    const warp_operation &wanted = *own.operations[lane];
    const unsigned needed = wanted.mask & own.live;
    if (wanted.mask == 0 || (own.waiting & needed) != needed) return;
    for (unsigned rest = needed; rest; rest &= rest - 1) {
      const warp_operation &other = *own.operations[__builtin_ctz(rest)];
      if (other.complete != wanted.complete || other.mask != wanted.mask) return;
    }
    complete(own, needed);
  }

  bool complete_those_together(warp &own) {
    for (unsigned rest = own.waiting; rest; rest &= rest - 1) {
      const warp_operation &first = *own.operations[__builtin_ctz(rest)];
      if (first.mask != 0) continue;
      unsigned together = 0;
      for (unsigned others = rest; others; others &= others - 1) {
        const warp_operation &other = *own.operations[__builtin_ctz(others)];
        if (other.mask == 0 && other.line == first.line && other.complete == first.complete) together |= others & -others;
      }
      complete(own, together);
      return true;
    }
    return false;
  }

  void complete(warp &own, unsigned participants) {
    own.waiting &= ~participants;
    own.ready |= participants;
    own.operations[__builtin_ctz(participants)]->complete(own.operations, participants);
  }

  /** Releases barriers and runs warps until the block has finished or waits for the grid. */
  void advance() {
    while (unfinished_ != at_grid_) {
      if (!release_a_barrier()) report_stuck();
      for (unsigned w = 0; w < warp_count_; w++)
        if (warps_[w].ready) run(warps_[w], w);
    }
  }

  bool release_a_barrier() {
    for (unsigned b = 0; b < named_barriers; b++) {
      barrier_state barrier = barriers_[b];
      if (b == 0)
        for (unsigned w = 0; w < warp_count_; w++) barrier.arrived += unsigned(__builtin_popcount(warps_[w].at_plain_barrier));
      if (barrier.arrived == 0 || barrier.arrived < (barrier.expected ? barrier.expected : unfinished_)) continue;
      barriers_[b] = {};
      block_operation *arrived[most_threads_per_block];
      unsigned count = 0;
      for (unsigned w = 0; w < warp_count_; w++) {
        warp &own = warps_[w];
        if (b == 0) own.ready |= std::exchange(own.at_plain_barrier, 0);
        for (unsigned rest = own.at_barrier; rest; rest &= rest - 1) {
          block_operation *one = operation_[w * lanes_per_warp + unsigned(__builtin_ctz(rest))];
          if (one->barrier != b) continue;
          arrived[count++] = one;
          own.ready |= rest & -rest;
          own.at_barrier &= ~(rest & -rest);
        }
      }
      if (barrier.complete) barrier.complete(arrived, count);
      return true;
    }
    return false;
  }

  // per thread
  std::vector<std::coroutine_handle<>> next_, root_;
  std::vector<uint3> place_;
  std::vector<block_operation *> operation_;

  warp warps_[most_threads_per_block / lanes_per_warp];
  barrier_state barriers_[named_barriers];
  unsigned thread_count_ = 0, warp_count_ = 0, unfinished_ = 0, at_grid_ = 0, running_ = 0;
  uint3 index_{0, 0, 0};
  void *shared_ = nullptr;
  bool cooperative_ = false;
};

inline block *current_block = nullptr;
/** The running block's dynamic shared memory. */
inline void *shared_memory = nullptr;

inline void block::enter() {
  current_block = this;
  blockIdx = index_;
  shared_memory = shared_;
}

[[noreturn]] inline void block::report_stuck(bool whole_grid) {
  // "96 threads wait at __syncthreads and 32 at __shfl_sync, which can never be met"
  const char *names[8];
  unsigned counts[8], kinds = 0;
  const auto count = [&](const char *name, unsigned n) {
    unsigned k = 0;
    while (k < kinds && std::strcmp(names[k], name) != 0) k++;
    if (k == 8 || n == 0) return;
    if (k == kinds) names[kinds] = name, counts[kinds++] = 0;
    counts[k] += n;
  };
  for (unsigned w = 0; w < warp_count_; w++) {
    const warp &own = warps_[w];
    count("__syncthreads", unsigned(__builtin_popcount(own.at_plain_barrier)));
    for (unsigned rest = own.at_barrier; rest; rest &= rest - 1)
      count(operation_[w * lanes_per_warp + unsigned(__builtin_ctz(rest))]->name, 1);
    for (unsigned rest = own.waiting; rest; rest &= rest - 1) count(own.operations[__builtin_ctz(rest)]->name, 1);
    count("grid synchronisation", unsigned(__builtin_popcount(own.at_grid)));
  }
  char text[512];
  int used = 0;
  for (unsigned k = 0; k < kinds && used < 400; k++)
    used += std::snprintf(text + used, sizeof text - std::size_t(used), "%s%u%s at %s", k == 0 ? "" : ", ", counts[k],
                          k == 0 ? (counts[k] == 1 ? " thread waits" : " threads wait") : "", names[k]);
  fail(text, whole_grid ? ", which other blocks never reach" : ", which can never be met");
}

inline void warp_operation::await_suspend(std::coroutine_handle<> frame) { current_block->wait_for_warp(this, frame); }
inline void block_barrier::await_suspend(std::coroutine_handle<> frame) const noexcept {
  next_frame = frame;
  thread_waits = wait_state::at_plain_barrier;
}
inline void block_operation::await_suspend(std::coroutine_handle<> frame) { current_block->wait_for_block(this, frame); }
inline void grid_operation::await_suspend(std::coroutine_handle<> frame) { current_block->wait_for_grid(frame); }

}  // namespace mx_runtime::port
