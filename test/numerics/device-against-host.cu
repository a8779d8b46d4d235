// Computes the same operations on the GPU and on the CPU and compares the bits: nvcc contracts and has fused operations, the host
// may have neither. Run by hand where there is a GPU:
//   nvcc -std=c++17 -O2 -arch=sm_90 -I runtime/formats test/numerics/device-against-host.cu -o /tmp/device-against-host && /tmp/device-against-host
// The machine formats' own functions (expf, exp, …) differ between CUDA and the C library, so those are left out.
#include <cstdio>
#include <vector>

#include "formats.h"

constexpr int results = 20, operands = 1 << 16;

template <class F> struct row {
  F z[results];
};

template <class F> MX_HD row<F> compute(const F &a, const F &b) {
  row<F> r;
  for (F &z : r.z) z = a;
  r.z[0] = a + b, r.z[1] = a - b, r.z[2] = a * b, r.z[3] = a / b, r.z[4] = mx_runtime::sqrt(mx_runtime::abs(a));
  r.z[5] = mx_runtime::fma(a, b, a), r.z[6] = mx_runtime::floor(a), r.z[7] = mx_runtime::trunc(b), r.z[8] = mx_runtime::min(a, b), r.z[9] = -a;
  r.z[10] = mx_runtime::convert<F>(mx_runtime::convert<mx_runtime::fp16>(a)), r.z[11] = mx_runtime::convert<F>(mx_runtime::convert<mx_runtime::bf16>(a));
  r.z[12] = mx_runtime::convert<F>(mx_runtime::convert<float>(a)), r.z[13] = mx_runtime::convert<F>(mx_runtime::convert<mx_runtime::fp32x2>(a));
  r.z[14] = mx_runtime::convert<F>(mx_runtime::convert<mx_runtime::fp64x2>(a));
  // a float or double out of an integer's range is C++'s undefined conversion; the multi-part formats saturate
  if constexpr (mx_runtime::is_multi_part<F>) r.z[15] = mx_runtime::convert<F>(mx_runtime::convert<long long>(b));
  if constexpr (mx_runtime::detail::has_series<F>) {
    r.z[16] = mx_runtime::exp(b), r.z[17] = mx_runtime::log(mx_runtime::abs(a)), r.z[18] = mx_runtime::sin(a), r.z[19] = mx_runtime::pow(mx_runtime::abs(b), F(1.75));
  }
  return r;
}

template <class F> __global__ void on_device(const F *a, const F *b, row<F> *out, F *sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = compute(a[i], b[i]);
  mx_runtime::atomic_add(sum, mx_runtime::convert<F>(1));
}

static unsigned long long state = 88172645463325252ull;
static double draw(int range) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  const double fraction = 1.0 + double(state >> 12) * 0x1p-52;
  return std::ldexp(state & 1 ? fraction : -fraction, int(state >> 2 & 0xffff) % (2 * range + 1) - range);
}

template <class F> bool same(const F &x, const F &y) {
  double p[4] = {0, 0, 0, 0}, q[4] = {0, 0, 0, 0};
  using P = typename mx_runtime::format_traits<F>::part;
  P a[4], b[4];
  memcpy(static_cast<void *>(a), &x, sizeof x), memcpy(static_cast<void *>(b), &y, sizeof y);
  for (int k = 0; k < mx_runtime::format_traits<F>::parts; k++) p[k] = double(a[k]), q[k] = double(b[k]);
  for (int k = 0; k < 4; k++)
    if (!(p[k] == q[k] || (p[k] != p[k] && q[k] != q[k]))) return false;
  return true;
}

template <class F> int test(int range) {
  std::vector<F> a, b;
  for (int i = 0; i < operands; i++) {
    // every part random; every eighth pair nearly cancels
    F x = mx_runtime::convert<F>(draw(range)), y = mx_runtime::convert<F>(i % 8 ? draw(range / 8) : -mx_runtime::convert<double>(x));
    if constexpr (mx_runtime::is_multi_part<F>) {
      for (int k = 1; k < mx_runtime::format_traits<F>::parts; k++) x = x + x * mx_runtime::convert<F>(draw(1) * std::ldexp(1.0, -54 * k));
      y = y + y * mx_runtime::convert<F>(draw(1) * 0x1p-50);
    }
    a.push_back(x), b.push_back(y);
  }
  const double specials[] = {0.0, -0.0, 1.0, HUGE_VAL, -HUGE_VAL, NAN, 1e300, 1e-300, 3.0};
  for (int i = 0; i < 81; i++) a[i] = mx_runtime::convert<F>(specials[i / 9]), b[i] = mx_runtime::convert<F>(specials[i % 9]);
  F *da, *db, *sum;
  row<F> *out;
  cudaMalloc(&da, operands * sizeof(F)), cudaMalloc(&db, operands * sizeof(F)), cudaMalloc(&out, operands * sizeof(row<F>));
  cudaMalloc(&sum, sizeof(F));
  cudaMemcpy(da, a.data(), operands * sizeof(F), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), operands * sizeof(F), cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(F));
  on_device<<<operands / 128, 128>>>(da, db, out, sum);
  std::vector<row<F>> got(operands);
  F total;
  cudaMemcpy(got.data(), out, operands * sizeof(row<F>), cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, sum, sizeof(F), cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) return std::printf("%s: %s\n", mx_runtime::format_traits<F>::name(), cudaGetErrorString(error)), 1;
  int wrong = 0, per[results] = {};
  for (int i = 0; i < operands; i++) {
    const row<F> expected = compute(a[i], b[i]);
    for (int k = 0; k < results; k++) {
      if (same(expected.z[k], got[i].z[k])) continue;
      if (per[k]++ == 0)
        std::printf("  %s result %d of (%.17g, %.17g): device %.17g, host %.17g\n", mx_runtime::format_traits<F>::name(), k,
                    mx_runtime::convert<double>(a[i]), mx_runtime::convert<double>(b[i]), mx_runtime::convert<double>(got[i].z[k]),
                    mx_runtime::convert<double>(expected.z[k]));
      wrong++;
    }
  }
  const double counted = mx_runtime::convert<double>(total);
  // 65536 ones: fp16 and bf16 stop growing at 2048 and 256
  const bool atomic = mx_runtime::format_traits<F>::significand_bits < 17 || counted == operands;
  std::printf("%s: %d of %d results differ, atomic sum %.0f%s\n", mx_runtime::format_traits<F>::name(), wrong, operands * results, counted,
              atomic ? "" : " WRONG");
  return wrong + !atomic;
}

int main() {
  const int wrong = test<mx_runtime::fp16>(14) + test<mx_runtime::bf16>(100) + test<float>(100) + test<double>(900) + test<mx_runtime::fp32x2>(100) +
                    test<mx_runtime::fp64x2>(900) + test<mx_runtime::fp64x4>(900) + test<mx_runtime::cmp32x2>(100) + test<mx_runtime::cmp64x2>(900);
  std::printf(wrong ? "FAILED\n" : "device and host agree\n");
  return wrong != 0;
}
