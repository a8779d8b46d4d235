// Throughput of pairs of floats: ours (runtime/mantissa/mantissa_fp32x2.h, the header of patches), pairs as n-body codes have them by hand, pairs in the
// style of a multiple-precision template library, fp64 and fp32. Every thread runs four independent chains of one operation.
// fp32x2-on-gpu.sh compiles this twice, the second time with -DMANTISSA_FINITE_ONLY, and prints one table.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "mantissa_fp32x2.h"

#define CHECK(call)                                                                                      \
  do {                                                                                                   \
    const cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) {                                                                          \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                                \
      std::exit(1);                                                                                      \
    }                                                                                                    \
  } while (0)

#define DEVICE __host__ __device__ __forceinline__
#if defined(__CUDA_ARCH__)
#define ADD(a, b) __fadd_rn(a, b)
#define SUB(a, b) __fsub_rn(a, b)
#define MUL(a, b) __fmul_rn(a, b)
#define FMA(a, b, c) __fmaf_rn(a, b, c)
#else
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define FMA(a, b, c) std::fma(a, b, c)
#endif

/** By hand, as short as it goes: the tails are added up, then once renormalised. Sums lose digits where heads cancel. */
struct by_hand {
  float x, y;
  DEVICE by_hand() {}
  DEVICE by_hand(float a, float b) : x(a), y(b) {}
  DEVICE by_hand(double a) : x(float(a)), y(float(a - double(float(a)))) {}
  DEVICE operator double() const { return double(x) + double(y); }
};
DEVICE by_hand closed(float head, float tail) {
  const float x = ADD(head, tail);
  return by_hand(x, SUB(tail, SUB(x, head)));
}
DEVICE by_hand operator+(by_hand a, by_hand b) {
  const float s = ADD(a.x, b.x), e = SUB(s, a.x);
  const float lost = ADD(SUB(b.x, e), SUB(a.x, SUB(s, e)));
  return closed(s, ADD(ADD(lost, a.y), b.y));
}
DEVICE by_hand operator-(by_hand a, by_hand b) { return a + by_hand(-b.x, -b.y); }
DEVICE by_hand operator*(by_hand a, by_hand b) {
  const float p = MUL(a.x, b.x), e = FMA(a.x, b.x, -p);
  return closed(p, ADD(e, FMA(a.x, b.y, MUL(a.y, b.x))));
}
DEVICE by_hand operator/(by_hand a, by_hand b) {
  const float q = a.x / b.x;
  const by_hand rest = a - b * by_hand(q, 0.0f);
  return closed(q, rest.x / b.x);
}
DEVICE by_hand inverse_root(by_hand a) {
#if defined(__CUDA_ARCH__)
  const float r = rsqrtf(a.x);
#else
  const float r = 1.0f / std::sqrt(a.x);
#endif
  const by_hand h(r, 0.0f), rest = by_hand(1.0f, 0.0f) - a * (h * h);
  return h + rest * by_hand(0.5f * r, 0.0f);
}

/** In the style of a template library of n parts: exact transforms, then a renormalisation. As accurate as ours. */
template <int n> struct expansion {
  float part[n];
  DEVICE expansion() {}
  DEVICE expansion(double a) {
    for (int i = 0; i < n; i++) {
      part[i] = float(a);
      a -= double(part[i]);
    }
  }
  DEVICE operator double() const { return double(part[0]) + double(part[1]); }
};
DEVICE float exact_sum(float a, float b, float &error) {
  const float s = ADD(a, b), bb = SUB(s, a);
  error = ADD(SUB(a, SUB(s, bb)), SUB(b, bb));
  return s;
}
DEVICE float ordered_sum(float a, float b, float &error) {
  const float s = ADD(a, b);
  error = SUB(b, SUB(s, a));
  return s;
}
DEVICE float exact_product(float a, float b, float &error) {
  const float p = MUL(a, b);
  error = FMA(a, b, -p);
  return p;
}
typedef expansion<2> pair_of_library;
DEVICE pair_of_library operator+(pair_of_library a, pair_of_library b) {
  pair_of_library z;
  float s1, t1, v1;
  const float s = exact_sum(a.part[0], b.part[0], s1), t = exact_sum(a.part[1], b.part[1], t1);
  const float v = ordered_sum(s, ADD(s1, t), v1);
  z.part[0] = ordered_sum(v, ADD(t1, v1), z.part[1]);
  return z;
}
DEVICE pair_of_library operator-(pair_of_library a, pair_of_library b) {
  b.part[0] = -b.part[0];
  b.part[1] = -b.part[1];
  return a + b;
}
DEVICE pair_of_library operator*(pair_of_library a, pair_of_library b) {
  pair_of_library z;
  float e;
  const float p = exact_product(a.part[0], b.part[0], e);
  const float cross = FMA(a.part[1], b.part[0], MUL(a.part[0], b.part[1]));
  z.part[0] = ordered_sum(p, ADD(e, cross), z.part[1]);
  return z;
}
DEVICE pair_of_library operator/(pair_of_library a, pair_of_library b) {
  pair_of_library head, z;
  head.part[0] = a.part[0] / b.part[0];
  head.part[1] = 0.0f;
  const pair_of_library rest = a - b * head;
  z.part[0] = ordered_sum(head.part[0], rest.part[0] / b.part[0], z.part[1]);
  return z;
}
DEVICE pair_of_library inverse_root(pair_of_library a) {
  pair_of_library h, half, one(1.0);
#if defined(__CUDA_ARCH__)
  h.part[0] = rsqrtf(a.part[0]);
#else
  h.part[0] = 1.0f / std::sqrt(a.part[0]);
#endif
  h.part[1] = half.part[1] = 0.0f;
  half.part[0] = 0.5f * h.part[0];
  return h + (one - a * (h * h)) * half;
}

DEVICE fp32x2 inverse_root(fp32x2 a) { return rsqrt(a); }
DEVICE double inverse_root(double a) {
#if defined(__CUDA_ARCH__)
  return rsqrt(a);
#else
  return 1.0 / std::sqrt(a);
#endif
}
DEVICE float inverse_root(float a) {
#if defined(__CUDA_ARCH__)
  return rsqrtf(a);
#else
  return 1.0f / std::sqrt(a);
#endif
}

enum operation { SUM, PRODUCT, PRODUCT_AND_SUM, QUOTIENT, INVERSE_ROOT, INTERACTION, OPERATIONS };
const char *const NAMES[] = {"a+b", "a*b", "a*b+c", "a/b", "1/sqrt(a)", "n-body"};

template <class T, int which> DEVICE T step(T x, T y, T z) {
  switch (which) {
    case SUM: return x + y;
    case PRODUCT: return x * y;
    case PRODUCT_AND_SUM: return x * y + z;
    case QUOTIENT: return y / x;
    case INVERSE_ROOT: return inverse_root(x);
    default: {
      // an interaction in three dimensions, one sum of which is carried on
      const T dx = y - x, dy = z - y, dz = x - z;
      const T inverse = inverse_root(dx * dx + dy * dy + dz * dz + y);
      const T cube = inverse * inverse * inverse;
      return x + dx * cube * z;
    }
  }
}

const int CHAINS = 4, THREADS = 256;

template <class T, int which> __global__ void chains(double *out, const double *in, int steps) {
  const double shift = 1e-3 * (threadIdx.x % 32);
  T x[CHAINS];
  const T y = T(in[0]), z = T(in[1]);
  for (int k = 0; k < CHAINS; k++) x[k] = T(in[2] + shift + 0.01 * k);
  for (int i = 0; i < steps; i++)
#pragma unroll
    for (int k = 0; k < CHAINS; k++) x[k] = step<T, which>(x[k], y, z);
  double sum = 0;
  for (int k = 0; k < CHAINS; k++) sum += double(x[k]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <class T, int which> double seconds(double *out, const double *in, int blocks, int steps) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  chains<T, which><<<blocks, THREADS>>>(out, in, steps);
  for (int run = 0; run < 7; run++) {
    CHECK(cudaEventRecord(begin));
    chains<T, which><<<blocks, THREADS>>>(out, in, steps);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    times.push_back(ms);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2] * 1e-3;
}

/** One step on the host, against the same in double: digits that agree in the worst of a few hundred cases. */
template <class T, int which> double digits() {
  double worst = 0;
  for (int k = 0; k < 400; k++) {
    const double x0 = 1.5 + 0.01 * k + 1e-9 * k * k, y0 = which == SUM ? 0.3 + 1e-8 * k : 0.9 + 1e-3 * k, z0 = 0.7 + 1e-4 * k;
    // the pairs' own operands, so that only the operation is judged
    const fp32x2 xp = x0, yp = y0, zp = z0;
    const double exact = step<double, which>(double(xp), double(yp), double(zp));
    const double got = double(step<T, which>(T(double(xp)), T(double(yp)), T(double(zp))));
    worst = std::max(worst, std::fabs(got - exact) / std::fabs(exact));
  }
  return worst > 0 ? -std::log10(worst) : 17;
}

template <class T, int which> void row(const char *type, double *out, const double *in, int blocks, int steps) {
  const double operations = double(blocks) * THREADS * CHAINS * steps;
  std::printf("%s\t%s\t%.2f\t%.1f\n", NAMES[which], type, operations / seconds<T, which>(out, in, blocks, steps) * 1e-9, digits<T, which>());
  std::fflush(stdout);
}

template <class T> void rows(const char *type, double *out, const double *in, int blocks, int steps) {
  row<T, SUM>(type, out, in, blocks, steps);
  row<T, PRODUCT>(type, out, in, blocks, steps);
  row<T, PRODUCT_AND_SUM>(type, out, in, blocks, steps);
  row<T, QUOTIENT>(type, out, in, blocks, steps);
  row<T, INVERSE_ROOT>(type, out, in, blocks, steps);
  row<T, INTERACTION>(type, out, in, blocks, steps);
}

int main() {
  int device, multiprocessors;
  CHECK(cudaGetDevice(&device));
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int blocks = 8 * multiprocessors, steps = 4000;
  double *out, *in;
  // y near 1 and z small, so that chains of sums and products stay in range
  const double values[] = {0.99999701976776123, 1.0000001e-3, 1.25};
  CHECK(cudaMalloc(&out, sizeof(double) * blocks * THREADS));
  CHECK(cudaMalloc(&in, sizeof values));
  CHECK(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
#if defined(MANTISSA_FINITE_ONLY)
  rows<fp32x2>("ours-finite", out, in, blocks, steps);
#else
  rows<fp32x2>("ours", out, in, blocks, steps);
  rows<by_hand>("by-hand", out, in, blocks, steps);
  rows<pair_of_library>("library", out, in, blocks, steps);
  rows<double>("fp64", out, in, blocks, steps);
  rows<float>("fp32", out, in, blocks, steps);
#endif
  return 0;
}
