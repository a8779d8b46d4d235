#include <cstdio>
#include <cstdlib>
#define KERNEL add
#define HOST run_add
#define OP +
#include "same.cuh"
#undef KERNEL
#undef HOST
#undef OP
#define KERNEL multiply
#define HOST run_multiply
#define OP *
#include "same.cuh"
#undef KERNEL
#define FIELDS(X) X(double, mass) X(double, energy) X(float, charge)
struct Particle {
#define FIELD(T, n) T n;
  FIELDS(FIELD)
#undef FIELD
};
#define SCALE(T, n) __global__ void scale_##n(Particle *p, int k) { T v = p[threadIdx.x].n * k; p[threadIdx.x].n = v / 3; }
FIELDS(SCALE)
int main() {
  double a[40];
  for (int i = 0; i < 40; i++) a[i] = i / 3.0;
  double s = run_add(a, 40), m = run_multiply(a, 40);
  Particle h[3], *d;
  for (int i = 0; i < 3; i++) { 
#define START(T, n) h[i].n = T(0.1) + i;
    FIELDS(START)
  }
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
#define LAUNCH(T, n) scale_##n<<<1, 3>>>(d, 2);
  FIELDS(LAUNCH)
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
#define SHOW(T, n) printf(#n " %.9g\n", double(h[1].n));
  FIELDS(SHOW)
  printf("%.17g %.17g\n", s, m);
}
