// Stages of asynchronous copies: a copy is done at once, so that a thread's own pipeline never waits. One that a block shares is refused by name.
#pragma once
#include "barrier.h"
namespace cuda {
enum class pipeline_role { producer, consumer };
template <thread_scope scope, unsigned char stages> class pipeline_shared_state {};
template <thread_scope scope> class pipeline {
 public:
  void producer_acquire() {}
  void producer_commit() {}
  void consumer_wait() {}
  void consumer_release() {}
  bool quit() { return true; }
};
inline pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <class Group, class State, class... More> pipeline<thread_scope_block> make_pipeline(const Group &, State *, More...) { mx_runtime::port::unavailable("a cuda::pipeline that a block shares"); }
template <unsigned char prior, thread_scope scope> void pipeline_consumer_wait_prior(pipeline<scope> &) {}
}  // namespace cuda
