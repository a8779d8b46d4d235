#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

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

/** Milliseconds of the GPU between two points of the stream, the median of several. */
template <class Work> double milliseconds(int repeats, const Work& work) {
  cudaEvent_t start, end;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&end));
  std::vector<double> times;
  for (int repeat = 0; repeat <= repeats; repeat++) {
    check(cudaEventRecord(start));
    work();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaGetLastError());
    float elapsed = 0;
    check(cudaEventElapsedTime(&elapsed, start, end));
    if (repeat > 0) times.push_back(elapsed); // the first warms up
  }
  check(cudaEventDestroy(start));
  check(cudaEventDestroy(end));
  return median(times);
}
