// template of a union used by atomics, a record cast to a vector, tagged union in device memory
#include <cstdio>
template <class T, class U> union Bits { T value; U bits; };
struct Vec { double x, y; };
struct Event { int kind; union { struct { double e, t; } hit; Vec v; int code; } u; double weight; };
__device__ double addAtomic(double *at, double x) {
  unsigned long long *p = (unsigned long long *)at, old = *p, seen;
  do { seen = old; Bits<double, unsigned long long> b; b.bits = seen; b.value += x; old = atomicCAS(p, seen, b.bits); } while (seen != old);
  Bits<double, unsigned long long> r; r.bits = old; return r.value;
}
__global__ void k(Event *ev, Vec *vs, double *total, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  double2 q = *(double2 *)&vs[i];
  Vec &w = reinterpret_cast<Vec &>(q);
  double x = ev[i].kind ? ev[i].u.hit.e * ev[i].u.hit.t : ev[i].u.v.x;
  addAtomic(total, x * ev[i].weight + w.y + q.x);
}
int main() {
  const int n = 4; Event h[n], *d; Vec hv[n], *v; double *t, r = 0.3;
  for (int i = 0; i < n; i++) { h[i].kind = i & 1; h[i].u.hit.e = 0.1 * i; h[i].u.hit.t = 0.7; h[i].weight = 0.9; hv[i] = {0.1, 0.2 * i}; }
  cudaMalloc(&d, sizeof h); cudaMalloc(&v, sizeof hv); cudaMalloc(&t, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(v, hv, sizeof hv, cudaMemcpyHostToDevice); cudaMemcpy(t, &r, sizeof r, cudaMemcpyHostToDevice);
  k<<<1, n>>>(d, v, t, n);
  cudaMemcpy(&r, t, sizeof r, cudaMemcpyDeviceToHost);
  std::printf("%.17g\n", r);
}
