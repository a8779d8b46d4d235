import { describe, expect, it } from 'vitest';
import { hasNative } from '../oracles/oracle-bench.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const NODE = 'struct node {\n  double value;\n  struct node *next;\n};\n';
const REFUSED = {
  'the size of a record with a pointer': `#include <stdio.h>\n${NODE}int main(void) {\n  printf("%zu\\n", sizeof(struct node));\n}\n`,
  'a pointer as a number':
    '#include <stdint.h>\n#include <stdio.h>\nint main(void) {\n  double a = 1;\n  printf("%d\\n", (int)((uintptr_t)&a % 16));\n}\n',
  'a size whose address the library takes':
    '#include <stdio.h>\nint main(void) {\n  char *line = 0;\n  size_t room = 0;\n  return getline(&line, &room, stdin) > 0;\n}\n',
};

const ROWS = `#include <cstdio>
#include <cuda_runtime.h>

__global__ void scale(double *rows, size_t pitch, int width, int height)
{
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= height || j >= width) return;
  double *row = (double *)((char *)rows + i * pitch);
  row[j] = row[j] / 3.0;
}

int main()
{
  const int width = 5, height = 3;
  double host[height][width], *device;
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++) host[i][j] = i + 0.1 * j;
  size_t pitch, left, total;
  cudaMallocPitch(&device, &pitch, width * sizeof(double), height);
  cudaMemGetInfo(&left, &total);
  cudaMemcpy2D(device, pitch, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  scale<<<dim3(1, 1), dim3(8, 4)>>>(device, pitch, width, height);
  cudaMemcpy2D(host, sizeof host[0], device, pitch, sizeof host[0], height, cudaMemcpyDeviceToHost);
  cudaFree(device);
  for (int i = 0; i < height; i++) printf("%.17g %.17g\\n", host[i][0], host[i][width - 1]);
  printf("%d %d\\n", pitch >= sizeof host[0], left <= total);
}
`;

const MEASURED = `#include <cstdio>
#include <cstdlib>
static void *some(size_t bytes, const char *what) {
  void *found = malloc(bytes);
  if (found == nullptr) printf("no memory for %s\\n", what);
  return found;
}
struct cell { double mass, charge; };
int main() {
  double *x = (double *)some(8 * sizeof(double), "numbers");
  cell *cells = (cell *)some(8 * sizeof(cell), "cells");
  for (int i = 0; i < 8; i++) x[i] = cells[i].mass = cells[i].charge = 1.0 / (i + 3);
  for (int i = 1; i < 8; i++) x[i] += x[i - 1] * cells[i].mass / cells[i - 1].charge;
  printf("%.17g\\n", x[7]);
}
`;

describe('the embedded engine refuses programs that it would compute differently', () => {
  for (const [what, text] of Object.entries(REFUSED))
    it(`${what}, with its place`, async () => {
      using scratch = new Scratch({ 'program.c': text });
      for (const how of ['original', 'built']) {
        const args = ['run', 'program.c', '--engine', 'wasm', '--how', how];
        const { exitCode, stdout, stderr } = await mantissa(args, { cwd: scratch.folder });
        expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
        expectDiagnostic(stderr, 'MX4040', { names: [/^ {2}program\.c:\d+: /] });
      }
    });

  it.each(['fp32x2', 'fp64x2', 'fp64x4'])('and not the size of %s, which is the same everywhere', async (format) => {
    using scratch = new Scratch({ 'measured.cpp': MEASURED });
    const run = (how: string) =>
      mantissa(['run', 'measured.cpp', '--engine', 'wasm', '--how', how, '--all', format], { cwd: scratch.folder });
    const [built, emulated] = [await run('built'), await run('emulated')];
    expect(built.stderr).not.toContain('MX4040');
    expect(built.stdout).toBe(emulated.stdout);
    expect(built.stdout).toMatch(/^\d\.\d{9}/);
  });

  it('and not a size whose address the CUDA runtime takes: the pitch of rows, the memory that is left', async () => {
    using scratch = new Scratch({ 'rows.cu': ROWS });
    for (const how of ['original', 'built']) {
      const args = ['run', 'rows.cu', '--engine', 'wasm', '--how', how];
      const { stdout, stderr } = await mantissa(args, { cwd: scratch.folder });
      expect(stderr).toBe('');
      expect(stdout.trim()).toBe(
        '0 0.13333333333333333\n0.33333333333333331 0.46666666666666662\n0.66666666666666663 0.79999999999999993\n1 1',
      );
    }
  });

  it('and not a size that only measures memory', async () => {
    const text = `#include <stdio.h>\n#include <stdlib.h>\n${NODE}int main(void) {\n  struct node *one = malloc(sizeof(struct node)), *all[3];\n  one->value = 0.5;\n  printf("%g %d\\n", one->value, (int)(sizeof all / sizeof all[0]));\n}\n`;
    using scratch = new Scratch({ 'program.c': text });
    const { stdout } = await mantissa(['run', 'program.c', '--engine', 'wasm'], { cwd: scratch.folder });
    expect(stdout).toBe('0.5 3');
  });

  it('nor a size in a header of its own that stands before those of the library', async () => {
    using scratch = new Scratch({
      'places.h': '#include <stddef.h>\nstatic inline size_t at(int row, int size) { return (size_t)row * size; }\n',
      'program.c':
        '#include "places.h"\n\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  size_t n = at(5, 10);\n  double s = 0;\n  for (size_t i = 1; i < n; i++) s += sqrt((double)i);\n  printf("%.17g %zu %ld\\n", s, n, lrint(s));\n  return 0;\n}\n',
    });
    for (const how of ['original', 'emulated']) {
      const args = ['run', 'program.c', '--engine', 'wasm', '--how', how];
      const { stdout, stderr } = await mantissa(args, { cwd: scratch.folder });
      expect(stdout, stderr).toBe('231.96473279165528 50 232');
    }
  });

  it('nor what a template measures, unless it measures a pointer', async () => {
    const box =
      'template <class T> struct box {\n  T held[2];\n  unsigned long bytes() const;\n};\ntemplate <class T> unsigned long box<T>::bytes() const {\n  return sizeof(T) + sizeof(held);\n}\n';
    const program = (type: string) =>
      `#include <cstdio>\n${NODE}${box}template <class T> int size(const T &) { return sizeof(T) * 2; }\nint main() {\n  auto own = [](auto x) { return (int)sizeof(x); };\n  std::printf("%lu %d %d\\n", box<${type}>().bytes(), size(1.0f), own(2.0));\n}\n`;
    using scratch = new Scratch({ 'number.cpp': program('double'), 'pointer.cpp': program('node') });
    const run = (file: string) => mantissa(['run', file, '--engine', 'wasm'], { cwd: scratch.folder });
    expect((await run('number.cpp')).stdout).toBe('24 8 8');
    expectDiagnostic((await run('pointer.cpp')).stderr, 'MX4040', { names: [/^ {2}pointer\.cpp:\d+: .*\bnode\b/] });
  });
});

it.runIf(hasNative)(
  'a CUDA program that it refuses runs with the compiler of the machine, and a line says so',
  async () => {
    const text = `#include <cstdio>\n${NODE}__global__ void fill(double *x) { x[threadIdx.x] = threadIdx.x / 3.0; }\nint main() {\n  double *x;\n  cudaMallocManaged(&x, 2 * sizeof(double));\n  fill<<<1, 2>>>(x);\n  cudaDeviceSynchronize();\n  printf("%.17g %d\\n", x[1], (int)sizeof(node));\n}\n`;
    using scratch = new Scratch({ 'program.cu': text });
    const environment = { MANTISSA_NVCC: 'there-is-no-nvcc' };
    const { stdout, stderr } = await mantissa(['run', 'program.cu'], { cwd: scratch.folder, env: environment });
    expect(stdout).toBe('0.33333333333333331 16');
    expect(stderr).toMatch(/^using --engine native: .*MX4040.*program\.cu:12: /);
  },
);
