// Repeated products on a GPU, by one thread.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/products.cu -o products && ./products [--quick]
#include "../products.h"
#include "one-thread.cuh"

using namespace mx_characterize;

namespace {

template <class T, class Step> struct Product {
  __device__ T operator()(const T *factors, std::size_t count) const { return product_of<T, Step>(factors, count); }
};

/** Repeats a few cached factors, so that only multiplication is timed. */
template <class T> struct NearProduct {
  __device__ T operator()(const T *factors, std::size_t count) const {
    T product = number<T>(1);
#pragma unroll 16
    for (std::size_t at = 0; at < count; at++) product = product * factors[at & 63];
    return product;
  }
};

template <class T, class Step> void measure(DeviceNumbers &source) {
  DeviceArray<T> factors(source.count());
  source.as(factors);
  emit_product_errors<T, Step>(factors.read(), [&](std::size_t count) { return run_in_one_thread<T>(Product<T, Step>{}, factors.data(), count, 1).result; });
}

template <class T> void measure_time(DeviceNumbers &source, int repeats) {
  DeviceArray<T> factors(source.count());
  source.as(factors);
  const double cycles = run_in_one_thread<T>(NearProduct<T>{}, factors.data(), 4096, repeats).cycles / 4096;
  emit({{"format", name_of<T>::text()}, {"count", std::to_string(source.count())}}, "time", cycles, "cycles/operation");
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  DeviceNumbers factors(factors_about_one(std::size_t(1) << (quick ? 16 : 20)));
  for_every_format([&](auto format) {
    measure<decltype(format), AsComputed>(factors);
    measure_time<decltype(format)>(factors, quick ? 3 : 7);
  });
  for_formats<mx_runtime::cmp32x2, mx_runtime::cmp64x2>([&](auto format) { measure<decltype(format), Normalised>(factors); });
  tell_clock();
  return 0;
}
