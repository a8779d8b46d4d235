import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

/** Uploads in a function template and in a class template, of numbers and of indices, from memory that lies where other memory lay before. */
const TEMPLATES = `#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(call) do { cudaError_t err_ = (call); if (err_ != cudaSuccess) { fprintf(stderr, "%s\\n", cudaGetErrorString(err_)); exit(1); } } while (0)

template <class T> T *to_device(const std::vector<T> &v)
{
  T *d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

template <typename T> class Buffer {
public:
  explicit Buffer(size_t n) : n_(n) { CHECK(cudaMalloc(&d_, n * sizeof(T))); }
  ~Buffer() { cudaFree(d_); }
  void upload(const T *host) { CHECK(cudaMemcpy(d_, host, n_ * sizeof(T), cudaMemcpyHostToDevice)); }
  void download(T *host) const { CHECK(cudaMemcpy(host, d_, n_ * sizeof(T), cudaMemcpyDeviceToHost)); }
  T *get() { return d_; }
private:
  T *d_;
  size_t n_;
};

__global__ void gather(const double *w, const int *index, const double *x, const double *z, double *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { double s = 0; for (int j = 0; j < n; j++) s += w[j] * z[j] * x[index[j]] / (1 + i + j); y[i] = s; }
}

static std::vector<double> ramp(int n, double step) { std::vector<double> v(n); for (int i = 0; i < n; i++) v[i] = 1 + step * i; return v; }

int main()
{
  const int n = 16;
  std::vector<int> index(n);
  for (int i = 0; i < n; i++) index[i] = (i * 5) % n;
  std::vector<double> x = ramp(n, 0.25);
  double *w = to_device(ramp(n, 0.125));
  double *z = to_device(ramp(n, 0.5));
  int *idx = to_device(index);
  Buffer<double> bx(n), by(n);
  bx.upload(x.data());
  gather<<<1, 32>>>(w, idx, bx.get(), z, by.get(), n);
  std::vector<double> y(n);
  by.download(y.data());
  for (int i = 0; i < n; i++) printf("%.17g\\n", y[i]);
  cudaFree(w); cudaFree(idx);
  return 0;
}
`;
/** A helper for several arrays, one for bytes of no type, rows, a symbol, a stream, a macro, and records with arrays in them. */
const HELPERS = `#include <cstdio>
#include <cuda_runtime.h>
#define N 8
#define ROWS 3
#define COLS 4
#define UPLOAD(to, from, bytes) cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice)
struct Particle { double pos[3]; double mass; int id; double spin; };
__constant__ double c_coef[4];
static void upload(double *h, double **d, size_t n)
{
  cudaMalloc(d, n * sizeof(double));
  cudaMemcpy(*d, h, n * sizeof(double), cudaMemcpyHostToDevice);
}
static void send(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) { cudaMemcpy(to, from, bytes, kind); }
__global__ void mix(const double *a, const double *b, const double *grid, const float *f, const Particle *p, const double *m, double *out)
{
  int i = threadIdx.x;
  double s = 0;
  for (int k = 0; k < N; k++) s += a[k] * b[(k + i) % N] + c_coef[k % 4] * grid[k] + f[k] * m[k];
  out[i] = s + p[i % 2].mass * p[i % 2].pos[1];
}
int main()
{
  double a[N], b[N], grid[ROWS * COLS], coef[4] = {0.5, 1.5, 2.5, 3.5}, out[N], m[N];
  float f[N];
  Particle p[2] = {{{1, 2, 3}, 0.5, 1}, {{4, 5, 6}, 0.75, 2}};
  for (int i = 0; i < N; i++) { a[i] = 1 + 0.1 * i; b[i] = 2 - 0.1 * i; f[i] = 0.5f * i; m[i] = 0.01 * i; }
  for (int i = 0; i < ROWS * COLS; i++) grid[i] = 0.2 * i;
  double *da, *db, *dgrid, *dout, *dm;
  float *df;
  Particle *dp;
  upload(a, &da, N);
  upload(b, &db, N);
  cudaMalloc(&dgrid, ROWS * COLS * sizeof(double));
  cudaMemcpy2D(dgrid, COLS * sizeof(double), grid, COLS * sizeof(double), COLS * sizeof(double), ROWS, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(c_coef, coef, sizeof(coef));
  cudaMalloc(&df, N * sizeof(float));
  cudaMemcpyAsync(df, f, N * sizeof *f, cudaMemcpyHostToDevice, 0);
  cudaMalloc(&dp, sizeof p);
  send(dp, p, sizeof(p), cudaMemcpyHostToDevice);
  cudaMalloc(&dm, N * sizeof(double));
  UPLOAD(dm, m, N * sizeof(double));
  cudaMalloc(&dout, N * sizeof(double));
  mix<<<1, N>>>(da, db, dgrid, df, dp, dm, dout);
  send(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) printf("%.17g\\n", out[i]);
  return 0;
}
`;
/** Managed memory, by itself, in records by value and from a template; one array is there before what fills it. */
const MANAGED = `#include <cstdio>
#include <cuda_runtime.h>
struct Field { double *u; double *v; int n; };
struct Cell { double heat; int kind; };
__global__ void clear(double *s, int n) { int i = threadIdx.x; if (i < n) s[i] = 0; }
__global__ void step(Field f, const Cell *cells, double *s) { int i = threadIdx.x; if (i < f.n) s[i] += f.u[i] * f.v[i] + cells[i].heat; }
template <class T> T *shared_array(size_t n) { T *p; cudaMallocManaged(&p, n * sizeof(T)); return p; }
int main()
{
  const int n = 8;
  double *u, *s;
  Cell *cells;
  cudaMallocManaged(&u, n * sizeof(double));
  if (cudaMallocManaged((void **) &s, n * sizeof(double)) != cudaSuccess) { return 1; }
  cudaMallocManaged(&cells, n * sizeof(Cell));
  clear<<<1, 32>>>(s, n);
  cudaDeviceSynchronize();
  double *v = shared_array<double>(n);
  int *tags = shared_array<int>(n);
  for (int i = 0; i < n; i++) { u[i] = 1 + i; v[i] = 0.1 * i; tags[i] = i; cells[i].heat = 0.3 * i; cells[i].kind = 1; }
  Field f = {u, v, n};
  for (int turn = 0; turn < 3; turn++) {
    step<<<1, 32>>>(f, cells, s);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < n; i++) printf("%.17g\\n", s[i]);
  cudaFree(u); cudaFree(v); cudaFree(s); cudaFree(tags); cudaFree(cells);
  return 0;
}
`;
const scratch = new Scratch({ 'templates.cu': TEMPLATES, 'helpers.cu': HELPERS, 'managed.cu': MANAGED });
afterAll(() => scratch[Symbol.dispose]());

const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });

interface Moved {
  readonly moved: unknown;
  readonly unmoved: readonly string[];
  /** The number of different errors. */
  readonly differ: number;
  /** The mean of each input in the first sample. */
  readonly starts: ReadonlyMap<string, number>;
}

async function movedOf(name: string): Promise<Moved> {
  const tuned = await run(
    ...['tune', `${name}.cu`, '--engine', 'wasm', '-o', name, '--trials', '1', '--max-error', '1e-6'],
  );
  expect(tuned.stdout).toContain('mantissa verify 1');
  const { stdout, stderr } = await run('verify', '1', '-o', name, '--samples', '6', '--json');
  expect(stderr).not.toContain('not moved');
  const { neighbours, samples } = JSON.parse(stdout);
  const differ = new Set(samples.map(({ error }: { error: number }) => error)).size;
  const inputs: { name: string; mean: number }[] = samples[0].inputs;
  const { moved, unmoved = [] } = neighbours;
  return { moved, unmoved, differ, starts: new Map(inputs.map((one) => [one.name, one.mean])) };
}

describe('verify on programs with unusual copies', () => {
  it('perturbs numbers that templates copy to the device, not indices', async () => {
    const { moved, differ } = await movedOf('templates');
    expect(moved).toEqual([
      { name: 'v', count: 32 },
      { name: 'host', count: 16 },
    ]);
    expect(differ).toBeGreaterThan(3);
  });

  it('perturbs values copied to the device by helpers, rows, symbols, streams and macros', async () => {
    const { moved, unmoved, differ, starts } = await movedOf('helpers');
    expect(moved).toEqual([
      { name: 'h', count: 16 },
      { name: 'grid', count: 11 },
      { name: 'coef', count: 4 },
      { name: 'f', count: 7 },
      { name: 'p.pos', count: 6 },
      { name: 'p.mass', count: 2 },
      { name: 'm', count: 7 },
    ]);
    // zeros are not moved
    expect(unmoved).toEqual(['p.spin']);
    expect(starts.has('p.spin')).toBe(false);
    expect(differ).toBeGreaterThan(3);
    expect(starts.get('coef')).not.toBe(2); // the mean of what is written there
  });

  it('perturbs managed memory before the first launch that uses it', async () => {
    const { moved, unmoved, differ, starts } = await movedOf('managed');
    expect(moved).toEqual([
      { name: 'u', count: 8 },
      { name: 'p', count: 7 },
      { name: 'cells.heat', count: 7 },
    ]);
    expect(unmoved).toEqual(['s']);
    expect(differ).toBeGreaterThan(3);
    expect(starts.get('u')).not.toBe(4.5); // filled after the first launch, which was not given it
    expect(starts.get('u')).toBeGreaterThan(1);
  });
});
