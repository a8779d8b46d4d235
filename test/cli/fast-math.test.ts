import { afterAll, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const native = engines.native({ cache: cacheFolder() });
const availability = await native.available();
await native.close();
if (!availability.ok) console.warn(`SKIPPED: fast math is not timed on a processor: ${availability.reason}`);

/** A compensated sum, whose compensation fast math removes. */
const COMPENSATED = `#include <cmath>
#include <cstdio>
int main()
{
  double sum = 0.0, lost = 0.0;
  float narrow = 0.0f;
  for (int i = 1; i <= 1000000; i++) {
    double term = 1.0 / i + std::sqrt(0.1 * i) - lost;
    double next = sum + term;
    lost = (next - sum) - term;
    sum = next;
    narrow += static_cast<float>(i) / 3.0f;
  }
  std::printf("%.17g\\n%.9g\\n", sum, narrow);
}
`;
const KERNEL = `#include <cstdio>
__global__ void halve(double *x) { x[threadIdx.x] = x[threadIdx.x] / 2.0; }
int main()
{
  double *x;
  cudaMallocManaged(&x, 32 * sizeof(double));
  for (int i = 0; i < 32; i++) x[i] = i;
  halve<<<1, 32>>>(x);
  cudaDeviceSynchronize();
  printf("%.17g\\n", x[7]);
}
`;
const scratch = new Scratch({ 'sum.cpp': COMPENSATED, 'halve.cu': KERNEL });
afterAll(() => scratch[Symbol.dispose]());
const advise = (...more: string[]) => mantissa(['advise', ...more, '--fast-math'], { cwd: scratch.folder });

interface Advised {
  fastMath: {
    flag: string;
    speed: { ratio: number; low: number; high: number };
    metric: string;
    error: number;
    failure: string | null;
    divisions: { kind: string; format: string; inDeviceCode: boolean; places: number; executions: number }[];
  };
}

it.skipIf(!availability.ok)('times a program with and without fast math, and compares the outputs', async () => {
  const { exitCode, stdout, stderr } = await advise('sum.cpp', '--engine', 'native', '--json');
  expect(exitCode, stderr).toBe(0);
  const { flag, speed, metric, error, failure, divisions } = (JSON.parse(stdout) as Advised).fastMath;
  expect([flag, metric, failure]).toEqual(['-ffast-math', 'max-relative', null]);
  expect(speed.ratio).toBeGreaterThan(0);
  expect(speed.low).toBeLessThanOrEqual(speed.ratio);
  expect(speed.high).toBeGreaterThanOrEqual(speed.ratio);
  expect(error).toBeGreaterThan(0);
  expect(error).toBeLessThan(1e-2);
  const executed = { inDeviceCode: false, places: 1, executions: 1_000_000 };
  expect(divisions.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'division', format: 'fp64', ...executed },
    { kind: 'division by a constant', format: 'fp32', ...executed },
    { kind: 'square root', format: 'fp64', ...executed },
  ]);
});

it('refuses engines whose times are not those of a compiled program or of kernels', async () => {
  const embedded = await advise('sum.cpp', '--engine', 'wasm');
  expectDiagnostic(embedded.stderr, 'MX2059', { names: ['wasm'] });
  expect(embedded.exitCode).toBe(2);
  const ported = await advise('halve.cu', '--engine', 'wasm');
  expectDiagnostic(ported.stderr, 'MX2059', { names: ['wasm'], remedy: ['--engine cuda'] });
});
