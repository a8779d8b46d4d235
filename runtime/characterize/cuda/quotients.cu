// (x·y)/y on a GPU, by one thread, with the three kinds of division that single precision has.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/quotients.cu -o quotients && ./quotients [--quick]
#include "../quotients.h"
#include "one-thread.cuh"
#include "steps.cuh"

using namespace mx_characterize;

namespace {

struct FullRange {
  static constexpr const char *words = "full range";
  static __device__ float of(float x, float y) { return divided_fully(x, y); }
};
struct Approximate {
  static constexpr const char *words = "approximate";
  static __device__ float of(float x, float y) { return __fdividef(x, y); }
};

template <class T, class Divide> struct Undone {
  T x;
  __device__ T operator()(const T *y, std::size_t count) const { return do_and_undo<T, Divide>(x, y, count); }
};

/** Repeats a few cached divisors, so that only product and quotient are timed. */
template <class T, class Divide> struct NearUndone {
  T x;
  __device__ T operator()(const T *y, std::size_t count) const {
    T found = x;
#pragma unroll 4
    for (std::size_t at = 0; at < count; at++) found = Divide::of(found * y[at & 63], y[at & 63]);
    return found;
  }
};

template <class T, class Divide> void measure(const Magnitudes &one, DeviceNumbers &source, bool timed) {
  DeviceArray<T> y(source.count());
  source.as(y);
  const T x = number<T>(start_of(one));
  const Labels labels = {{"format", name_of<T>::text()}, {"division", Divide::words}, {"x", one.x_words}, {"y", one.y_words}, {"count", std::to_string(source.count())}};
  const auto advance = [&](T from, std::size_t first, std::size_t steps) { return run_in_one_thread<T>(Undone<T, Divide>{from}, y.data() + first, steps, 1).result; };
  emit(labels, "error", emit_errors_along(labels, x, source.count(), advance), "relative");
  if (timed) emit(labels, "time", run_in_one_thread<T>(NearUndone<T, Divide>{x}, y.data(), 1024, 3).cycles / 1024, "cycles/iteration");
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  bool timed = true;
  for (const Magnitudes &one : MAGNITUDES) {
    const std::vector<double> all = divisors_of(one, quick ? 10000 : 1000000);
    DeviceNumbers divisors(all);
    using mx_runtime::bf16, mx_runtime::cmp32x2, mx_runtime::cmp64x2, mx_runtime::fp16, mx_runtime::fp32, mx_runtime::fp32x2, mx_runtime::fp64, mx_runtime::fp64x2;
    for_formats<fp16, bf16, fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2>([&](auto format) { measure<decltype(format), Divided>(one, divisors, timed); });
    measure<float, FullRange>(one, divisors, timed);
    measure<float, Approximate>(one, divisors, timed);
    // a fiftieth of the divisors says the same of one that takes fifty times as long
    DeviceNumbers fewer(std::vector<double>(all.begin(), all.begin() + long(all.size() / 50)));
    measure<mx_runtime::fp64x4, Divided>(one, fewer, timed);
    timed = false;
  }
  tell_clock();
  return 0;
}
