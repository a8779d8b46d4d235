// Time on a GPU, and what kind of GPU it is.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "../rows.h"

namespace mx_characterize {

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/** Milliseconds of the GPU between two points of the stream; below 0 where a kernel needs more than a block may have. */
template <class Work> double milliseconds_once(const Work &work) {
  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  check(cudaEventRecord(start));
  work();
  const cudaError_t launched = cudaGetLastError();
  float elapsed = -1;
  if (launched != cudaErrorLaunchOutOfResources) {
    check(launched);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaEventElapsedTime(&elapsed, start, end));
  }
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(end));
  return elapsed;
}

inline void note_too_many_registers(const std::string &format, int threads) {
  note(format + " needs more registers than a block of " + std::to_string(threads) + " threads may have");
}

/** The median of several, after one that warms up. */
template <class Work> double milliseconds(int repeats, const Work &work) {
  std::vector<double> times;
  for (int repeat = 0; repeat <= repeats; repeat++) {
    const double ms = milliseconds_once(work);
    if (ms < 0) return ms;
    if (repeat > 0) times.push_back(ms);
  }
  return median(times);
}

/** Memory of the GPU, given back at the end. */
template <class T> class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) { check(cudaMalloc(&data_, std::max<std::size_t>(1, count) * sizeof(T))); }
  DeviceArray(const DeviceArray &) = delete;
  ~DeviceArray() { cudaFree(data_); }
  T *data() { return data_; }
  std::vector<T> read() {
    std::vector<T> here(count_);
    check(cudaMemcpy(here.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return here;
  }
  void write(const std::vector<T> &from) { check(cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice)); }

 private:
  std::size_t count_;
  T *data_ = nullptr;
};

inline cudaDeviceProp device() {
  cudaDeviceProp found;
  check(cudaGetDeviceProperties(&found, 0));
  return found;
}

inline int highest_clock_mhz() {
  int khz = 0;
  check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  return khz / 1000;
}

static __global__ void spin(long long cycles) {
  for (const long long start = clock64(); clock64() - start < cycles;) {
  }
}

/** The clock the GPU runs at now, after work: one that fell makes times longer, but no cycles more. */
inline void tell_clock() {
  const long long cycles = 20000000;
  const double mhz = double(cycles) / milliseconds(3, [&] { spin<<<1, 1>>>(cycles); }) / 1000;
  emit({}, "clock", mhz, "MHz");
  if (mhz < 0.9 * highest_clock_mhz())
    note("the GPU ran at " + std::to_string(int(mhz)) + " MHz, below its " + std::to_string(highest_clock_mhz()) + ": times are longer than they need be");
}

}  // namespace mx_characterize
