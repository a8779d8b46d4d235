// Cooperative groups: a block, a tile of it, the threads that are active together, the whole grid.
#ifndef MANTISSA_COOPERATIVE_GROUPS_H
#define MANTISSA_COOPERATIVE_GROUPS_H
#include "cuda_runtime.h"
#ifdef __CUDA__
namespace cooperative_groups {

class thread_group {
 public:
  __device__ void sync() const { __builtin_trap(); }
  __device__ unsigned long long size() const { __builtin_trap(); }
  __device__ unsigned long long num_threads() const { __builtin_trap(); }
  __device__ unsigned long long thread_rank() const { __builtin_trap(); }
  __device__ bool is_valid() const { __builtin_trap(); }
};

struct thread_block : thread_group {
  static __device__ void sync() { __builtin_trap(); }
  static __device__ unsigned int size() { __builtin_trap(); }
  static __device__ unsigned int num_threads() { __builtin_trap(); }
  static __device__ unsigned int thread_rank() { __builtin_trap(); }
  static __device__ dim3 group_index() { __builtin_trap(); }
  static __device__ dim3 thread_index() { __builtin_trap(); }
  static __device__ dim3 group_dim() { __builtin_trap(); }
  static __device__ dim3 dim_threads() { __builtin_trap(); }
  struct arrival_token {};
  __device__ arrival_token barrier_arrive() { __builtin_trap(); }
  __device__ void barrier_wait(arrival_token &&token) { __builtin_trap(); }
};

struct grid_group : thread_group {
  __device__ bool is_valid() const { __builtin_trap(); }
  __device__ void sync() const { __builtin_trap(); }
  static __device__ unsigned long long size() { __builtin_trap(); }
  static __device__ unsigned long long num_threads() { __builtin_trap(); }
  static __device__ unsigned long long thread_rank() { __builtin_trap(); }
  static __device__ dim3 group_dim() { __builtin_trap(); }
  static __device__ dim3 dim_blocks() { __builtin_trap(); }
  static __device__ dim3 block_index() { __builtin_trap(); }
  static __device__ unsigned long long num_blocks() { __builtin_trap(); }
  static __device__ unsigned long long block_rank() { __builtin_trap(); }
};

struct multi_grid_group : thread_group {
  __device__ void sync() const { __builtin_trap(); }
  __device__ unsigned int grid_rank() const { __builtin_trap(); }
  __device__ unsigned int num_grids() const { __builtin_trap(); }
};

struct cluster_group : thread_group {
  static __device__ void sync() { __builtin_trap(); }
  static __device__ void barrier_arrive() { __builtin_trap(); }
  static __device__ void barrier_wait() { __builtin_trap(); }
  static __device__ unsigned int size() { __builtin_trap(); }
  static __device__ unsigned int num_threads() { __builtin_trap(); }
  static __device__ unsigned int thread_rank() { __builtin_trap(); }
  static __device__ unsigned int block_rank() { __builtin_trap(); }
  static __device__ unsigned int num_blocks() { __builtin_trap(); }
  static __device__ dim3 block_index() { __builtin_trap(); }
  static __device__ dim3 dim_blocks() { __builtin_trap(); }
  template <class T> static __device__ T *map_shared_rank(T *address, int rank) { __builtin_trap(); }
};

// exchanges between the members of a warp
struct MantissaWarpFunctions {
  template <class T> __device__ T shfl(T value, int rank) const { __builtin_trap(); }
  template <class T> __device__ T shfl_up(T value, unsigned int delta) const { __builtin_trap(); }
  template <class T> __device__ T shfl_down(T value, unsigned int delta) const { __builtin_trap(); }
  template <class T> __device__ T shfl_xor(T value, unsigned int mask) const { __builtin_trap(); }
  __device__ int any(int predicate) const { __builtin_trap(); }
  __device__ int all(int predicate) const { __builtin_trap(); }
  __device__ unsigned int ballot(int predicate) const { __builtin_trap(); }
  template <class T> __device__ unsigned int match_any(T value) const { __builtin_trap(); }
  template <class T> __device__ unsigned int match_all(T value, int &predicate) const { __builtin_trap(); }
};

class coalesced_group : public thread_group, public MantissaWarpFunctions {
 public:
  __device__ void sync() const { __builtin_trap(); }
  __device__ unsigned int size() const { __builtin_trap(); }
  __device__ unsigned int num_threads() const { __builtin_trap(); }
  __device__ unsigned int thread_rank() const { __builtin_trap(); }
  __device__ unsigned long long meta_group_size() const { __builtin_trap(); }
  __device__ unsigned long long meta_group_rank() const { __builtin_trap(); }
};

template <unsigned int Size, class Parent = void>
class thread_block_tile : public thread_group, public MantissaWarpFunctions {
 public:
  template <class Other> __device__ thread_block_tile(const thread_block_tile<Size, Other> &other) { __builtin_trap(); }
  __device__ void sync() const { __builtin_trap(); }
  static __device__ constexpr unsigned int size() { return Size; }
  static __device__ constexpr unsigned int num_threads() { return Size; }
  __device__ unsigned int thread_rank() const { __builtin_trap(); }
  __device__ unsigned int meta_group_size() const { __builtin_trap(); }
  __device__ unsigned int meta_group_rank() const { __builtin_trap(); }
};

__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ multi_grid_group this_multi_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
template <unsigned int Size, class Parent> __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &group) { __builtin_trap(); }
__device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size);
template <class Parent> __device__ coalesced_group binary_partition(const Parent &group, bool predicate) { __builtin_trap(); }
template <class Label, class Parent> __device__ coalesced_group labeled_partition(const Parent &group, Label label) { __builtin_trap(); }
template <class Group> __device__ void sync(const Group &group) { __builtin_trap(); }
template <class Group> __device__ unsigned long long thread_rank(const Group &group) { __builtin_trap(); }
template <class Group> __device__ unsigned long long group_size(const Group &group) { __builtin_trap(); }

template <class T> struct plus { __device__ T operator()(T a, T b) const { __builtin_trap(); } };
template <class T> struct less { __device__ T operator()(T a, T b) const { __builtin_trap(); } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { __builtin_trap(); } };
template <class T> struct bit_and { __device__ T operator()(T a, T b) const { __builtin_trap(); } };
template <class T> struct bit_or { __device__ T operator()(T a, T b) const { __builtin_trap(); } };
template <class T> struct bit_xor { __device__ T operator()(T a, T b) const { __builtin_trap(); } };
}
#endif
#endif
