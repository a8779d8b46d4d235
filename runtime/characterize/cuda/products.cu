// Repeated products on a GPU, by one thread: each format against 256 bits.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/products.cu -o products && ./products [--quick]
#include "one-thread.cuh"

using namespace mx_characterize;

namespace {

template <class T> struct Product {
  __device__ T operator()(const T *factors, std::size_t count) const {
    T product = number<T>(1);
    for (std::size_t at = 0; at < count; at++) product = product * factors[at];
    return product;
  }
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

template <class T> void measure(DeviceNumbers &source, int repeats) {
  DeviceArray<T> factors(source.count());
  source.as(factors);
  const std::vector<T> here = factors.read();
  limbs256 reference = limbs_of<8>(1);
  std::size_t at = 0;
  for (std::size_t count = 16; count <= source.count(); count *= 4) {
    for (; at < count; at++) reference = reference * exact(here[at]);
    const OneThread<T> found = run_in_one_thread(Product<T>{}, factors, count, 1);
    const Labels labels = {{"format", name_of<T>::text()}, {"count", std::to_string(count)}};
    emit(labels, "error", relative_error(found.result, reference), "relative");
    if (count * 4 > source.count()) emit(labels, "time", run_in_one_thread(NearProduct<T>{}, factors, 4096, repeats).cycles / 4096, "cycles/operation");
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  DeviceNumbers factors(factors_about_one(std::size_t(1) << (quick ? 16 : 20)));
  for_every_format([&](auto format) { measure<decltype(format)>(factors, quick ? 3 : 7); });
  tell_clock();
  return 0;
}
