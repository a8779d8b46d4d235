// Barriers, votes, shuffles: each call returns something to co_await. Fences are nothing on one thread.
#pragma once
#include "shared-memory.h"

namespace mx_runtime::port {

// ---- the whole block

struct block_vote : block_operation {
  int predicate, count = 0, all = 1;
  static void count_votes(block_operation *const *threads, unsigned n) {
    int count = 0;
    for (unsigned k = 0; k < n; k++) count += static_cast<block_vote *>(threads[k])->predicate;
    for (unsigned k = 0; k < n; k++) {
      block_vote &one = *static_cast<block_vote *>(threads[k]);
      one.count = count;
      one.all = count == int(n);
    }
  }
  block_vote(const char *who, int p) : predicate(p != 0) { name = who, complete = count_votes; }
};
struct count_of_block : block_vote { using block_vote::block_vote; int await_resume() const { return count; } };
struct all_of_block : block_vote { using block_vote::block_vote; int await_resume() const { return all; } };
struct any_of_block : block_vote { using block_vote::block_vote; int await_resume() const { return count != 0; } };

inline block_operation numbered_barrier(unsigned id, unsigned count) {
  block_operation barrier;
  barrier.barrier = id % named_barriers;
  barrier.expected = count;
  return barrier;
}

// ---- lanes of a warp. Results are computed once all lanes have come, and kept in each lane's frame until it goes on.

inline unsigned lane_number() { return current_block->running_lane(); }

struct warp_barrier : warp_operation {
  static void nothing(warp_operation *const *, unsigned) {}
  warp_barrier(unsigned mask, const char *name = "__syncwarp") : warp_operation{mask, 0, name, nothing} {}
  void await_resume() const noexcept {}
};

/** The value of lane `source`, or the lane's own where source takes no part. */
template <class T> struct shuffle : warp_operation {
  T value, result;
  unsigned source;
  static void exchange(warp_operation *const *lanes, unsigned participants) {
    for (unsigned rest = participants; rest; rest &= rest - 1) {
      shuffle &own = *static_cast<shuffle *>(lanes[__builtin_ctz(rest)]);
      own.result = participants >> own.source & 1 ? static_cast<shuffle *>(lanes[own.source])->value : own.value;
    }
  }
  shuffle(const char *name, unsigned mask, unsigned line, T v, unsigned from)
      : warp_operation{mask, line, name, exchange}, value(v), result(v), source(from) {}
  T await_resume() const { return result; }
};

// Where a lane reads from, in segments of `width` lanes. Beyond the segment's end it reads itself.
inline unsigned segment_end(unsigned lane, int width) { return lane | unsigned(width - 1); }
inline unsigned source_at(int lane, int width) {
  const unsigned own = lane_number();
  return (own & ~unsigned(width - 1)) | (unsigned(lane) & unsigned(width - 1));
}
inline unsigned source_above(unsigned delta, int width) {
  const unsigned own = lane_number();
  return (own & unsigned(width - 1)) < delta ? own : own - delta;
}
inline unsigned source_below(unsigned delta, int width) {
  const unsigned own = lane_number();
  return delta > segment_end(own, width) - own ? own : own + delta;
}
inline unsigned source_across(int mask, int width) {
  const unsigned own = lane_number(), other = (own ^ unsigned(mask)) & (lanes_per_warp - 1);
  return other > segment_end(own, width) ? own : other;
}

/** Something each lane of a set votes with, and the set of lanes that voted for it. */
struct warp_vote : warp_operation {
  bool predicate;
  unsigned participants = 0, ballot = 0;
  static void collect(warp_operation *const *lanes, unsigned participants) {
    unsigned ballot = 0;
    for (unsigned rest = participants; rest; rest &= rest - 1)
      if (static_cast<warp_vote *>(lanes[__builtin_ctz(rest)])->predicate) ballot |= rest & -rest;
    for (unsigned rest = participants; rest; rest &= rest - 1) {
      warp_vote &own = *static_cast<warp_vote *>(lanes[__builtin_ctz(rest)]);
      own.participants = participants;
      own.ballot = ballot;
    }
  }
  warp_vote(const char *name, unsigned mask, unsigned line, bool p) : warp_operation{mask, line, name, collect}, predicate(p) {}
};
struct ballot_of_warp : warp_vote { using warp_vote::warp_vote; unsigned await_resume() const { return ballot; } };
struct all_of_warp : warp_vote { using warp_vote::warp_vote; int await_resume() const { return ballot == participants; } };
struct any_of_warp : warp_vote { using warp_vote::warp_vote; int await_resume() const { return ballot != 0; } };
struct uniform_in_warp : warp_vote {
  using warp_vote::warp_vote;
  int await_resume() const { return ballot == 0 || ballot == participants; }
};
struct lanes_together : warp_vote { using warp_vote::warp_vote; unsigned await_resume() const { return participants; } };

template <class T> struct match_in_warp : warp_operation {
  T value;
  unsigned participants = 0, same = 0;
  static void compare(warp_operation *const *lanes, unsigned participants) {
    for (unsigned rest = participants; rest; rest &= rest - 1) {
      match_in_warp &own = *static_cast<match_in_warp *>(lanes[__builtin_ctz(rest)]);
      own.participants = participants;
      own.same = 0;
      for (unsigned others = participants; others; others &= others - 1)
        // bits, not values: NaNs match themselves
        if (std::memcmp(&static_cast<match_in_warp *>(lanes[__builtin_ctz(others)])->value, &own.value, sizeof(T)) == 0)
          own.same |= others & -others;
    }
  }
  match_in_warp(const char *name, unsigned mask, T v) : warp_operation{mask, 0, name, compare}, value(v) {}
};
template <class T> struct match_any : match_in_warp<T> {
  using match_in_warp<T>::match_in_warp;
  unsigned await_resume() const { return this->same; }
};
template <class T> struct match_all : match_in_warp<T> {
  int *predicate;
  match_all(const char *name, unsigned mask, T v, int *p) : match_in_warp<T>(name, mask, v), predicate(p) {}
  unsigned await_resume() const {
    *predicate = this->same == this->participants;
    return *predicate ? this->participants : 0;
  }
};

/**
 * Each participant's value and the set of participants, gathered for a function of the values in lane order:
 * `Function(values, count, rank)` is one lane's result.
 */
template <class T, class Function> struct gathered : warp_operation {
  T value;
  Function function;
  T result;
  static void gather(warp_operation *const *lanes, unsigned participants) {
    T values[lanes_per_warp];
    unsigned count = 0;
    for (unsigned rest = participants; rest; rest &= rest - 1) values[count++] = static_cast<gathered *>(lanes[__builtin_ctz(rest)])->value;
    unsigned rank = 0;
    for (unsigned rest = participants; rest; rest &= rest - 1, rank++) {
      gathered &own = *static_cast<gathered *>(lanes[__builtin_ctz(rest)]);
      own.result = own.function(static_cast<const T *>(values), count, rank);
    }
  }
  gathered(const char *name, unsigned mask, unsigned line, T v, Function f)
      : warp_operation{mask, line, name, gather}, value(v), function(f), result(v) {}
  T await_resume() const { return result; }
};

template <class Op> auto left_to_right(Op op) {
  return [op]<class T>(const T *values, unsigned count, unsigned) {
    T total = values[0];
    for (unsigned k = 1; k < count; k++) total = op(total, values[k]);
    return total;
  };
}

}  // namespace mx_runtime::port

// `line` is never given: it tells calls without a mask apart, so that lanes in different branches do not meet.
inline mx_runtime::port::block_barrier __syncthreads() { return {}; }
inline mx_runtime::port::count_of_block __syncthreads_count(int predicate) { return {"__syncthreads_count", predicate}; }
inline mx_runtime::port::all_of_block __syncthreads_and(int predicate) { return {"__syncthreads_and", predicate}; }
inline mx_runtime::port::any_of_block __syncthreads_or(int predicate) { return {"__syncthreads_or", predicate}; }
inline mx_runtime::port::warp_barrier __syncwarp(unsigned mask = 0xffffffffu) { return {mask}; }
inline mx_runtime::port::block_operation __barrier_sync(unsigned id) { return mx_runtime::port::numbered_barrier(id, 0); }
inline mx_runtime::port::block_operation __barrier_sync_count(unsigned id, unsigned count) { return mx_runtime::port::numbered_barrier(id, count); }

inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __prof_trigger(int) {}
inline void __brkpt(int = 0) {}
inline void __nanosleep(unsigned) {}
[[noreturn]] inline void __trap() { mx_runtime::port::fail("__trap()"); }
inline long long clock64() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}

inline mx_runtime::port::lanes_together __activemask(unsigned line = __builtin_LINE()) { return {"__activemask", 0u, line, true}; }
inline mx_runtime::port::ballot_of_warp __ballot_sync(unsigned mask, int predicate) { return {"__ballot_sync", mask, 0u, predicate != 0}; }
inline mx_runtime::port::all_of_warp __all_sync(unsigned mask, int predicate) { return {"__all_sync", mask, 0u, predicate != 0}; }
inline mx_runtime::port::any_of_warp __any_sync(unsigned mask, int predicate) { return {"__any_sync", mask, 0u, predicate != 0}; }
inline mx_runtime::port::uniform_in_warp __uni_sync(unsigned mask, int predicate) { return {"__uni_sync", mask, 0u, predicate != 0}; }
inline mx_runtime::port::ballot_of_warp __ballot(int predicate, unsigned line = __builtin_LINE()) { return {"__ballot", 0u, line, predicate != 0}; }
inline mx_runtime::port::all_of_warp __all(int predicate, unsigned line = __builtin_LINE()) { return {"__all", 0u, line, predicate != 0}; }
inline mx_runtime::port::any_of_warp __any(int predicate, unsigned line = __builtin_LINE()) { return {"__any", 0u, line, predicate != 0}; }

#define SHUFFLE(name, Parameter, source)                                                                               \
  template <class T> mx_runtime::port::shuffle<T> name##_sync(unsigned mask, T value, Parameter p, int width = 32) {           \
    return {#name "_sync", mask, 0u, value, mx_runtime::port::source(p, width)};                                               \
  }                                                                                                                    \
  template <class T> mx_runtime::port::shuffle<T> name(T value, Parameter p, int width = 32, unsigned line = __builtin_LINE()) { \
    return {#name, 0u, line, value, mx_runtime::port::source(p, width)};                                                       \
  }
SHUFFLE(__shfl, int, source_at)
SHUFFLE(__shfl_up, unsigned, source_above)
SHUFFLE(__shfl_down, unsigned, source_below)
SHUFFLE(__shfl_xor, int, source_across)
#undef SHUFFLE

template <class T> mx_runtime::port::match_any<T> __match_any_sync(unsigned mask, T value) { return {"__match_any_sync", mask, value}; }
template <class T> mx_runtime::port::match_all<T> __match_all_sync(unsigned mask, T value, int *predicate) {
  return {"__match_all_sync", mask, value, predicate};
}

#define REDUCE(name, expression)                                                                                      \
  template <class T> auto __reduce_##name##_sync(unsigned mask, T value) {                                            \
    const auto f = mx_runtime::port::left_to_right([](T a, T b) { return T(expression); });                                   \
    return mx_runtime::port::gathered<T, decltype(f)>("__reduce_" #name "_sync", mask, 0u, value, f);                         \
  }
REDUCE(add, a + b)
REDUCE(min, b < a ? b : a)
REDUCE(max, a < b ? b : a)
REDUCE(and, a & b)
REDUCE(or, a | b)
REDUCE(xor, a ^ b)
#undef REDUCE
