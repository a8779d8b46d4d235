// Barriers that threads arrive at need threads that go on while others wait: they end the program with their name.
#pragma once
#include <chrono>
#include "scopes.h"
namespace cuda {
namespace std {
struct mantissa_nothing_more {};
}
template <thread_scope scope, class Completion = std::mantissa_nothing_more> class barrier {
 public:
  class arrival_token {};
  barrier() = default;
  explicit barrier(::std::ptrdiff_t, Completion = Completion()) {}
  arrival_token arrive(::std::ptrdiff_t = 1) { refuse(); }
  void wait(arrival_token &&) const { refuse(); }
  void arrive_and_wait() { refuse(); }
  void arrive_and_drop() { refuse(); }
  friend void init(barrier *, ::std::ptrdiff_t) {}

 private:
  [[noreturn]] static void refuse() { mx_runtime::port::unavailable("cuda::barrier"); }
};
template <::std::size_t n> struct aligned_size_t {
  ::std::size_t value;
  explicit constexpr aligned_size_t(::std::size_t size) : value(size) {}
  constexpr operator ::std::size_t() const { return value; }
};
/** At once; of a group its first thread copies. */
template <class Group, class T, class Size, class Sync> void memcpy_async(const Group &group, T *to, const T *from, Size size, Sync &) {
  if (group.thread_rank() == 0) ::std::memcpy(static_cast<void *>(to), from, size);
}
template <class T, class Size, class Sync> void memcpy_async(T *to, const T *from, Size size, Sync &) { ::std::memcpy(static_cast<void *>(to), from, size); }
namespace std {
template <class Completion = mantissa_nothing_more> using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}
}  // namespace cuda
