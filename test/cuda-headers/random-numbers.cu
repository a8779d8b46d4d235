// cuRAND on both sides.
#include <cstdio>
#include <curand.h>
#include <curand_kernel.h>
#include <curand_philox4x32_x.h>
__global__ void init(curandState *s, curandStatePhilox4_32_10_t *p, curandStateMRG32k3a *m, unsigned long long seed) { int i = threadIdx.x; curand_init(seed, i, 0, &s[i]); curand_init(seed, i, 0, &p[i]); curand_init(seed, i, 0, &m[i]); }
__global__ void draw(curandState_t *s, curandStatePhilox4_32_10_t *p, curandStateMRG32k3a *m, double *out) {
  int i = threadIdx.x; curandState local = s[i];
  double u = curand_uniform_double(&local); float f = curand_uniform(&local); double n = curand_normal_double(&local); double2 n2 = curand_normal2_double(&local); float4 q = curand_uniform4(&p[i]); unsigned r = curand(&local); double l = curand_log_normal_double(&local, 0.0, 1.0); unsigned po = curand_poisson(&local, 3.0);
  double mm = curand_uniform_double(&m[i]); skipahead(10ULL, &local);
  s[i] = local; out[i] = u + f + n + n2.x + q.w + r * 1e-10 + l + po + mm;
}
int main() {
  curandGenerator_t g; double *d; cudaMalloc(&d, 1024); curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT); curandSetPseudoRandomGeneratorSeed(g, 1234ULL); curandGenerateUniformDouble(g, d, 64); curandGenerateNormalDouble(g, d, 64, 0.0, 1.0); curandSetStream(g, 0); curandSetGeneratorOffset(g, 10); curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_BEST); curandGenerateLogNormalDouble(g, d, 64, 0.0, 1.0); curandGeneratePoisson(g, (unsigned *)d, 64, 2.0); curandGenerateSeeds(g); curandDestroyGenerator(g); int v; curandGetVersion(&v); curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937); curandSetQuasiRandomGeneratorDimensions(g, 3);
  curandState *s; curandStatePhilox4_32_10_t *p; curandStateMRG32k3a *m; cudaMalloc(&s, 64 * sizeof *s); cudaMalloc(&p, 64 * sizeof *p); cudaMalloc(&m, 64 * sizeof *m); init<<<1, 64>>>(s, p, m, 1); draw<<<1, 64>>>(s, p, m, d); printf("x\n");
}
