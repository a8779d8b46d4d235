#include <cmath>
#include <cstdio>

// Operands that change what others read, in formats whose operators are functions.
static int state = 7;
static double seen = 0.25, weights[2] = {0.5, 1.5};
static double next()
{
  state = (state * 57 + 13) % 256;
  seen += 0.125;
  weights[state & 1] += 0.25;
  return state / 256.0 + 0.1;
}
struct Box { double x; };
static Box box = {0.75};
static double grow() { return box.x *= 1.5; }

// of two doubles a device has its own function, of a double and a half it has none
__global__ void halve(double *v)
{
  double half = v[threadIdx.x] * 0.5, whole = v[threadIdx.x];
  v[threadIdx.x] = fma(half, whole, fmin(whole, half)) + atan2(half, whole);
}

int main()
{
  double v[2] = {0.1, 0.2}, *d_v;
  cudaMalloc(&d_v, sizeof v);
  cudaMemcpy(d_v, v, sizeof v, cudaMemcpyHostToDevice);
  halve<<<1, 2>>>(d_v);
  cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 3; i++) {
    double a = next() - next(), b = -next() + next(), c = next() / (next() + 1), d = next() - -next();
    double e = seen - next(), f = next() - seen, g = seen * next(), h = -seen + next(), j = weights[0] - next() * weights[1];
    double k = (next() - next()) * next() + next() - (next() - next() * seen) / 3;
    bool less = next() < next(), later = seen < next();
    double l = fmax(next(), next() - seen), m = box.x - grow(), n = grow() / box.x - (&box)->x * grow();
    printf("%.17g %.17g %.17g %.17g\n%.17g %.17g %.17g %.17g %.17g\n%.17g %d %d %.17g\n%.17g %.17g\n", a, b, c, d, e, f, g, h, j, k,
           less, later, l, m, n);
  }
  printf("%.17g %.17g\n", v[0], v[1]);
  return 0;
}
