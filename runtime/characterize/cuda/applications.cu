// Gaussian elimination, LU decomposition and forces between particles on a GPU, by block size.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/applications.cu -o applications && ./applications [--quick]
#include "../applications.h"
#include "elimination.cuh"

using namespace mx_characterize;

namespace {

/** Times by the side of the square thread blocks. The last run, Gaussian elimination with 16×16, leaves its result in `a`. */
template <class T> void measure_times(const MatrixSize &size, const IntervalPair &pair, DeviceNumbers &source, DeviceArray<T> &a) {
  // Chosen: small matrices are repeated, since the first launch of a kernel loads it; large ones take seconds in 256 bits
  const int repeats = size.n <= 512 ? 3 : 1;
  for (const bool with_side : {false, true})
    for (const int side : size.in_all_shapes ? std::vector<int>{4, 8, 32, 16} : std::vector<int>{16}) {
      std::vector<double> times;
      for (int repeat = 0; repeat < repeats; repeat++) {  // each changes the matrix
        source.as(a);
        times.push_back(milliseconds_once([&] { eliminate(a.data(), size.n, side, with_side); }));
      }
      if (times[0] < 0) {
        note_too_many_registers(name_of<T>::text(), side * side);
        continue;
      }
      Labels labels = matrix_labels(with_side ? "gaussian" : "lu", name_of<T>::text(), size.n, pair);
      labels.push_back({"shape", shape_text(side, side)});
      emit(labels, "time", median(times), "ms");
    }
}

/** The elimination leaves the factors of LU in the matrix: one run has the errors of both applications. */
template <class T> void measure_errors(int n, const IntervalPair &pair, DeviceNumbers &source, DeviceArray<T> &a, MatrixReference &reference) {
  const Labels gaussian = matrix_labels("gaussian", name_of<T>::text(), n, pair), lu = matrix_labels("lu", name_of<T>::text(), n, pair);
  const std::size_t elements = std::size_t(n) * n;
  emit(lu, "mismatches", share_of_mismatches(a, source, n), "%");
  std::vector<T> system = a.read();
  substitute_back(system, n);
  if constexpr (IS_REFERENCE<T>) {
    reference.solution.assign(system.begin() + elements, system.end());
  } else {
    emit_mean_errors(gaussian, compare(system.data() + elements, reference.solution), std::size_t(n));
    emit_mean_errors(lu, compare_on_device(a, *reference.decomposed, elements), elements);
  }
}

template <class T> void measure_matrices(const MatrixSize &size, const IntervalPair &pair, DeviceNumbers &source, MatrixReference &reference) {
  auto a = std::make_unique<DeviceArray<T>>(source.count());
  if (is_timed(pair)) {
    measure_times(size, pair, source, *a);
  } else {
    source.as(*a);
    eliminate(a->data(), size.n, 16, true);
    check(cudaGetLastError());
  }
  measure_errors(size.n, pair, source, *a, reference);
  if constexpr (IS_REFERENCE<T>) reference.decomposed = std::move(a);
}

template <class T> __global__ void forces(const T *particles, int count, T *found) {
  const int own = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (own < count) found[own] = force_on(particles, count, own);
}

template <class T> void measure_particles(int count, const Range &box, std::vector<mx_runtime::fp64x4> &reference, int repeats) {
  DeviceNumbers source(particles_of(count, box.high));
  DeviceArray<T> particles(source.count()), found{std::size_t(count)};
  source.as(particles);
  const double ms = milliseconds(repeats, [&] { forces<<<(count + 127) / 128, 128>>>(particles.data(), count, found.data()); });
  const std::vector<T> here = found.read();
  if constexpr (std::is_same<T, mx_runtime::fp64x4>::value) reference = here;
  const Labels labels = {{"application", "particles"}, {"format", name_of<T>::text()}, {"size", std::to_string(count)}, {"intervals", box.words}};
  emit_mean_errors(labels, compare(here.data(), reference), here.size());
  emit(labels, "time", ms, "ms");
}

/** Up to the 4,096 rows of Nguyen's Figure 15, where a matrix of 256 bits has 0.7 GB, and the 2,048 of Table 17. With --quick to 1,024. */
const std::vector<MatrixSize> QUICK_SIZES = {{64, true, true}, {256, true, true}, {512, true, false}, {1024, false, false}};
const std::vector<MatrixSize> SIZES = {{64, true, true}, {256, true, true}, {512, true, true}, {1024, true, false}, {2048, true, true}, {4096, false, false}};

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  for (const MatrixSize &size : quick ? QUICK_SIZES : SIZES)
    for (const IntervalPair &pair : MATRIX_PAIRS) {
      if (!size.in_all_intervals && !is_timed(pair)) continue;
      DeviceNumbers source(system_of(size.n, pair));
      MatrixReference reference;
      for_matrix_formats([&](auto format) { measure_matrices<decltype(format)>(size, pair, source, reference); });
    }
  for (const Range &box : BOXES) {
    std::vector<mx_runtime::fp64x4> reference;
    for_particle_formats([&](auto format) { measure_particles<decltype(format)>(quick ? 1024 : 4096, box, reference, quick ? 1 : 3); });
  }
  tell_clock();
  return 0;
}
