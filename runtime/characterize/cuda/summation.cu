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
constexpr Shape STUDIED = {64, 32};
std::vector<Shape> other_shapes() {
  return {{1, 1}, {1, 32}, {1, 64}, {1, 128}, {1, 1024}, {16, 32}, {32, 32}, {128, 32}, {64, 256}, {device().multiProcessorCount * 8, 256}};
}

/** Numbers on the host and on the GPU. */
struct Source {
  Terms terms;
  DeviceNumbers numbers;
  Source(std::size_t count, const IntervalPair &pair) : terms(count, pair), numbers(terms.values) {}
};

/** Adds by each shape, and emits the figures under the names of each experiment that they belong to. */
template <class T> void measure(Source &source, const std::vector<Shape> &shapes, const std::vector<SumNames> &experiments, int repeats) {
  DeviceArray<T> terms(source.numbers.count());
  source.numbers.as(terms);
  const bool timed = is_timed(source.terms);
  for (const Shape &shape : shapes) {
    // one thread alone is given fewer: it would take seconds
    const std::size_t count = shape.blocks * shape.threads == 1 ? std::min(source.numbers.count(), std::size_t(1) << 18) : source.numbers.count();
    DeviceArray<T> sums(std::size_t(shape.blocks) * shape.threads);
    const double ms = milliseconds(timed ? repeats : 1, [&] { sum_terms<<<shape.blocks, shape.threads>>>(terms.data(), count, sums.data()); });
    if (ms < 0) {
      note_too_many_registers(name_of<T>::text(), shape.threads);
      continue;
    }
    Labels labels = source.terms.labels(name_of<T>::text(), shape_text(shape.blocks, shape.threads));
    for (auto &label : labels)
      if (label.first == "count") label.second = std::to_string(count);
    const std::vector<T> found = sums.read();
    for (const SumNames &names : experiments) {
      if (count == source.numbers.count()) emit_sum_errors(labels, names.error, sum_every(found.data(), 0, found.size(), 1), source.terms);
      if (timed && names.time) emit(labels, names.time, ms, "ms");
    }
  }
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  const int repeats = quick ? 1 : 3;
  const std::size_t largest = std::size_t(1) << (quick ? 20 : 23);
  for (const IntervalPair &pair : INTERVAL_PAIRS)
    for (const std::size_t size : sizes_up_to(largest)) {
      Source source(size, pair);
      for_all([&](auto format) {
        using T = decltype(format);
        if (size < largest) return measure<T>(source, {STUDIED}, {BY_SIZE}, repeats);
        measure<T>(source, {STUDIED}, {PLAIN, BY_SIZE}, repeats);
        if (is_timed(source.terms)) measure<T>(source, other_shapes(), {PLAIN}, repeats);
      });
    }
  for (const IntervalPair &pair : WIDE_PAIRS)
    for (const std::size_t size : wide_counts(quick)) {
      Source source(size, pair);
      for_all([&](auto format) { measure<decltype(format)>(source, {STUDIED}, {BY_RANGE}, repeats); });
    }
  tell_clock();
  return 0;
}
