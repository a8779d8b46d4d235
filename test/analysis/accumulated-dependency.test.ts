import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationDependencies, variableDependencies } from '../../src/analysis/accumulated-dependency.js';
import { findGroups } from '../../src/analysis/groups.js';
import { findBlockExecutions } from '../../src/analysis/performance/block-executions.js';
import { expectedExecutions } from '../../src/analysis/performance/expected-executions.js';
import { planByOperations } from '../../src/analysis/tuning-plan/plan-by-operations.js';
import { planByVariables } from '../../src/analysis/tuning-plan/plan-by-variables.js';
import type { Program } from '../../src/program/program.js';
import { naming } from '../support/naming.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

function siteNamed(program: Program, id: string): number {
  const found = program.sites.findIndex((one) => one.id === id);
  expect(found, id).toBeGreaterThanOrEqual(0);
  return found;
}

describe('of operations, as chapter 3 defines it,', () => {
  const dependenciesOf = async (expression: string) => {
    const program = await programs.readText(
      `double f(double a, double b, double c, double d) { double x = ${expression}; return x; }`,
    );
    const found = operationDependencies(program);
    return program.operations.flatMap(({ symbol, kind }, at) => (kind === 'convert' ? [] : [[symbol, found[at]]]));
  };

  it.each([
    ['a + b + c + d', 2],
    ['a + b - c + d', 2],
    ['(a + b) + (c + d)', 1],
    ['a + b * c / d', 0],
    ['a * b * c + d', 1],
    ['a + b * (c + d)', 0],
  ])('%s has %i', async (expression, most) => {
    const found = await dependenciesOf(expression);
    expect(Math.max(...found.map(([, dependency]) => dependency as number))).toBe(most);
  });

  it('a sequence goes on through variables', async () => {
    const program = await programs.readText(
      'double f(double a, double b, double c) { double t = a + b; double u = t + c; return u + a; }',
    );
    expect(operationDependencies(program)).toEqual([0, 1, 2]);
  });
});

describe('of variables, as chapter 4 defines it,', () => {
  const dependencyOf = async (text: string, id: string) => {
    const program = await programs.readText(text);
    return variableDependencies(program, expectedExecutions(program)).variables[siteNamed(program, id)]!;
  };

  it('x = a + b * c / d has 3', async () => {
    const text = 'double f(double a, double b, double c, double d) { double x = a + b * c / d; return x; }';
    expect((await dependencyOf(text, 'f.x')).dependency).toBe(3);
  });

  it('the inputs of a variable are not counted again', async () => {
    const text = 'double f(double a, double b) { double y = a * b * a; double x = y + b; return x; }';
    expect((await dependencyOf(text, 'f.x')).dependency).toBe(1);
  });

  it('a sum over a loop of 1000 has 1000, and inner loops multiply', async () => {
    const sum = 'double f(const double *a) { double s = 0; for (int i = 0; i < 1000; i++) s += a[i]; return s; }';
    expect((await dependencyOf(sum, 'f.s')).dependency).toBe(1000);
    const nested = `double f(const double *a) { double s = 0;
      for (int i = 0; i < 30; i++) for (int j = 0; j < 40; j++) s += a[i * 40 + j]; return s; }`;
    expect((await dependencyOf(nested, 'f.s')).dependency).toBe(1200);
  });

  it('the iterations of a loop without a constant size come from a profiling run', async () => {
    const program = await programs.readText(
      'double f(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; s = s * 2; return s; }',
    );
    const [sum, product] = program.operations.flatMap(({ kind }, at) => (kind === 'convert' ? [] : [at]));
    const counts = {
      operations: new Map([
        [sum!, 700],
        [product!, 1],
      ]),
    };
    const executions = findBlockExecutions(program, counts);
    const { variables } = variableDependencies(program, executions);
    expect(variables[siteNamed(program, 'f.s')]!.dependency).toBe(700);
  });
});

const LAUNCHED = `
const int N = 5, T = 64, L = 7;
__global__ void kernel(double *a, double b) {
  int tid = threadIdx.x;
  for (int i = 0; i < L; i++) a[tid * L + i] = b * 3.0 + i;
}
int main() {
  double *a;
  cudaMalloc((void **)&a, T * L * sizeof(double));
  for (int n = 0; n < N; n++) kernel<<<1, T>>>(a, 2.0);
  return 0;
}`;

it('a kernel with N launches, T threads and one variable of AD 2 in a loop of L has N·T·L·2', async () => {
  const program = await programs.readText(LAUNCHED, 'cu');
  const [N, T, L] = [5, 64, 7];
  const kernel = program.functions.findIndex(({ name }) => name === 'kernel');
  // what a counted run sees: operations over all launches and threads
  const own = program.operations.flatMap(({ function: owner }, at) => (owner === kernel ? [at] : []));
  const counts = { operations: new Map(own.map((one) => [one, N * T * L])) };
  const { functions } = variableDependencies(program, findBlockExecutions(program, counts));
  expect(functions[kernel]).toEqual({ dependency: N * T * L * 2, operations: N * T * L * 2 });
});

it('an atomic counts over the threads', async () => {
  const program = await programs.readText(
    `__global__ void kernel(const double *a, double *sum) { atomicAdd(sum, a[threadIdx.x]); }
     int main() { double *a, *s; cudaMalloc((void **)&a, 512); cudaMalloc((void **)&s, 8); kernel<<<1, 64>>>(a, s); }`,
    'cu',
  );
  const counts = { operations: new Map(program.operations.map((_, at) => [at, 64])) };
  const { variables } = variableDependencies(program, findBlockExecutions(program, counts));
  expect(variables[siteNamed(program, 'kernel.sum')]!.dependency).toBe(64);
});

/** A kernel in the manner of the dissertation's figure 4.2: a constant, a local, an array that is written, a sum over a loop. */
const FIGURE = `
#include <math.h>
const int THREADS = 8, TRIPS = 20;
__constant__ double cst;
__global__ void kernel(double *a_d, double *s_d) {
  int tid = threadIdx.x;
  double mtp = cst * 2.0;
  for (int i = 0; i < TRIPS; i++) {
    a_d[tid * TRIPS + i] = mtp * sqrt(5.2);
    s_d[tid] += (a_d[tid * TRIPS + i] * 2.2 + mtp) / 5;
  }
}
int main() {
  double a[THREADS * TRIPS] = {0}, s[THREADS] = {0}, c = 3.25;
  double *a_d, *s_d;
  cudaMalloc((void **)&a_d, sizeof(a));
  cudaMalloc((void **)&s_d, sizeof(s));
  cudaMemcpy(a_d, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(s_d, s, sizeof(s), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(cst, &c, sizeof(c));
  kernel<<<1, THREADS>>>(a_d, s_d);
  cudaMemcpy(s, s_d, sizeof(s), cudaMemcpyDeviceToHost);
  return s[0] > 0;
}`;

describe('the plan by variables', () => {
  let program: Program;
  beforeAll(async () => {
    program = await programs.readText(FIGURE, 'cu');
  });
  const NONE: ReadonlySet<number> = new Set();
  const planned = (wanted: { inputs?: ReadonlySet<number>; outputs?: ReadonlySet<number> } = {}) => {
    const groups = findGroups(program);
    const device = groups.groups.flatMap((group, at) =>
      group.sites.some((site) => program.sites[site]!.inDeviceCode || program.sites[site]!.space === 'constant')
        ? [at]
        : [],
    );
    return planByVariables(program, groups, expectedExecutions(program), {
      ...{ groups: device, sharedFirst: false, inlinesFunctions: false, inputs: NONE, outputs: NONE },
      ...wanted,
    });
  };

  it("orders the variables of figure 4.2's kernel as cst, mtp, a_d, s_d", () => {
    expect(planned().map(({ id }) => id.replace(/^kernel\./, ''))).toEqual(['cst', 'mtp', 'a_d', 's_d']);
  });

  it('gives the reason for each position', () => {
    expect(planned().map(({ reason }) => reason.split(';')[0])).toEqual([
      naming('input', 'read'),
      naming('kernel', /function-AD \d+/, /function-FLOP \d+/),
      naming(/^(?!.*\b(?:in|out)put\b).*\bwritten\b/),
      naming('output', 'written'),
    ]);
  });

  it('heeds inputs and outputs that are named', () => {
    const named = {
      inputs: new Set([siteNamed(program, 'kernel.s_d')]),
      outputs: new Set([siteNamed(program, 'kernel.mtp')]),
    };
    expect(planned(named).map(({ id }) => id.replace(/^kernel\./, ''))).toEqual(['cst', 's_d', 'a_d', 'mtp']);
  });
});

/** Shared memory with what is only read, and shared memory with what is computed; two kernels that use one array. */
const SHARED = `
const int N = 64;
__global__ void scale(const double *in, double *middle) {
  __shared__ double tile[N];
  __shared__ double partial[N];
  int i = threadIdx.x;
  tile[i] = in[i];
  double product = tile[i] * 3.0;
  partial[i] = product * product + tile[i] / 7.0;
  __syncthreads();
  middle[i] = partial[N - 1 - i] * 2.0;
}
__global__ void fold(const double *middle, double *out) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += middle[i];
  out[threadIdx.x] = sum;
}
int main() {
  double a[N], b[N], *in, *middle, *out;
  for (int i = 0; i < N; i++) a[i] = i;
  cudaMalloc((void **)&in, N * sizeof(double));
  cudaMalloc((void **)&middle, N * sizeof(double));
  cudaMalloc((void **)&out, N * sizeof(double));
  cudaMemcpy(in, a, sizeof(a), cudaMemcpyHostToDevice);
  scale<<<1, N>>>(in, middle);
  fold<<<1, N>>>(middle, out);
  cudaMemcpy(b, out, sizeof(b), cudaMemcpyDeviceToHost);
  return b[0] > 0;
}`;

describe('with shared memory and several kernels', () => {
  const order = async (sharedFirst: boolean) => {
    const program = await programs.readText(SHARED, 'cu');
    const groups = findGroups(program);
    const device = groups.groups.flatMap((group, at) =>
      group.sites.some((site) => program.sites[site]!.inDeviceCode) ? [at] : [],
    );
    const none = new Set<number>();
    const wanted = { groups: device, sharedFirst, inlinesFunctions: false, inputs: none, outputs: none };
    return planByVariables(program, groups, expectedExecutions(program), wanted).map(({ id }) => id.split('.')[1]);
  };

  it('inputs come first, then locals with shared memory of inputs before the rest, then what kernels share, then outputs', async () => {
    const found = await order(false);
    expect(found[0]).toBe('in');
    expect(found.indexOf('tile')).toBeLessThan(found.indexOf('partial'));
    expect(found.indexOf('tile')).toBeLessThan(found.indexOf('product'));
    expect(found.slice(-2)).toEqual(['middle', 'out']);
  });

  it('shared memory comes first on request', async () => {
    expect((await order(true)).slice(0, 2)).toEqual(['tile', 'partial']);
  });
});

describe('the plan by operations', () => {
  const SOURCE = `
#include <math.h>
double work(const double *a, double *b, int n) {
  double sum = 0;
  for (int i = 0; i < 10; i++) b[i] = a[i] / 3 * 2 * sqrt(a[i]);
  for (int i = 0; i < 1000; i++) sum += a[i] * a[i];
  return sum;
}
int main() {
  double a[1000], b[10];
  double x = 3.5, y = x * x / 2;
  return work(a, b, 10) + y > 1;
}`;
  const plan = async (by: 'types' | 'clusters') => {
    const program = await programs.readText(SOURCE);
    const operations = program.operations.flatMap(({ kind }, at) =>
      /^(?:add|sub|mul|div|math)$/.test(kind) ? [at] : [],
    );
    return planByOperations(program, expectedExecutions(program), operations, by);
  };

  it('begins outside of loops, then goes by the size of loops; what accumulates comes last', async () => {
    expect((await plan('types')).map(({ id }) => id)).toEqual([
      ...['divisions', 'multiplications', 'additions'].map((what) => naming('outside', what)),
      ...['sqrt', 'divisions', 'multiplications'].map((what) => naming('work', '5', what)),
      ...['multiplications', 'additions'].map((what) => naming('work', '6', what)),
    ]);
  });

  it('has clusters of operations that depend on one another as the finer option', async () => {
    const found = await plan('clusters');
    expect(found.map(({ operations }) => operations.length)).toContain(4);
    expect(found.at(-1)!.reason).toMatch(/accumulates \(1 of 2\)/);
  });
});
