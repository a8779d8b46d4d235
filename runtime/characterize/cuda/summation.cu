// Global summation on a GPU: by one thread, by one block, by blocks × threads. Times are those of the threads' sums; adding up what they
// come to is left to the host.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/summation.cu -o summation && ./summation [--quick]
#include "convert.cuh"

using namespace mx_characterize;

namespace {

template <class T> __global__ void sum_terms(const T *terms, std::size_t count, T *sums) {
  const std::size_t threads = std::size_t(gridDim.x) * blockDim.x, own = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  sums[own] = sum_every(terms, own, count, threads);
}

struct Shape {
  int blocks, threads;
};

template <class T> void measure(DeviceNumbers &source, const IntervalPair &pair, bool timed, int repeats) {
  DeviceArray<T> terms(source.count());
  source.as(terms);
  const int many = device().multiProcessorCount * 8;
  const std::vector<Shape> shapes = timed ? std::vector<Shape>{{64, 32}, {1, 1}, {1, 32}, {1, 64}, {1, 128}, {1, 1024}, {16, 32}, {32, 32}, {128, 32}, {64, 256}, {many, 256}}
                                          : std::vector<Shape>{{64, 32}};
  for (const Shape &shape : shapes) {
    // one thread alone is given fewer: it would take seconds
    const std::size_t count = shape.blocks * shape.threads == 1 ? std::min(source.count(), std::size_t(1) << 18) : source.count();
    DeviceArray<T> sums(std::size_t(shape.blocks) * shape.threads);
    const double ms = milliseconds(timed ? repeats : 1, [&] { sum_terms<<<shape.blocks, shape.threads>>>(terms.data(), count, sums.data()); });
    if (ms < 0) {
      note(std::string(name_of<T>::text()) + " needs more registers than a block of " + std::to_string(shape.threads) + " threads may have");
      continue;
    }
    const Labels labels = {{"format", name_of<T>::text()}, {"intervals", pair.text()}, {"count", std::to_string(count)}, {"shape", shape_text(shape.blocks, shape.threads)}};
    if (count == source.count()) {
      const std::vector<T> found = sums.read();
      emit(labels, "error", absolute_error(sum_every(found.data(), 0, found.size(), 1), limbs256::zero()), "absolute");
    }
    if (timed) emit(labels, "time", ms, "ms");
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  for (const IntervalPair &pair : INTERVAL_PAIRS) {
    DeviceNumbers terms(terms_that_cancel(std::size_t(1) << (quick ? 20 : 23), pair));
    // how large numbers are does not matter to time
    const auto one = [&](auto format) { measure<decltype(format)>(terms, pair, pair.k == 6, quick ? 1 : 3); };
    for_every_format(one);
    for_every_length(one);
  }
  tell_clock();
  return 0;
}
