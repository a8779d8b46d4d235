// One vectorised loop on a GPU: as a scalar kernel of floats, as one of halves, as half2 written by hand, and as mantissa vectorize writes it.
// Compares what they compute, and their times with that of the device's own copy. Each loop is a program of its own (loops-on-gpu.sh).
#pragma once
#include "by-hand.h"
#include "mantissa_vector.h"
#include "measuring.h"
#include <cstring>
#include <string>
#include <utility>

/** A half of the scalar half program: each operation is rounded, none is fused. */
struct Half {
  __half v;
  Half() = default;
  __host__ __device__ Half(float x) : v(__float2half_rn(x)) {}
  __device__ Half(__half x) : v(x) {}
};
__device__ inline Half operator+(Half a, Half b) { return __hadd_rn(a.v, b.v); }
__device__ inline Half operator-(Half a, Half b) { return __hsub_rn(a.v, b.v); }
__device__ inline Half operator*(Half a, Half b) { return __hmul_rn(a.v, b.v); }
__device__ inline Half operator/(Half a, Half b) { return Half(__fdiv_rn(__half2float(a.v), __half2float(b.v))); }
__device__ inline Half operator-(Half a) { return __hneg(a.v); }
__device__ inline bool operator<(Half a, Half b) { return __hlt(a.v, b.v); }
__device__ inline bool operator>(Half a, Half b) { return __hgt(a.v, b.v); }
__device__ inline Half root(Half x) { return Half(__fsqrt_rn(__half2float(x.v))); }
__device__ inline float exponential(float x) { return expf(x); }
/** As the vectors compute it: in float, rounded once. */
__device__ inline Half exponential(Half x) { return Half(__expf(__half2float(x.v))); }
__device__ inline float wide(float x) { return x; }
__device__ inline float wide(Half x) { return __half2float(x.v); }

struct Loop {
  const char *name;
  /** Arrays, in numbers for each element of the loop. */
  std::vector<double> sizes;
  /** Numbers that are moved for each element. */
  double moved;
  float low, high;
  /** Arrays that the loop changes. */
  std::vector<int> written;
  std::function<void(int, float **)> floats;
  std::function<void(int, Half **)> halves;
  std::function<void(int, __half **)> hand, vectors, exact;
};

/** Elements of the loop, and of the arrays around them that it also reads. */
constexpr int AROUND = 64;

inline void fillArrays(const Loop &loop, int n, std::vector<float *> &floats, std::vector<__half *> &halves) {
  for (std::size_t k = 0; k < loop.sizes.size(); ++k) {
    const int count = static_cast<int>(loop.sizes[k] * n) + AROUND;
    fill<<<blocks(count), BLOCK>>>(count, static_cast<unsigned>(k) + 1, loop.low, loop.high, floats[k]);
    to_half<<<blocks(count), BLOCK>>>(count, floats[k], halves[k]);
  }
}

/** Numbers of the largest array: more than any cache. */
constexpr int NUMBERS = 1 << 26;

inline int run(const Loop &loop) {
  const int n = static_cast<int>(NUMBERS / *std::max_element(loop.sizes.begin(), loop.sizes.end()));
  std::vector<float *> floats(loop.sizes.size());
  std::vector<__half *> halves(loop.sizes.size());
  for (std::size_t k = 0; k < loop.sizes.size(); ++k) {
    const long long count = static_cast<long long>(loop.sizes[k] * n) + AROUND;
    CHECK(cudaMalloc(&floats[k], count * sizeof(float)));
    CHECK(cudaMalloc(&halves[k], count * sizeof(__half)));
  }
  // the bits of the scalar half program, for some lengths
  long long different = 0, compared = 0;
  for (const int length : {1000003, 8, 17}) {
    std::vector<std::vector<unsigned short>> expected;
    for (const bool isScalar : {true, false}) {
      fillArrays(loop, length, floats, halves);
      if (isScalar) loop.halves(length, reinterpret_cast<Half **>(halves.data()));
      else loop.exact(length, halves.data());
      CHECK(cudaGetLastError());
      CHECK(cudaDeviceSynchronize());
      for (std::size_t at = 0; at < loop.written.size(); ++at) {
        const int k = loop.written[at];
        std::vector<unsigned short> bits(static_cast<std::size_t>(loop.sizes[k] * length) + AROUND);
        CHECK(cudaMemcpy(bits.data(), halves[k], 2 * bits.size(), cudaMemcpyDeviceToHost));
        const auto isNan = [](unsigned short x) { return (x & 0x7fff) > 0x7c00; };
        if (isScalar) expected.push_back(bits);
        else
          for (std::size_t i = 0; i < bits.size(); ++i, ++compared)
            different += bits[i] != expected[at][i] && !(isNan(bits[i]) && isNan(expected[at][i]));
      }
    }
  }
  fillArrays(loop, n, floats, halves);
  const double copy = copyRate(floats[1], floats[0], static_cast<int>(n * std::min(loop.sizes[0], loop.sizes[1])));
  const double scalar = timed([&] { loop.floats(n, floats.data()); }).medianMs;
  const double half = timed([&] { loop.halves(n, reinterpret_cast<Half **>(halves.data())); }).medianMs;
  const double hand = timed([&] { loop.hand(n, halves.data()); }).medianMs;
  const Figures vectors = timed([&] { loop.vectors(n, halves.data()); });
  const double exact = timed([&] { loop.exact(n, halves.data()); }).medianMs;
  const double rate = loop.moved * 2 * n / vectors.medianMs / 1e6;
  std::printf("%-12s bits %s (%lld of %lld differ without fma)  vectors %.4f ms (%.4f - %.4f)  %.0f GB/s = %.1f %% of the copy (%.0f)  "
              "float/vectors %.2f  half/vectors %.2f  by hand/vectors %.3f (by hand %.2f of float)  without fma %.4f ms\n",
              loop.name, different == 0 ? "equal" : "DIFFER", different, compared, vectors.medianMs, vectors.leastMs, vectors.mostMs, rate,
              100 * rate / copy, copy, scalar / vectors.medianMs, half / vectors.medianMs, hand / vectors.medianMs, scalar / hand, exact);
  return different == 0 ? 0 : 1;
}
