// One source, two meanings: CUDA, so that nvcc and a GPU can say what is right, and its port, spelt as the transformer spells it.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#ifdef MANTISSA_PORT
#define TASK(T) ::mx_runtime::port::task<T>
#define AWAIT(...) (co_await __VA_ARGS__)
#define RETURN co_return
// g++ 12 awaits both sides of ?: and the right of && or || in all but the plainest expressions: such an await gets a coroutine of its own
#define CHOOSE(T, condition, yes, no) (co_await [&]() -> ::mx_runtime::port::task<T> { if (condition) co_return yes; else co_return no; }())
#define DYNAMIC_SHARED(T, name) T *name = ::mx_runtime::port::dynamic_shared<T>()
#define GRID_SHARED(T, name) T &name = ::mx_runtime::port::static_shared<T>([] {})
#define LAUNCH(kernel, grid, block, shared, parameters, names, ...) \
  ::mx_runtime::port::launch(::mx_runtime::port::configure(grid, block, shared), [&] parameters { return kernel names; } __VA_OPT__(, ) __VA_ARGS__)
#define KERNEL_ADDRESS(kernel) ::mx_runtime::port::kernel_address(kernel)
#else
#define TASK(T) T
#define AWAIT(...) (__VA_ARGS__)
#define RETURN return
#define CHOOSE(T, condition, yes, no) ((condition) ? (yes) : (no))
#define DYNAMIC_SHARED(T, name) extern __shared__ __align__(16) unsigned char mantissa_shared_##name[]; T *name = (T *)mantissa_shared_##name
#define GRID_SHARED(T, name) __shared__ T name
#define LAUNCH(kernel, grid, block, shared, parameters, names, ...) kernel<<<grid, block, shared>>>(__VA_ARGS__)
#define KERNEL_ADDRESS(kernel) ((const void *)(kernel))
#endif

/** Managed memory, so that the same line prints it on both sides. */
template <class T> T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  return p;
}
inline void finish() { cudaDeviceSynchronize(); }
template <class T> void show(const char *name, const T *values, int n) {
  finish();
  std::printf("%s:", name);
  for (int k = 0; k < n; k++) {
    if constexpr (std::is_floating_point_v<T>) std::printf(" %.9g", double(values[k]));
    else std::printf(" %lld", (long long)(values[k]));
  }
  std::printf("\n");
}
inline unsigned bits_of_float(float x) { unsigned b; std::memcpy(&b, &x, 4); return x != x ? 0x7fffffff : b; }
inline unsigned long long bits_of_double(double x) { unsigned long long b; std::memcpy(&b, &x, 8); return x != x ? 0x7fffffffffffffff : b; }
/** FNV-1a over words: equal only if every bit is. */
struct Hash {
  unsigned long long h = 14695981039346656037ull;
  void add(unsigned long long word) { for (int k = 0; k < 8; k++, word >>= 8) h = (h ^ (word & 255)) * 1099511628211ull; }
  void add(float x) { add((unsigned long long)bits_of_float(x)); }
  void add(double x) { add(bits_of_double(x)); }
};
