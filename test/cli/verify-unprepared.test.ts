import { afterAll, describe, expect, it } from 'vitest';
import { readJournal } from '../../src/journal/journal.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

const KERNEL = `#include <cstdio>
#include <cuda_runtime.h>

struct Cell { double heat; int kind; };

__global__ void warm(const double *weights, Cell *cells, double *sums, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = 0;
  for (int j = 0; j < n; j++) sum += weights[j] * cells[j].heat / (i + j + 1);
  sums[i] = sum;
}

int main()
{
  const int n = 12;
  double weights[n], sums[n];
  Cell cells[n];
  for (int i = 0; i < n; i++) {
    weights[i] = 1.0 + 0.1 * i;
    cells[i].heat = 0.3 * (i + 1);
    cells[i].kind = 7;
  }
  double *d_weights, *d_sums;
  Cell *d_cells;
  cudaMalloc(&d_weights, n * sizeof(double));
  cudaMalloc(&d_sums, sizeof(sums));
  cudaMalloc(&d_cells, n * sizeof(Cell));
  for (int turn = 0; turn < 2; turn++)
    cudaMemcpy(d_weights, weights, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d_cells, cells, n * sizeof(Cell), cudaMemcpyHostToDevice);
  warm<<<1, 32>>>(d_weights, d_cells, d_sums, n);
  cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g %d\\n", sums[i], cells[i].kind);
  return 0;
}
`;
const READER = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  double x, sum = 0, scale = atof(argv[2]);
  int n = 0;
  FILE *in = fopen(argv[1], "r");
  if (!in) return 1;
  while (fscanf(in, "%d %lf", &n, &x) == 2) sum += scale * x * x / n;
  printf("%.17g\\n", sum);
  return 0;
}
`;
const OTHERS = `#include <cstdio>
#include <cuda_runtime.h>
union Word { double number; long long bits; };
static const double table[4] = {1, 2, 3, 4};
__managed__ double scale = 0.5;
__global__ void add(const double *a, const double *b, const Word *w, const double *d, double *c, int n)
{
  int i = threadIdx.x;
  if (i < n) c[i] = a[i] * b[i] + w[i].number + d[i] * scale;
}
int main()
{
  const int n = 4;
  double host[n] = {1, 2, 3, 4}, out[n], *a, *b, *c, *d, *at = host;
  int whole[n] = {1, 2, 3, 4}, *e;
  Word words[n], *w;
  for (int i = 0; i < n; i++) words[i].number = i;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMalloc(&c, n * sizeof(double));
  cudaMalloc(&d, n * sizeof(double));
  cudaMalloc(&e, n * sizeof(int));
  cudaMalloc(&w, n * sizeof(Word));
  cudaMemcpy(a, table, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, n * sizeof(double), cudaMemcpyDefault);
  cudaMemcpy(w, words, n * sizeof(Word), cudaMemcpyHostToDevice);
  cudaMemcpy(d, b, n * sizeof(double), cudaMemcpyDeviceToDevice);
  cudaMemcpy(d, at++, sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(e, whole, n * sizeof(int), cudaMemcpyHostToDevice);
  add<<<1, n>>>(a, b, w, d, c, n);
  cudaMemcpy(out, c, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\\n", out[i]);
  return 0;
}
`;
const PRIVATE = `#include <cstdio>
#include <cuda_runtime.h>
class Cell {
public:
  void set(double h) { heat = h; }
  __host__ __device__ double value() const { return heat; }
private:
  double heat;
};
__global__ void warm(const Cell *cells, const double *w, double *sums) { sums[threadIdx.x] = cells[threadIdx.x].value() * w[threadIdx.x] / 3; }
int main()
{
  const int n = 4;
  Cell cells[n], *d_cells;
  double w[n], sums[n], *d_w, *d_sums;
  for (int i = 0; i < n; i++) { cells[i].set(0.3 * (i + 1)); w[i] = 1.5 + i; }
  cudaMalloc(&d_cells, sizeof cells);
  cudaMalloc(&d_w, sizeof w);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice);
  cudaMemcpy(d_w, w, sizeof w, cudaMemcpyHostToDevice);
  warm<<<1, n>>>(d_cells, d_w, d_sums);
  cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\\n", sums[i]);
  return 0;
}
`;
/** The same through one template for records, numbers and whole numbers. */
const MIXED = PRIVATE.replace(
  'int main()',
  'template <class T> void upload(T *to, const T *from, int n) { cudaMemcpy((void *) to, (const void *) from, n * sizeof(T), cudaMemcpyHostToDevice); }\nint main()',
)
  .replace('cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice);', 'upload(d_cells, cells, n);')
  .replace(
    'cudaMemcpy(d_w, w, sizeof w, cudaMemcpyHostToDevice);',
    'upload(d_w, w, n); int k[n] = {1, 2, 3, 4}, *d_k; cudaMalloc(&d_k, sizeof k); upload(d_k, k, n);',
  );
const scratch = new Scratch({
  'private.cu': PRIVATE,
  'mixed.cu': MIXED,
  'others.cu': OTHERS,
  'warm.cu': KERNEL,
  'reader.c': READER,
  'data/points.txt': '1 0.5\n2 1.25e0\n3 2.125\n',
  'counter.c':
    '#include <stdio.h>\nint main(void) { double x = 0; for (int i = 1; i < 9; i++) x += 1.0 / i; printf("%.17g\\n", x); return 0; }\n',
});
afterAll(() => scratch[Symbol.dispose]());

interface Started {
  readonly name: string;
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const tune = (study: string, ...args: string[]) =>
  run('tune', '--engine', 'wasm', '-o', study, '--trials', '1', ...args);

describe('verify without annotations', () => {
  it('perturbs the values that a CUDA program first copies to the device, each once and equally in both programs', async () => {
    const tuned = await tune('warm', 'warm.cu', '--max-error', '1e-6');
    expect(tuned.stdout).toContain('mantissa verify 1');
    const { exitCode, stdout } = await run('verify', '1', '-o', 'warm', '--samples', '8', '--json');
    expect(exitCode).toBe(0);
    const { neighbours, samples } = JSON.parse(stdout);
    expect(neighbours).toMatchObject({
      from: 'copied',
      moved: [
        { name: 'weights', count: 12 },
        { name: 'cells.heat', count: 12 },
      ],
    });
    const errors = samples.map(({ error }: { error: number }) => error);
    expect(new Set(errors).size).toBeGreaterThan(3);
    expect(Math.max(...errors)).toBeLessThan(1e-6);
    // what each run started from, for the figure of the error by it: the weights are 1 to 2.1, and each moved by a tenth of itself
    const weights = samples.map(({ inputs }: { inputs: Started[] }) => inputs.find(({ name }) => name === 'weights')!);
    for (const { least, mean, most } of weights) {
      expect(mean).toBeGreaterThan(1.3);
      expect(mean).toBeLessThan(1.8);
      expect(least).toBeLessThan(mean);
      expect(most).toBeGreaterThan(mean);
    }
    expect(new Set(weights.map(({ mean }: Started) => mean)).size).toBe(8);
  });

  it('perturbs numbers among the arguments and in the files they name', async () => {
    await tune('reader', 'reader.c', '--max-error', '1e-6', '--', 'data/points.txt', '0.75');
    const { exitCode, stdout } = await run(
      ...['verify', '1', '-o', 'reader', '--samples', '10', '--json', '--', 'data/points.txt', '0.75'],
    );
    expect(exitCode).toBe(0);
    const { neighbours, samples } = JSON.parse(stdout);
    expect(neighbours).toMatchObject({
      from: 'given',
      moved: [
        { name: 'data/points.txt', count: 3 },
        { name: '0.75', count: 1 },
      ],
    });
    expect(new Set(samples.map(({ error }: { error: number }) => error)).size).toBeGreaterThan(3);
    for (const { inputs } of samples as { inputs: Started[] }[]) {
      expect(inputs.map(({ name }) => name)).toEqual(['data/points.txt', '0.75']);
      const [points, scale] = inputs as [Started, Started];
      expect(scale.least).toBe(scale.most);
      expect(Math.abs(scale.mean - 0.75)).toBeLessThan(0.4);
      expect(points.least).toBeLessThan(points.most);
    }
  });

  it('is neither offered nor started without numbers to perturb', async () => {
    const tuned = await tune('counter', 'counter.c', '--max-error', '1e-6');
    expect(tuned.stdout).not.toContain('mantissa verify');
    const { exitCode, stderr } = await run('verify', '1', '-o', 'counter');
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2040');
    const asked = await run('tune', 'counter.c', '--engine', 'wasm', '-o', 'never', '--max-error', '1e-6', '--verify');
    expect(asked).toMatchObject({ exitCode: 2 });
    expectDiagnostic(asked.stderr, 'MX2040');
  });

  it('names values that reach the device unperturbed, with place and reason', async () => {
    const { exitCode, stderr } = await run(
      ...['tune', 'others.cu', '--engine', 'wasm', '-o', 'others', '--max-error', '1e-6', '--verify'],
    );
    expect(exitCode).toBe(2);
    const said = stderr.replace(/\s+/g, ' ');
    for (const words of [
      /table \(others\.cu:24\): [^;]*\bconst\b/,
      /host \(others\.cu:25\): [^;]*cudaMemcpyDefault\b/,
      /words \(others\.cu:26\): [^;]*\bWord\b/,
      'at++ (others.cu:28): ',
      '__managed__ (others.cu:5): ',
      'MANTISSA_INPUT("x", x, n)',
    ])
      expectNamed(said, words);
    expectDiagnostic(stderr, 'MX2040');
    expect(said).not.toContain('others.cu:27'); // between memory of the device
    expect(said).not.toContain('others.cu:29'); // whole numbers
  });

  it('does not perturb records with private members, says so, and perturbs the rest', async () => {
    await tune('private', 'private.cu', '--max-error', '1e-6');
    const { exitCode, stdout, stderr } = await run('verify', '1', '-o', 'private', '--samples', '5', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).neighbours.moved).toEqual([{ name: 'w', count: 4 }]);
    expectNamed(stderr, 'cells (private.cu:20): ');
  });

  it('perturbs the numbers of a template that also copies records, and names the records', async () => {
    await tune('mixed', 'mixed.cu', '--max-error', '1e-6');
    const { exitCode, stdout, stderr } = await run('verify', '1', '-o', 'mixed', '--samples', '5', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).neighbours.moved).toEqual([{ name: 'from', count: 4 }]);
    expectNamed(stderr, 'from (mixed.cu:11): ');
  });
});

describe('tune --verify', () => {
  it('recommends a trial that is also within tolerance on perturbed inputs, and gives the reasons against others', async () => {
    const given = ['--', 'data/points.txt', '0.75'];
    const asked = ['tune', 'reader.c', '--engine', 'wasm', '-o', 'held', '--max-error', '4e-8', '--json', '--verify'];
    const { stdout, stderr } = await run(...asked, '--verify-samples', '12', ...given);
    const { records } = readJournal(scratch.path('held/journal.jsonl'));
    const verified = records.filter((record) => record.kind === 'verification');
    expect(verified.length).toBeGreaterThan(0);
    const missed = verified.filter(({ samples }) => samples.some(({ outcome }) => outcome !== 'within'));
    expect(missed.length).toBeGreaterThan(0);
    const { best } = JSON.parse(stdout);
    expect(best).not.toBeNull();
    for (const { trial, samples } of missed) {
      const beyond = samples.filter(({ outcome }) => outcome !== 'within').length;
      expect(best?.trial).not.toBe(trial);
      expect(stderr).toMatch(new RegExp(`^trial ${trial} .*\\b${beyond}\\b`, 'm'));
    }
    expect(verified.some(({ trial }) => trial === best.trial)).toBe(true);
    const again = await run(...asked, '--verify-samples', '12', ...given);
    expect(JSON.parse(again.stdout).best?.trial).toBe(best?.trial);
    expect(
      readJournal(scratch.path('held/journal.jsonl')).records.filter((one) => one.kind === 'verification'),
    ).toHaveLength(verified.length);
  });
});
