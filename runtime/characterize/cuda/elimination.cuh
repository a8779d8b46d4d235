// Elimination on a GPU, and the errors of its results: everything that takes n² or n³ operations runs there.
#pragma once

#include <memory>

#include "../elimination.h"
#include "convert.cuh"

namespace mx_characterize {

template <class T> __global__ void multipliers(T *a, int n, int column) {
  const int row = column + 1 + int(blockIdx.x * blockDim.x + threadIdx.x);
  if (row < n) take_multiplier(a, n, column, row);
}
/** One thread per element; those beyond the last column have the right-hand side. */
template <class T> __global__ void rows(T *a, int n, int column, bool with_side) {
  const int row = column + 1 + int(blockIdx.y * blockDim.y + threadIdx.y), at = column + 1 + int(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= n) return;
  if (at < n) take_from_row(a, n, column, row, at);
  else if (at == n && with_side) take_from_side(a, n, column, row);
}
template <class T> void eliminate(T *a, int n, int side, bool with_side) {
  const dim3 block(side, side);
  for (int column = 0; column + 1 < n; column++) {
    const int left = n - column;
    multipliers<<<(left + 127) / 128, 128>>>(a, n, column);
    rows<<<dim3((left + side - 1) / side, (left + side - 1) / side), block>>>(a, n, column, with_side);
  }
}

template <class T> __global__ void to_double_words(const T *from, mx_runtime::fp64x2 *to, std::size_t count) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t at = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; at < count; at += stride) to[at] = double_word(from[at]);
}
/** One thread per element of the product; the matrix before its decomposition is made of its doubles again. */
template <class T> __global__ void count_mismatches(const mx_runtime::fp64x2 *lu, const double *matrix, int n, int *mismatches) {
  const int row = int(blockIdx.y * blockDim.y + threadIdx.y), column = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (row < n && column < n && is_mismatch(lu, number<T>(matrix[row * n + column]), n, row, column)) atomicAdd(mismatches, 1);
}
template <class T> double share_of_mismatches(DeviceArray<T> &decomposed, DeviceNumbers &matrix, int n) {
  const std::size_t elements = std::size_t(n) * n;
  DeviceArray<mx_runtime::fp64x2> lu(elements);
  DeviceArray<int> mismatches(1);
  mismatches.write({0});
  to_double_words<<<1024, 128>>>(decomposed.data(), lu.data(), elements);
  count_mismatches<T><<<dim3((n + 31) / 32, (n + 7) / 8), dim3(32, 8)>>>(lu.data(), matrix.doubles(), n, mismatches.data());
  check(cudaGetLastError());
  return share_of(mismatches.read()[0], n);
}

/** Each thread adds up its own elements; the host adds the threads' sums in their order, so that the result repeats. */
template <class T> __global__ void compare_elements(const T *found, const limbs256 *reference, std::size_t count, ErrorSums *sums) {
  const std::size_t threads = std::size_t(gridDim.x) * blockDim.x, own = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  ErrorSums sum;
  for (std::size_t at = own; at < count; at += threads) sum.add(found[at], reference[at]);
  sums[own] = sum;
}
template <class T> ErrorSums compare_on_device(DeviceArray<T> &found, DeviceArray<limbs256> &reference, std::size_t count) {
  constexpr int BLOCKS = 256, THREADS = 64;
  DeviceArray<ErrorSums> sums(std::size_t(BLOCKS) * THREADS);
  compare_elements<<<BLOCKS, THREADS>>>(found.data(), reference.data(), count, sums.data());
  check(cudaGetLastError());
  ErrorSums all;
  for (const ErrorSums &one : sums.read()) {
    all.differences += one.differences;
    all.magnitudes += one.magnitudes;
  }
  return all;
}

/** The decomposed matrix, on the GPU, and the solution in 256 bits. */
struct MatrixReference {
  std::unique_ptr<DeviceArray<limbs256>> decomposed;
  std::vector<limbs256> solution;
};

}  // namespace mx_characterize
