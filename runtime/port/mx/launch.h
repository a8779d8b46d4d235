// Running a kernel: every thread of every block, with blocks and threads in ascending order of x, y, z.
//
//   k<<<grid, block, shared, stream>>>(a, b)
//   launch(configure(grid, block, shared, stream), [&](A a, B b) { return k(a, b); }, a, b)
//
// A callable that returns void is called in plain loops; one that returns task<void> is scheduled (block.h). Arguments are
// converted to the parameters' types once, and each thread gets its own copy.
#pragma once
#include <tuple>
#include "errors.h"
#include "shared-memory.h"

namespace mx_runtime::port {

inline constexpr std::size_t default_shared_limit = 48 << 10, largest_shared_limit = 227 << 10;
inline constexpr unsigned multiprocessors = 16, most_blocks_per_multiprocessor = 32, threads_per_multiprocessor = 2048;
/** The largest dynamic shared memory that cudaFuncSetAttribute has allowed for a kernel. */
inline std::size_t shared_limit = default_shared_limit;

struct configuration {
  dim3 grid, block;
  std::size_t shared;
  cudaStream_t stream;
  bool cooperative = false;
};

inline configuration configure(dim3 grid, dim3 block, std::size_t shared = 0, cudaStream_t stream = nullptr) {
  return {grid, block, shared, stream};
}

inline cudaError_t check(const configuration &c) {
  const unsigned long long threads = 1ull * c.block.x * c.block.y * c.block.z;
  if (threads == 0 || c.grid.x == 0 || c.grid.y == 0 || c.grid.z == 0) return cudaErrorInvalidConfiguration;
  if (c.block.x > 1024 || c.block.y > 1024 || c.block.z > 64 || threads > most_threads_per_block) return cudaErrorInvalidConfiguration;
  if (c.grid.x > 0x7fffffffu || c.grid.y > 65535 || c.grid.z > 65535) return cudaErrorInvalidConfiguration;
  if (c.shared > shared_limit) return cudaErrorInvalidValue;
  if (c.cooperative) {
    unsigned long long resident = threads_per_multiprocessor / threads;
    if (resident > most_blocks_per_multiprocessor) resident = most_blocks_per_multiprocessor;
    if (1ull * c.grid.x * c.grid.y * c.grid.z > resident * multiprocessors) return cudaErrorCooperativeLaunchTooLarge;
  }
  return cudaSuccess;
}

template <class Do> void for_each_index(dim3 extent, const Do &body) {
  uint3 at;
  for (at.z = 0; at.z < extent.z; at.z++)
    for (at.y = 0; at.y < extent.y; at.y++)
      for (at.x = 0; at.x < extent.x; at.x++) body(at);
}

template <class Call> void run_plain(const configuration &c, const Call &call) {
  shared_memory = dynamic_pool.at_least(c.shared);
  for (blockIdx.z = 0; blockIdx.z < c.grid.z; blockIdx.z++)
    for (blockIdx.y = 0; blockIdx.y < c.grid.y; blockIdx.y++)
      for (blockIdx.x = 0; blockIdx.x < c.grid.x; blockIdx.x++)
        for (threadIdx.z = 0; threadIdx.z < c.block.z; threadIdx.z++)
          for (threadIdx.y = 0; threadIdx.y < c.block.y; threadIdx.y++)
            for (threadIdx.x = 0; threadIdx.x < c.block.x; threadIdx.x++) call();
}

template <class Call> void run_in_turns(const configuration &c, const Call &call) {
  static block reused;
  unsigned char *shared = dynamic_pool.at_least(c.shared);
  for_each_index(c.grid, [&](uint3 index) { reused.begin(index, shared, false, call); });
}

/** All blocks are alive at once: each runs until it waits for the grid, and goes on when all have come. */
template <class Call> void run_together(const configuration &c, const Call &call) {
  const std::size_t stride = (c.shared + 255) / 256 * 256, count = std::size_t(c.grid.x) * c.grid.y * c.grid.z;
  unsigned char *shared = dynamic_pool.at_least(stride * count);
  std::vector<block> blocks(count);
  std::vector<std::vector<unsigned char>> variables(count);
  std::size_t number = 0;
  for_each_index(c.grid, [&](uint3 index) {
    blocks[number].begin(index, shared + number * stride, true, call);
    save_shared(variables[number++]);
  });
  for (;;) {
    std::size_t finished = 0;
    for (const block &one : blocks) finished += one.finished();
    if (finished == count) return;
    if (finished != 0)
      for (block &one : blocks)
        if (!one.finished()) blockIdx = one.index(), one.report_stuck(true);
    for (std::size_t k = 0; k < count; k++) {
      restore_shared(variables[k]);
      blocks[k].resume_from_grid();
      save_shared(variables[k]);
    }
  }
}

template <class Call> void run(const configuration &c, const Call &call) {
  if (in_kernel) fail("a kernel launched by a kernel (dynamic parallelism) is not available on a CPU");
  if (const cudaError_t error = check(c); error != cudaSuccess) {
    report(error);
    return;
  }
  blockDim = c.block;
  gridDim = c.grid;
  in_kernel = true;
  if constexpr (std::is_void_v<decltype(call())>) run_plain(c, call);
  else if (c.cooperative) run_together(c, call);
  else run_in_turns(c, call);
  in_kernel = false;
}

/** The initialiser of a kernel's parameter: NULL and 0 are no longer null pointer constants behind a template. */
template <class P, class A> std::decay_t<P> convert_argument(A &&argument) {
  if constexpr (std::is_pointer_v<std::decay_t<P>> && (std::is_integral_v<std::decay_t<A>> || std::is_null_pointer_v<std::decay_t<A>>))
    return nullptr;
  else
    return static_cast<std::decay_t<P>>(std::forward<A>(argument));
}

/** The callable with its parameter list; calling it launches. Here literals, bit-fields and braces convert as in any call. */
template <class F, class R, class... P> struct prepared_launch {
  const configuration &where;
  const F &callable;
  void operator()(P... arguments) const {
    const std::tuple<std::decay_t<P>...> values(std::forward<P>(arguments)...);
    run(where, [&]() -> R { return std::apply(callable, values); });
  }
  template <class... A> void with(A &&...arguments) const {
    static_assert(sizeof...(A) == sizeof...(P), "a kernel is launched with as many arguments as it has parameters");
    const std::tuple<std::decay_t<P>...> values(convert_argument<P>(std::forward<A>(arguments))...);
    run(where, [&]() -> R { return std::apply(callable, values); });
  }
};
template <class F, class R, class... P> prepared_launch<F, R, P...> prepared(const configuration &c, const F &f, R (F::*)(P...) const) {
  return {c, f};
}

template <std::size_t position, class R, class... P> std::tuple_element_t<position, std::tuple<P...>> parameter_type(R (*)(P...));
/** The type of a kernel's parameter, for what can only be given to a parameter: braces. */
template <std::size_t position, class F> using parameter_of = decltype(parameter_type<position>(F{}));

/** prepare(configure(…), callable)(arguments…): the same as launch, for arguments that do not survive being forwarded. */
template <class F> auto prepare(const configuration &c, const F &callable) { return prepared(c, callable, &F::operator()); }
template <class F, class... A> void launch(const configuration &c, const F &callable, A &&...arguments) {
  prepare(c, callable).with(std::forward<A>(arguments)...);
}

}  // namespace mx_runtime::port
