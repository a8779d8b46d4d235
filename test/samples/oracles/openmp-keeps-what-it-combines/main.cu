#include <cstdio>
#include <cuda_runtime.h>
#define EACH_WITH(clause) _Pragma("omp parallel for reduction(max : most)")
#define AT_ONCE _Pragma("omp atomic")
struct Pair { float a, b; };
#pragma omp declare reduction(joined : float : omp_out += omp_in) initializer(omp_priv = 0)
static float total = 0;
__global__ void twice(float *a) { a[threadIdx.x] *= 2.0f; }
static void gather(const float *h, float *sums, Pair *p) {
  float first = 0, second = 0.0f, most = 0, kept = 0.5f, own = 0;
#pragma omp parallel for reduction(+ : first, \
    second) firstprivate(kept) schedule(static)
  for (int i = 0; i < 4; i++) { first += h[i] * kept; second += h[i] / 3; }
  EACH_WITH(most) for (int i = 0; i < 4; i++) most = h[i] > most ? h[i] : most;
#pragma omp parallel for reduction(joined : own) reduction(+ : sums[:2])
  for (int i = 0; i < 4; i++) { own += h[i] * 0.1f; sums[i % 2] += h[i] * 0.3f; }
#pragma omp parallel for
  for (int i = 0; i < 4; i++) {
#pragma omp atomic update
    total += h[i] / 7;
    AT_ONCE p->a += h[i];
  }
  printf("%.9g %.9g %.9g %.9g %.9g %.9g\n", first, second, most, own, sums[1], p->a);
}
int main() {
  float *d, h[4] = {1, 2, 3, 4}, sums[2] = {0, 0};
  Pair p = {0, 0};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  gather(h, sums, &p);
  printf("%.9g\n", total);
  return 0;
}
