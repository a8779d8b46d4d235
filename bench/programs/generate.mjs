import { expression } from './expressions.mjs';
import { families } from './kernels.mjs';
import { seededRandom } from './random.mjs';

const HEAD = [
  '#include <cmath>',
  '#include <cstdio>',
  '#include <cstdlib>',
  '#include <iostream>',
  '#include <vector>',
  '#include <cuda_runtime.h>',
  '',
  'typedef double Real_t;',
  '#define SOFTENING 1e-9',
  'static const Real_t SCALE = 0.25;',
  '#define STEP Real_t(1.0e-3)',
  '#define CHECK(call)                                                                  \\',
  '  do {                                                                               \\',
  '    cudaError_t status = (call);                                                     \\',
  '    if (status != cudaSuccess) {                                                     \\',
  '      std::fprintf(stderr, "%s:%d %s\\n", __FILE__, __LINE__, cudaGetErrorString(status)); \\',
  '      std::exit(1);                                                                  \\',
  '    }                                                                                \\',
  '  } while (0)',
  '',
];

/** A CUDA program of about `lines` lines with `<vector>` and `<iostream>`: every family of kernels, each instance different. */
export function cudaProgram(lines, seed = 20) {
  const random = seededRandom(seed);
  const text = [...HEAD];
  const runs = [];
  for (let n = 0; text.length + runs.length + 8 < lines; n++) {
    const block = families[n % families.length](random, n);
    for (const line of block) {
      const run = /^static double (run_\w+)\(/.exec(line);
      if (run) runs.push(`  total += ${run[1]}(${random.pick([1024, 4096, 65536])}, ${random.integer(1, 20)});`);
    }
    text.push(...block);
  }
  text.push(
    'int main()',
    '{',
    '  double total = 0.0;',
    ...runs,
    '  std::cout << "total " << total << "\\n";',
    '  return 0;',
    '}',
  );
  return `${text.join('\n')}\n`;
}

/** A kernel of about 100 lines with C headers only. */
export function smallKernel(seed = 7) {
  const random = seededRandom(seed);
  const names = ['x', 'y', 'z', 'dt'];
  const body = [];
  for (let k = 0; k < 50; k++) {
    body.push(`    double t${k} = ${expression(random, names, 2)};`);
    names.push(`t${k}`);
  }
  return `${[
    '#include <stdio.h>',
    '#include <stdlib.h>',
    '#include <math.h>',
    '',
    '#define N 4096',
    '',
    '__global__ void advance(const double *a, const double *b, double *c, double dt, int n)',
    '{',
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (i < n) {',
    '    double x = a[i], y = b[i], z = c[i];',
    ...body,
    '    double sum = 0.0;',
    '    for (int k = 0; k < 16; ++k) sum += t0 * k + t1;',
    `    c[i] = sum + ${expression(random, names, 4)};`,
    '  }',
    '}',
    '',
    'int main(int argc, char **argv)',
    '{',
    '  size_t bytes = N * sizeof(double);',
    '  double *a = (double *)malloc(bytes), *b = (double *)malloc(bytes), *c = (double *)malloc(bytes);',
    '  for (int i = 0; i < N; i++) {',
    '    a[i] = i * 0.5;',
    '    b[i] = sin((double)i);',
    '    c[i] = 1.0 / (i + 1);',
    '  }',
    '  double *d_a, *d_b, *d_c;',
    '  cudaMalloc((void **)&d_a, bytes);',
    '  cudaMalloc((void **)&d_b, bytes);',
    '  cudaMalloc((void **)&d_c, bytes);',
    '  cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);',
    '  cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);',
    '  cudaMemcpy(d_c, c, bytes, cudaMemcpyHostToDevice);',
    '  for (int step = 0; step < 10; step++) advance<<<(N + 127) / 128, 128>>>(d_a, d_b, d_c, 0.01, N);',
    '  cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost);',
    '  double total = 0.0;',
    '  for (int i = 0; i < N; i++) total += c[i];',
    '  printf("%.17g\\n", total);',
    '  free(a); free(b); free(c);',
    '  return 0;',
    '}',
  ].join('\n')}\n`;
}
