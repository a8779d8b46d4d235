// Launch order and arguments, shared memory, barriers in kernels and in the functions they call.
#include "dialect.h"
namespace launches {

__global__ void order(int *out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = 100 * block + thread;
}

struct Pair { double a; int b; };
__global__ void arguments(double x, Pair pair, const int *null, double *out) {
  pair.b += threadIdx.x;  // each thread has its own copy
  out[threadIdx.x] = x + pair.a + pair.b + (null == nullptr ? 1000 : 0);
}

template <class T, int N> __global__ TASK(void) block_sum(const T *x, T *out, int n) {
  __shared__ T s[N];
  const int t = threadIdx.x;
  T sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += x[i];
  s[t] = sum;
  AWAIT(__syncthreads());
  for (int k = N / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    AWAIT(__syncthreads());
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ TASK(void) reverse(int *x, int n) {
  DYNAMIC_SHARED(int, s);
  if (threadIdx.x < n) s[threadIdx.x] = x[threadIdx.x];
  AWAIT(__syncthreads());
  if (threadIdx.x < n) x[threadIdx.x] = s[n - 1 - threadIdx.x];
}

// a device function that waits, called by one that waits, called in a loop and in conditions
__device__ TASK(int) neighbour(int *s, int value) {
  s[threadIdx.x] = value;
  AWAIT(__syncthreads());
  const int result = s[(threadIdx.x + 1) % blockDim.x];
  AWAIT(__syncthreads());
  RETURN result;
}
__device__ TASK(int) twice(int *s, int value) { RETURN AWAIT(neighbour(s, AWAIT(neighbour(s, value)))); }
__device__ TASK(int &) place(int *s) {
  AWAIT(__syncthreads());
  RETURN s[threadIdx.x];
}
__device__ TASK(int) sometimes(int *s, bool wait, int value) {
  if (!wait) RETURN value;
  RETURN AWAIT(neighbour(s, value));
}
__global__ TASK(void) nested(int *out) {
  __shared__ int s[64];
  int value = threadIdx.x;
  for (int k = 0; k < 5; k++) value += AWAIT(twice(s, value + k));
  for (int k = 0; k < 1000; k++) value += AWAIT(sometimes(s, k % 100 == 0, k)) & 3;
  if (value != 3 && AWAIT(neighbour(s, 1)) == 1) value = -value;
  else if (value < 0 || AWAIT(neighbour(s, 2)) == 2) value += 1000000;
  AWAIT(place(s)) = value;
  const int both[2] = {AWAIT(neighbour(s, value)), AWAIT(neighbour(s, value % 7))};
  out[threadIdx.x] = both[0] * 10 + both[1] + CHOOSE(int, AWAIT(neighbour(s, 5)) == 5, AWAIT(neighbour(s, 1)), 0);
}

// awaits in every place an expression can be; those that a condition may skip are in coroutines of their own
__device__ int added(int a, int b) { return 10 * a + b; }
struct Both { int a, b; };
__global__ TASK(void) places(int *out) {
  __shared__ int s[16];
  const int t = threadIdx.x;
  int *mine = out + t * 16;
  mine[0] = added(AWAIT(neighbour(s, t)), AWAIT(neighbour(s, 2 * t)));
  const Both both = {AWAIT(neighbour(s, t)), AWAIT(neighbour(s, -t))};
  mine[1] = both.a - both.b;
  mine[2] = AWAIT(neighbour(s, t)) * AWAIT(neighbour(s, t + 1)) - AWAIT(neighbour(s, 3));
  for (int k = AWAIT(neighbour(s, 0)); k < AWAIT(neighbour(s, 4)); k += AWAIT(neighbour(s, 1))) mine[3] += k;
  while (AWAIT(neighbour(s, mine[4])) < 3) mine[4]++;
  do mine[5] += 2;
  while (AWAIT(neighbour(s, 1)) == 1 && mine[5] < 10);
  switch (AWAIT(neighbour(s, 2))) {
    case 2: mine[6] = AWAIT(neighbour(s, 7)); break;
    default: mine[6] = -1;
  }
  if (const int next = AWAIT(neighbour(s, t)); next > 3) mine[7] = next;
  mine[8] += CHOOSE(int, t < 4, t, AWAIT(__shfl_sync(0xf0u, t, 4)));
  while (CHOOSE(bool, mine[9] < 3, AWAIT(neighbour(s, 1)) == 1, false)) mine[9]++;
  mine[10] = added(CHOOSE(int, t % 2 == 0, AWAIT(__shfl_xor_sync(0x55u, t, 2)), -1), 1);
  s[AWAIT(neighbour(s, t))] = 5;
  AWAIT(__syncthreads());
  mine[11] = s[t];
  mine[12] = AWAIT(__ballot_sync(0xffu, AWAIT(__shfl_sync(0xffu, t, 2)) == 2));
}

__global__ TASK(void) leaving(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  AWAIT(__syncthreads());
  if (threadIdx.x % 3 == 0) RETURN;  // the others go on waiting for each other
  atomicAdd(&s, 1);
  AWAIT(__syncthreads());
  out[threadIdx.x] = s;
}

__global__ TASK(void) votes(int *out) {
  const int t = threadIdx.x;
  const int count = AWAIT(__syncthreads_count(t % 3 == 0)), all = AWAIT(__syncthreads_and(t < 48)), any = AWAIT(__syncthreads_or(t == 47));
  if (t == 0) out[0] = count, out[1] = all, out[2] = any;
}

__global__ TASK(void) scale(double *x, double factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  AWAIT(__syncthreads());
  if (i < n) x[i] *= factor;
}

__constant__ double coefficients[4];
__device__ int counter;
__global__ void polynomial(const double *x, double *y) {
  const double v = x[threadIdx.x];
  y[threadIdx.x] = coefficients[0] + v * (coefficients[1] + v * (coefficients[2] + v * coefficients[3]));
  atomicAdd(&counter, 1);
}

void run() {
  int *out = managed<int>(4096);
  LAUNCH(order, dim3(3, 2, 2), dim3(4, 2, 3), 0, (int *out), (out), out);
  finish();
  bool right = true;
  for (int k = 0; k < 12 * 24; k++) right = right && out[k] == 100 * (k / 24) + k % 24;
  std::printf("every thread of every block: %d\n", right);

  double *d = managed<double>(4096);
  const float third = 1.0f / 3;
  LAUNCH(arguments, 1, 4, 0, (double x, Pair pair, const int *null, double *out), (x, pair, null, out), third, Pair{0.5, 7}, 0, d);
  show("arguments", d, 4);

  double *x = managed<double>(4096);
  for (int k = 0; k < 4096; k++) x[k] = 1.0 / (k + 1);
  LAUNCH((block_sum<double, 256>), 8, 256, 0, (const double *x, double *out, int n), (x, out, n), x, d, 4096);
  show("block sums", d, 8);
  float *f = managed<float>(4096), *g = managed<float>(64);
  for (int k = 0; k < 4096; k++) f[k] = 1.0f / (k + 1);
  LAUNCH((block_sum<float, 64>), 4, 64, 0, (const float *x, float *out, int n), (x, out, n), f, g, 4096);
  show("block sums of floats", g, 4);

  for (int k = 0; k < 10; k++) out[k] = k * k;
  LAUNCH(reverse, 1, 32, 10 * sizeof(int), (int *x, int n), (x, n), out, 10);
  show("reversed", out, 10);
  LAUNCH(nested, 1, 64, 0, (int *out), (out), out);
  show("nested", out, 64);
  std::memset(out, 0, 512);
  LAUNCH(places, 1, 8, 0, (int *out), (out), out);
  show("places", out, 128);
  LAUNCH(leaving, 1, dim3(5, 3), 0, (int *out), (out), out);
  std::memset(out, 0, 64);
  finish();
  LAUNCH(leaving, 1, 16, 0, (int *out), (out), out);
  show("leaving", out, 16);
  LAUNCH(votes, 1, 48, 0, (int *out), (out), out);
  show("votes", out, 3);

  // by address
  double factor = 0.5;
  int n = 100;
  void *pointers[] = {&x, &factor, &n};
  std::printf("launch by address: %d\n", cudaLaunchKernel(KERNEL_ADDRESS(scale), dim3(2), dim3(64), pointers, 0, 0));
  show("scaled", x, 3);
  std::printf("%.17g %.17g\n", x[99], x[100]);

  const double c[4] = {1, -0.5, 0.25, 3};
  int zero = 40;
  cudaMemcpyToSymbol(coefficients, c, sizeof c);
  cudaMemcpyToSymbol(counter, &zero, sizeof zero);
  LAUNCH(polynomial, 1, 8, 0, (const double *x, double *y), (x, y), x, d);
  show("polynomial", d, 8);
  cudaMemcpyFromSymbol(&zero, counter, sizeof zero);
  double *address;
  size_t size;
  cudaGetSymbolAddress((void **)&address, coefficients);
  cudaGetSymbolSize(&size, coefficients);
  double back;
  cudaMemcpy(&back, address + 3, sizeof back, cudaMemcpyDeviceToHost);
  std::printf("counter %d, symbol of %d bytes, last %g\n", zero, int(size), back);
}

}  // namespace launches
