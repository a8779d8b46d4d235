import { afterAll, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { expectedExecutions } from '../../src/analysis/performance/expected-executions.js';
import { findInlining } from '../../src/analysis/tuning-plan/inlined-functions.js';
import { planByVariables } from '../../src/analysis/tuning-plan/plan-by-variables.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** `half` belongs to `heavy` alone; `third` to both kernels; `power` is recursive; `filled` has a loop, and `tenth` is small. */
const SOURCE = `__device__ double half(double x) { double h = 0.5 * x; return h; }
__device__ double third(double x) { double t = x / 3.0; return t; }
__device__ double quarter(double x) { double q = half(x) * 0.5; return q; }
__device__ double power(double x, int n) { double p = x; return n == 0 ? 1.0 : p * power(x, n - 1); }
__global__ void light(double *a) { double sum = third(a[0]); a[0] = sum; }
__global__ void heavy(double *b, int n)
{
  double total = 0.0;
  for (int i = 0; i < n; i++) total += quarter(b[i]) + third(b[i]) + third(b[i] + 1.0) + power(b[i], 3);
  b[0] = total;
}
double tenth(double x) { double y = 0.1 * x; return y; }
double filled(double *a) { double z = 0.0; for (int i = 0; i < 8; i++) z += tenth(a[i]); return z; }
int main()
{
  double host[8], *a, *b;
  double first = filled(host);
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  light<<<1, 1>>>(a);
  heavy<<<1, 1>>>(b, 8);
  return first > 1;
}
`;

it('makes device functions and small helpers parts of the functions that call them, by their shares of the calls', async () => {
  const program = await programs.readText(SOURCE, 'cu');
  const index = (name: string) => program.functions.findIndex((one) => one.name === name);
  const inlining = findInlining(program, expectedExecutions(program));
  const ownersOf = (name: string) =>
    [...inlining[index(name)]!].map(([owner, share]) => [program.functions[owner]!.name, share]);
  expect(ownersOf('half')).toEqual([['heavy', 1]]); // through quarter
  expect(ownersOf('power')).toEqual([['power', 1]]);
  expect(ownersOf('tenth')).toEqual([['filled', 1]]);
  expect(ownersOf('filled')).toEqual([['filled', 1]]);
  const shares = new Map(ownersOf('third') as [string, number][]);
  expect([...shares.keys()].sort()).toEqual(['heavy', 'light']);
  expect(shares.get('heavy')! + shares.get('light')!).toBeCloseTo(1, 12);
  expect(shares.get('heavy')!).toBeGreaterThan(shares.get('light')!);
});

it('orders the variables of inlined functions with those of the kernel', async () => {
  const program = await programs.readText(SOURCE, 'cu');
  const groups = findGroups(program);
  const device = groups.groups.flatMap((group, at) =>
    group.sites.some((site) => program.sites[site]!.inDeviceCode) ? [at] : [],
  );
  const none = new Set<number>();
  const planned = (inlinesFunctions: boolean) =>
    planByVariables(program, groups, expectedExecutions(program), {
      ...{ groups: device, sharedFirst: false, inlinesFunctions, inputs: none, outputs: none },
    });
  const reasonOf = (plan: ReturnType<typeof planned>, id: string) => plan.find((one) => one.id === id)!.reason;
  const [apart, inlined] = [planned(false), planned(true)];
  expect(inlined.map(({ id }) => id).toSorted()).toEqual(apart.map(({ id }) => id).toSorted());
  expect(reasonOf(apart, 'half.h')).toMatch(/^local to half /);
  expect(reasonOf(inlined, 'half.h')).toMatch(/^local to heavy /);
  // with the operations of the device functions
  const work = (reason: string) => Number(/function-FLOP (\d+)/.exec(reason)![1]);
  expect(work(reasonOf(inlined, 'heavy.total'))).toBeGreaterThan(work(reasonOf(apart, 'heavy.total')));
  expect(reasonOf(apart, 'third.t')).toMatch(/^local to third /);
  expect(reasonOf(inlined, 'third.t')).toMatch(/^used by several kernels/);
});

it('is shown by a dry run, and refused by types', async () => {
  using scratch = new Scratch({ 'program.cu': SOURCE });
  const dry = (...more: string[]) =>
    mantissa(['tune', 'program.cu', '--plan', '--dry-run', '--inline-functions', ...more], { cwd: scratch.folder });
  const { exitCode, stdout, stderr } = await dry();
  expect(exitCode, stderr).toBe(0);
  expect(stdout).toMatch(/half\.h → fp32: local to heavy /);
  expectDiagnostic((await dry('--set', 'by=types')).stderr, 'MX2004', { names: ['--inline-functions', 'types'] });
  const without = await mantissa(['tune', 'program.cu', '--inline-functions'], { cwd: scratch.folder });
  expectDiagnostic(without.stderr, 'MX2004', { names: ['--inline-functions', '--plan'] });
});
