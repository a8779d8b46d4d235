// What vectors of halves are worth on a GPU: each loop of kernels.c as a scalar kernel of floats, as one of halves, as two of half2 that
// were written by hand (a pair a thread; four pairs by 128-bit loads), and as mantissa vectorize writes it (generated/), in time, in
// bandwidth beside the device's own copy, and in what it computes. See run.sh.
#include "generated/alpha_blend_fp16.cu"
#include "generated/alpha_blend_fp32.cu"
#include "generated/filter_3x3_fp16.cu"
#include "generated/filter_3x3_fp32.cu"
#include "generated/lab_to_rgb_fp16.cu"
#include "generated/lab_to_rgb_fp32.cu"
#include "generated/saxpy_fp16.cu"
#include "generated/saxpy_fp32.cu"
#include "generated/stencil_fp16.cu"
#include "generated/stencil_fp32.cu"
#include "generated/tone_curve_fp16.cu"
#include "generated/tone_curve_fp32.cu"
#include "by-hand.h"
#include "measuring.h"
#include <string>

constexpr int WIDTH = 8192;  // of the image
constexpr int ARRAYS = 6;

/* ---- measuring ---------------------------------------------------------------------------------------------------------------- */

struct Kernel {
  std::string name;
  /** Arrays that are read (first) and written (behind them), and how many of them are moved. */
  int reads, writes;
  std::vector<std::pair<float, float>> ranges;
  /** Floats, halves, by hand with a pair and with four pairs a thread, vectors of 8 halves, vectors of 4 floats. */
  std::function<void(int, float **)> floats, floatVectors;
  std::function<void(int, __half **)> halves, pairs, fourPairs, vectors;
  bool inPlace;
};

int main(int argc, char **argv) {
  const int n = WIDTH * (argc > 1 ? std::atoi(argv[1]) : 8192);
  const float strength = 0.3f, factor = 0.7f;
  const std::vector<Kernel> kernels = {
      {"lab_to_rgb", 3, 3, {{0, 100}, {-60, 60}, {-60, 60}},
       [](int m, float **p) { lab_to_rgb_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, float **p) { CHECK(lab_to_rgb_float4(m, p[0], p[1], p[2], p[3], p[4], p[5])); },
       [](int m, __half **p) { lab_to_rgb_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, __half **p) { lab_to_rgb_hand<1><<<blocks(m / 2), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, __half **p) { lab_to_rgb_hand<4><<<blocks(m / 8), BLOCK>>>(m, p[0], p[1], p[2], p[3], p[4], p[5]); },
       [](int m, __half **p) { CHECK(lab_to_rgb_half8(m, p[0], p[1], p[2], p[3], p[4], p[5])); }, false},
      {"tone_curve", 1, 1, {{-0.1f, 1.1f}},
       [=](int m, float **p) { tone_curve_scalar<<<blocks(m), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, float **p) { CHECK(tone_curve_float4(m, strength, p[0], p[1])); },
       [=](int m, __half **p) { tone_curve_scalar<<<blocks(m), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, __half **p) { tone_curve_hand<1><<<blocks(m / 2), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, __half **p) { tone_curve_hand<4><<<blocks(m / 8), BLOCK>>>(m, strength, p[0], p[1]); },
       [=](int m, __half **p) { CHECK(tone_curve_half8(m, strength, p[0], p[1])); }, false},
      {"filter_3x3", 1, 1, {{0, 1}},
       [](int m, float **p) { filter_3x3_scalar<<<blocks(m), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, float **p) { CHECK(filter_3x3_float4(WIDTH, m, p[0], p[1])); },
       [](int m, __half **p) { filter_3x3_scalar<<<blocks(m), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, __half **p) { filter_3x3_hand<1><<<blocks(m / 2), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, __half **p) { filter_3x3_hand<4><<<blocks(m / 8), BLOCK>>>(WIDTH, m, p[0], p[1]); },
       [](int m, __half **p) { CHECK(filter_3x3_half8(WIDTH, m, p[0], p[1])); }, false},
      {"alpha_blend", 3, 1, {{0, 1}, {0, 1}, {0, 1}},
       [](int m, float **p) { alpha_blend_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, float **p) { CHECK(alpha_blend_float4(m, p[0], p[1], p[2], p[3])); },
       [](int m, __half **p) { alpha_blend_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, __half **p) { alpha_blend_hand<1><<<blocks(m / 2), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, __half **p) { alpha_blend_hand<4><<<blocks(m / 8), BLOCK>>>(m, p[0], p[1], p[2], p[3]); },
       [](int m, __half **p) { CHECK(alpha_blend_half8(m, p[0], p[1], p[2], p[3])); }, false},
      {"saxpy", 2, 1, {{0, 1}, {0, 1}},
       [=](int m, float **p) { saxpy_scalar<<<blocks(m), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, float **p) { CHECK(saxpy_float4(m, factor, p[0], p[1])); },
       [=](int m, __half **p) { saxpy_scalar<<<blocks(m), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, __half **p) { saxpy_hand<1><<<blocks(m / 2), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, __half **p) { saxpy_hand<4><<<blocks(m / 8), BLOCK>>>(m, factor, p[0], p[1]); },
       [=](int m, __half **p) { CHECK(saxpy_half8(m, factor, p[0], p[1])); }, true},
      {"stencil", 1, 1, {{0, 1}},
       [](int m, float **p) { stencil_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1]); },
       [](int m, float **p) { CHECK(stencil_float4(m, p[0], p[1])); },
       [](int m, __half **p) { stencil_scalar<<<blocks(m), BLOCK>>>(m, p[0], p[1]); },
       [](int m, __half **p) { stencil_hand<1><<<blocks(m / 2), BLOCK>>>(m, p[0], p[1]); },
       [](int m, __half **p) { stencil_hand<4><<<blocks(m / 8), BLOCK>>>(m, p[0], p[1]); },
       [](int m, __half **p) { CHECK(stencil_half8(m, p[0], p[1])); }, false},
  };

  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  float *floats[ARRAYS];
  __half *halves[ARRAYS];
  for (int k = 0; k < ARRAYS; ++k) {
    CHECK(cudaMalloc(&floats[k], 4ll * n));
    CHECK(cudaMalloc(&halves[k], 2ll * n));
  }
  const double copy = copyRate(floats[1], floats[0], n);
  std::printf("%s, %d numbers an array, median of 31 launches (least - most); copy by cudaMemcpy: %.0f GB/s\n", device.name, n, copy);
  std::printf("%-12s %-22s %9s %21s %8s %9s %9s\n", "loop", "how", "ms", "least - most", "GB/s", "of copy", "speedup");

  for (const Kernel &kernel : kernels) {
    const int arrays = kernel.reads + kernel.writes - (kernel.inPlace ? 1 : 0);
    const int moved = kernel.reads + kernel.writes;
    const auto prepare = [&](int m) {
      for (int k = 0; k < arrays; ++k) {
        const auto range = k < static_cast<int>(kernel.ranges.size()) ? kernel.ranges[k] : std::pair<float, float>(0, 0);
        fill<<<blocks(m), BLOCK>>>(m, k + 1, range.first, range.second, floats[k]);
        to_half<<<blocks(m), BLOCK>>>(m, floats[k], halves[k]);
      }
    };
    prepare(n);
    double base = 0;
    const auto report = [&](const char *how, int bytes, const Figures &t) {
      if (base == 0) base = t.medianMs;
      const double rate = static_cast<double>(moved) * bytes * n / t.medianMs / 1e6;
      char spread[40];
      std::snprintf(spread, sizeof spread, "%.4f - %.4f", t.leastMs, t.mostMs);
      std::printf("%-12s %-22s %9.4f %21s %8.0f %8.1f%% %9.2f\n", kernel.name.c_str(), how, t.medianMs, spread, rate, 100 * rate / copy,
                  base / t.medianMs);
    };
    report("float, scalar", 4, timed([&] { kernel.floats(n, floats); }));
    report("float, vectorize x4", 4, timed([&] { kernel.floatVectors(n, floats); }));
    report("half, scalar", 2, timed([&] { kernel.halves(n, halves); }));
    report("half2 by hand", 2, timed([&] { kernel.pairs(n, halves); }));
    report("half2 by hand, 128-bit", 2, timed([&] { kernel.fourPairs(n, halves); }));
    report("half, vectorize x8", 2, timed([&] { kernel.vectors(n, halves); }));

    // what they compute, with a tail of 5: vectors beside the scalar kernels on the same numbers
    const int m = (1 << 20) + 5;
    std::vector<float> exact(m), same(m);
    std::vector<__half> scalar(m), vector(m);
    double offFloat = 0, offHalf = 0, offScalar = 0;
    long differing = 0;
    prepare(m);
    const auto read = [&](auto **arrays_, int k, auto &to) {
      CHECK(cudaMemcpy(to.data(), arrays_[k], sizeof(to[0]) * m, cudaMemcpyDeviceToHost));
    };
    for (int k = arrays - kernel.writes; k < arrays; ++k) {
      prepare(m);
      kernel.floats(m, floats);
      read(floats, k, exact);
      kernel.halves(m, halves);
      read(halves, k, scalar);
      prepare(m);
      kernel.floatVectors(m, floats);
      read(floats, k, same);
      kernel.vectors(m, halves);
      read(halves, k, vector);
      for (int i = 0; i < m; ++i) {
        offFloat = std::max(offFloat, std::abs(static_cast<double>(same[i]) - exact[i]));
        offHalf = std::max(offHalf, std::abs(static_cast<double>(__half2float(vector[i])) - exact[i]));
        offScalar = std::max(offScalar, std::abs(static_cast<double>(__half2float(scalar[i])) - exact[i]));
        differing += __half2float(vector[i]) != __half2float(scalar[i]);
      }
    }
    std::printf("%-12s largest error against scalar float: float x4 %.3g, half x8 %.3g, scalar half %.3g; %ld of %ld halves differ from scalar half\n",
                kernel.name.c_str(), offFloat, offHalf, offScalar, differing, static_cast<long>(m) * kernel.writes);
  }
  return 0;
}
