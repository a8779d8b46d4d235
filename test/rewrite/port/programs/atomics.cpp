// Atomic functions: the value they leave and the value they return.
#include "dialect.h"
namespace atomics {

__global__ void all(int *i, unsigned *u, unsigned long long *l, float *f, double *d) {
  // one thread: the order of several is nobody's promise
  int k = 0;
  i[8] = atomicAdd(&i[0], 5), i[9] = atomicSub(&i[1], 7), i[10] = atomicExch(&i[2], 9), i[11] = atomicMin(&i[3], -4), i[12] = atomicMax(&i[4], 77);
  i[13] = atomicAnd(&i[5], 6), i[14] = atomicOr(&i[6], 8), i[15] = atomicXor(&i[7], 3), i[16] = atomicCAS(&i[0], 6, 60), i[17] = atomicCAS(&i[0], 6, 61);
  for (k = 0; k < 5; k++) u[10 + k] = atomicInc(&u[0], 3), u[20 + k] = atomicDec(&u[1], 2);
  u[2] = 0x80000000u, u[3] = atomicMax(&u[2], 1u), u[4] = atomicMin_block(&u[2], 5), u[5] = atomicAdd_system(&u[2], 10);
  l[1] = atomicAdd(&l[0], 1ull << 40), l[2] = atomicCAS(&l[0], 1ull << 40, 7), l[3] = atomicExch(&l[0], 8ull);
  f[1] = atomicAdd(&f[0], 0.5f), f[2] = atomicExch(&f[0], 2.25f), d[1] = atomicAdd(&d[0], 1e-3);
}
__global__ void histogram(const int *x, int *bins, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i] % 10], 1);
}
// an older program's own atomic add, which must win over ours
__device__ double atomic_add_by_cas(double *address, double value) {
  unsigned long long *place = (unsigned long long *)address, old = *place, assumed;
  do {
    assumed = old;
    old = atomicCAS(place, assumed, (unsigned long long)__double_as_longlong(value + __longlong_as_double((long long)assumed)));
  } while (assumed != old);
  return __longlong_as_double((long long)old);
}
__global__ void by_cas(double *sum) { atomic_add_by_cas(sum, 0.25); }

void run() {
  int *i = managed<int>(1000);
  unsigned *u = managed<unsigned>(64);
  unsigned long long *l = managed<unsigned long long>(8);
  float *f = managed<float>(8);
  double *d = managed<double>(8);
  for (int k = 0; k < 8; k++) i[k] = k + 1, l[k] = 0, f[k] = 0, d[k] = 0;
  for (int k = 0; k < 64; k++) u[k] = 0;
  LAUNCH(all, 1, 1, 0, (int *i, unsigned *u, unsigned long long *l, float *f, double *d), (i, u, l, f, d), i, u, l, f, d);
  show("int", i, 18);
  show("unsigned", u, 25);
  show("long", l, 4);
  show("float", f, 3);
  show("double", d, 2);
  int *bins = managed<int>(10);
  for (int k = 0; k < 1000; k++) i[k] = k * k % 97;
  for (int k = 0; k < 10; k++) bins[k] = 0;
  LAUNCH(histogram, 10, 128, 0, (const int *x, int *bins, int n), (x, bins, n), i, bins, 1000);
  show("histogram", bins, 10);
  d[0] = 0;
  LAUNCH(by_cas, 4, 64, 0, (double *sum), (sum), d);
  show("by compare and swap", d, 1);
}

}  // namespace atomics
