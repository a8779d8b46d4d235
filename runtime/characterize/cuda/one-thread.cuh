// Work of one thread, with the cycles it took.
#pragma once

#include "convert.cuh"

namespace mx_characterize {

/** What `Work` comes to in one thread; it is given the memory it reads. */
template <class T, class Work> __global__ void in_one_thread(Work work, const T *memory, std::size_t count, T *result, long long *cycles) {
  const long long start = clock64();
  *result = work(memory, count);
  *cycles = clock64() - start;
}

template <class T> struct OneThread {
  T result;
  double cycles;
};

template <class T, class Work> OneThread<T> run_in_one_thread(const Work &work, const T *memory, std::size_t count, int repeats) {
  DeviceArray<T> result(1);
  DeviceArray<long long> cycles(1);
  std::vector<double> times;
  for (int repeat = 0; repeat < repeats; repeat++) {
    in_one_thread<<<1, 1>>>(work, memory, count, result.data(), cycles.data());
    check(cudaGetLastError());
    times.push_back(double(cycles.read()[0]));
  }
  return {result.read()[0], median(times)};
}

}  // namespace mx_characterize
