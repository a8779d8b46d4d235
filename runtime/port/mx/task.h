// task<T>: what a device function that may suspend returns.
//
// A task starts when it is awaited, not when it is called: of two in one expression, compilers may call both before they await
// either. It then runs at once, so that a call that never suspends costs one frame and no scheduling. When some call inside it
// suspends (a barrier, a shuffle), control falls back through all its callers to the scheduler. The scheduler later resumes the
// innermost frame; a frame that finishes names its caller as the next one to resume. Nothing here depends on tail calls, which
// WebAssembly engines may lack: however often a function is called in a loop, the stack is no deeper than the calls are nested.
#pragma once
#include "frame-arena.h"

namespace mx_runtime::port {

/** The frame to resume next in the running thread; null once the thread has finished. */
inline std::coroutine_handle<> next_frame;
/**
 * Why the running thread last yielded: set by every wait, and by a frame that finishes. The block's plain barrier is
 * told apart: the scheduler itself keeps count of it.
 */
enum class wait_state : unsigned char { none, at_plain_barrier, elsewhere };
inline wait_state thread_waits = wait_state::none;

struct promise_of_any {
  std::coroutine_handle<> caller;

  static void *operator new(std::size_t bytes) { return frames.take(bytes); }
  static void operator delete(void *frame, std::size_t bytes) { frames.give(frame, bytes); }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  struct return_to_caller {
    bool await_ready() const noexcept { return false; }
    template <class P> void await_suspend(std::coroutine_handle<P> finished) const noexcept {
      next_frame = finished.promise().caller;
      thread_waits = wait_state::none;
    }
    void await_resume() const noexcept {}
  };
  return_to_caller final_suspend() const noexcept { return {}; }
  [[noreturn]] void unhandled_exception() const noexcept { std::abort(); }
};

template <class T> struct promise_of : promise_of_any {
  alignas(T) unsigned char bytes[sizeof(T)];
  template <class U> void return_value(U &&value) { ::new (static_cast<void *>(bytes)) T(std::forward<U>(value)); }
  T take() {
    T *place = std::launder(reinterpret_cast<T *>(bytes));
    T value = std::move(*place);
    place->~T();
    return value;
  }
};
template <class T> struct promise_of<T &> : promise_of_any {
  T *place;
  void return_value(T &value) { place = &value; }
  T &take() const { return *place; }
};
template <> struct promise_of<void> : promise_of_any {
  void return_void() const noexcept {}
  void take() const noexcept {}
};

template <class T = void> class [[nodiscard]] task {
 public:
  struct promise_type : promise_of<T> {
    task get_return_object() { return task(std::coroutine_handle<promise_type>::from_promise(*this)); }
  };
  task(task &&other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
  task &operator=(task &&) = delete;
  ~task() { if (frame_) frame_.destroy(); }

  bool await_ready() const noexcept { return false; }
  /** False where the callee has finished without waiting: then the caller goes on. */
  bool await_suspend(std::coroutine_handle<> caller) const noexcept {
    frame_.promise().caller = caller;
    frame_.resume();
    return thread_waits != wait_state::none;
  }
  T await_resume() const { return frame_.promise().take(); }

  /** For the scheduler, which owns a thread's outermost frame itself. */
  std::coroutine_handle<> release() && { return std::exchange(frame_, nullptr); }

 private:
  explicit task(std::coroutine_handle<promise_type> frame) : frame_(frame) {}
  std::coroutine_handle<promise_type> frame_;
};

/** The type of an await expression, for decltype. */
template <class A> auto awaited(A &&awaitable) -> decltype(awaitable.await_resume());

}  // namespace mx_runtime::port
