// Gaussian elimination, LU decomposition and forces between particles on a GPU, by block size.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/applications.cu -o applications && ./applications [--quick]
#include "../applications.h"
#include "convert.cuh"

using namespace mx_characterize;
using Reference = std::vector<mx_runtime::fp64x4>;

namespace {

template <class T> __global__ void multipliers(T *a, int n, int column) {
  const int row = column + 1 + int(blockIdx.x * blockDim.x + threadIdx.x);
  if (row < n) take_multiplier(a, n, column, row);
}
/** One thread an element; those beyond the last column have the right-hand side. */
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

template <class T> void measure_matrices(int n, const IntervalPair &pair, Reference &reference, int repeats) {
  DeviceNumbers source(system_of(n, pair));
  DeviceArray<T> a(source.count());
  source.as(a);
  const std::vector<T> start = a.read();
  for (bool with_side : {true, false})
    for (int side : {4, 8, 16}) {
      Labels labels = {{"application", with_side ? "gaussian" : "lu"}, {"format", name_of<T>::text()}, {"size", std::to_string(n)},
                       {"intervals", pair.text()}, {"shape", shape_text(side, side)}};
      std::vector<double> times;
      for (int repeat = 0; repeat < repeats; repeat++) {  // each changes the matrix
        source.as(a);
        times.push_back(milliseconds_once([&] { eliminate(a.data(), n, side, with_side); }));
      }
      emit(labels, "time", median(times), "ms");
      if (side != 16) continue;
      labels.pop_back();
      std::vector<T> found = a.read();
      if (!with_side) {
        emit(labels, "mismatches", mismatches(found, start, n), "%");
        continue;
      }
      substitute_back(found, n);
      if constexpr (std::is_same<T, mx_runtime::fp64x4>::value) reference.assign(found.begin() + n * n, found.end());
      emit(labels, "error", mean_error(found, std::size_t(n) * n, reference), "absolute");
    }
}

template <class T> __global__ void forces(const T *particles, int count, T *found) {
  const int own = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (own < count) found[own] = force_on(particles, count, own);
}

template <class T> void measure_particles(int count, const Range &box, Reference &reference, int repeats) {
  DeviceNumbers source(particles_of(count, box.high));
  DeviceArray<T> particles(source.count()), found{std::size_t(count)};
  source.as(particles);
  const double ms = milliseconds(repeats, [&] { forces<<<(count + 127) / 128, 128>>>(particles.data(), count, found.data()); });
  const std::vector<T> here = found.read();
  if constexpr (std::is_same<T, mx_runtime::fp64x4>::value) reference = here;
  const Labels labels = {{"application", "particles"}, {"format", name_of<T>::text()}, {"size", std::to_string(count)}, {"intervals", box.words}};
  emit(labels, "error", mean_error(here, 0, reference), "absolute");
  emit(labels, "time", ms, "ms");
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  Reference reference;
  for (int n : quick ? std::vector<int>{64, 256} : std::vector<int>{64, 256, 512})
    for (const IntervalPair &pair : APPLICATION_PAIRS)
      for_application_formats([&](auto format) { measure_matrices<decltype(format)>(n, pair, reference, quick ? 1 : 3); });
  for (const Range &box : BOXES)
    for_application_formats([&](auto format) { measure_particles<decltype(format)>(quick ? 1024 : 4096, box, reference, quick ? 1 : 3); });
  tell_clock();
  return 0;
}
