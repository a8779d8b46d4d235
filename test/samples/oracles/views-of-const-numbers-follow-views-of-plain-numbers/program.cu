// views over const, plain, float, and a nested template
#include <cstdio>
double host();
template <class T> struct Span { T *p; int n; __host__ __device__ T &operator[](int i) const { return p[i]; } };
template <class T> struct Field { Span<T> s; Span<const T> old; T scale; };
template <class T> __global__ void step(Field<T> f, Span<const float> w) {
  int i = threadIdx.x;
  if (i < f.s.n) f.s[i] = f.old[i] * f.scale + w[i];
}
int main() {
  std::printf("%.17g\n", host());
  const int n = 4; double h[n] = {0.1, 0.2, 0.3, 0.4}, *a, *b; float g[n] = {0.1f, 0.2f, 0.3f, 0.4f}, *w;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h); cudaMalloc(&w, sizeof g);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(w, g, sizeof g, cudaMemcpyHostToDevice);
  Field<double> f{{b, n}, {a, n}, 1.0 / 3};
  const Span<const float> ws{w, n};
  step<double><<<1, n>>>(f, ws);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  for (double x : h) std::printf("%.17g\n", x);
}
