// Stages of asynchronous copies.
#pragma once
#include "cuda/mantissa/barrier.h"
namespace cuda {
enum class pipeline_role { producer, consumer };
template <thread_scope scope, unsigned char stages> class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
};
template <thread_scope scope> class pipeline {
 public:
  __host__ __device__ void producer_acquire();
  __host__ __device__ void producer_commit();
  __host__ __device__ void consumer_wait();
  __host__ __device__ void consumer_release();
  __host__ __device__ bool quit();
};
__host__ __device__ pipeline<thread_scope_thread> make_pipeline();
template <class Group, thread_scope scope, unsigned char stages> __host__ __device__ pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, stages> *state);
template <class Group, thread_scope scope, unsigned char stages> __host__ __device__ pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, stages> *state, ::std::size_t producers);
template <class Group, thread_scope scope, unsigned char stages> __host__ __device__ pipeline<scope> make_pipeline(const Group &group, pipeline_shared_state<scope, stages> *state, pipeline_role role);
template <unsigned char prior, thread_scope scope> __host__ __device__ void pipeline_consumer_wait_prior(pipeline<scope> &of);
}
