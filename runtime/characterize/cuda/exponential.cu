// e^x on a GPU, by one thread.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/exponential.cu -o exponential && ./exponential [--quick]
#include "../exponential.h"
#include "convert.cuh"

using namespace mx_characterize;

namespace {

template <class T, class Way> __global__ void compute(const T *x, T *results, int *terms, int count, long long *cycles) {
  const long long start = clock64();
  for (int at = 0; at < count; at++) results[at] = Way::of(x[at], &terms[at]);
  *cycles = clock64() - start;
}

template <class T, class Way> void measure(const Range &range, int count) {
  const std::size_t size = std::size_t(count);
  DeviceNumbers source(arguments_of(range, size));
  DeviceArray<T> x(size), results(size);
  DeviceArray<int> terms(size);
  DeviceArray<long long> cycles(1);
  terms.write(std::vector<int>(size, 0));
  source.as(x);
  std::vector<double> times;
  for (int repeat = 0; repeat < 3; repeat++) {
    compute<T, Way><<<1, 1>>>(x.data(), results.data(), terms.data(), count, cycles.data());
    check(cudaGetLastError());
    times.push_back(double(cycles.read()[0]) / count);
  }
  const Labels labels = {{"format", name_of<T>::text()}, {"way", Way::words}, {"range", range.words}};
  tell_exponentials<T>(labels, x.read(), results.read(), terms.read());
  emit(labels, "time", median(times), "cycles/operation");
}

}  // namespace

int main(int count, char **arguments) {
  const int samples = is_quick(count, arguments) ? 100 : 1000;
  for (const Range &range : RANGES) {
    for_every_format([&](auto format) { measure<decltype(format), BuiltIn>(range, samples); });
    for_formats<mx_runtime::cmp32x2, mx_runtime::cmp64x2>([&](auto format) { measure<decltype(format), Taylor>(range, samples); });
  }
  tell_clock();
  return 0;
}
