import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

/** A loop whose arithmetic pays for its conversions, and a loop that only adds a product computed outside of it. */
const KERNELS = `__global__ void polynomial(const double *x, double *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double t = x[i];
  y[i] = (((t * 0.5 + 1.0) * t + 2.0) * t + 3.0) * t + 4.0;
}
__global__ void scaled(const double *x, double *y, double a, double b, int n)
{
  double s = (a * b + a) * (b + 1.0) * (a + 2.0) * (b + 3.0) * (a * a + b * b);
  for (int i = 0; i < n; i++) y[i] = x[i] + s;
}
int main() { return 0; }
`;
const scratch = new Scratch({ 'kernels.cu': KERNELS });
afterAll(() => scratch[Symbol.dispose]());
const inspect = (...args: string[]) => mantissa(['inspect', 'kernels.cu', ...args], { cwd: scratch.folder });

interface SetsDocument {
  from: string;
  to: string;
  functions: {
    name: string;
    rejectedByLoopRule: number;
    sets: {
      id: string;
      arithmeticToCast: number;
      arithmetic: number;
      conversions: number;
      loopRule: boolean;
      operations: { kind: string; symbol: string; file: string; line: number }[];
    }[];
  }[];
}

it('inspect --sets lists the sets with their operations, ratio, lines and the loop rule, without a run', async () => {
  const { exitCode, stdout, stderr } = await inspect('--sets', '--json');
  expect(exitCode, stderr).toBe(0);
  const { from, to, functions } = JSON.parse(stdout) as SetsDocument;
  expect([from, to]).toEqual(['fp64', 'fp32']);
  const polynomial = functions.find(({ name }) => name === 'polynomial')!;
  const largest = polynomial.sets.toSorted((a, b) => b.arithmetic - a.arithmetic)[0]!;
  // eight operations; t is converted for each of its four uses, the result once
  expect(largest).toMatchObject({ arithmetic: 8, conversions: 5, arithmeticToCast: 8 / 5, loopRule: false });
  expect(new Set(largest.operations.map(({ line }) => line))).toEqual(new Set([6]));
  for (const { arithmetic, conversions, arithmeticToCast } of polynomial.sets)
    expect(arithmeticToCast).toBeCloseTo(arithmetic / conversions, 12);
  // the addition in the loop has two conversions there (x[i], y[i]) for one operation: sets with it are rejected
  const scaled = functions.find(({ name }) => name === 'scaled')!;
  expect(scaled.rejectedByLoopRule).toBeGreaterThan(0);
  for (const { operations } of scaled.sets) for (const { line } of operations) expect(line).toBe(10);
});

it('its options are those of the strategy', async () => {
  const perValue = JSON.parse((await inspect('--sets', '--set', 'per-value=on', '--json')).stdout) as SetsDocument;
  const polynomial = perValue.functions.find(({ name }) => name === 'polynomial')!;
  expect(Math.min(...polynomial.sets.map(({ conversions }) => conversions))).toBe(2);
  expectDiagnostic((await inspect('--sets', '--set', 'per-walue=on')).stderr, 'MX2004', { names: ['per-value'] });
  expectDiagnostic((await inspect('--set', 'per-value=on')).stderr, 'MX2004', { names: ['--set', '--sets'] });
});
