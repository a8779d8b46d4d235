// Everything that mantissa_vector.h offers to a vector, in each format: it compiles for every GPU that nvcc knows.
#include "mantissa_vector.h"
using namespace mantissa;
template <class Lanes, class T> MANTISSA_DEVICE void everything(Lanes at, int n, const T *x, const T *y, T *o) {
  using V = typename Lanes::template of<T>;
  const V a = at.load(x), b = at.load_anywhere(y + 1);
  const auto r = at.template load_records<2>(x);
  const auto w = at.template load_around<1, 1>(x);
  const V c = fma(a, b, min(a, max(b, abs(r[0])))) - a * b / (a + sqrt(b)) + (-r[1]) + w.template at<1>();
  const auto m = ((a < b) & (a <= c)) | !((a == b) ^ (b != c)) | (a > 0.5f) | (b >= 1.0f) | at.where([=](std::int64_t i) { return i % 2 == 0; });
  const V d = select(m, c, exp(a)) + select_by_fma(m, pow(a, b), tanh(c)) + at.template numbers<T>() + at.template numbers<T>([=](std::int64_t i) { return i % 3; });
  at.store(o, d, m);
  at.store_records(o, records_of(a, b, c, d));
}
template <class T> __global__ void kernel(int n, bool aligned, const T *x, const T *y, T *o) {
  run_vector<8>(thread_number(), 0, n, aligned, [=](auto at) { everything(at, n, x, y, o); });
}
template __global__ void kernel<half>(int, bool, const half *, const half *, half *);
template __global__ void kernel<bfloat>(int, bool, const bfloat *, const bfloat *, bfloat *);
template __global__ void kernel<float>(int, bool, const float *, const float *, float *);
