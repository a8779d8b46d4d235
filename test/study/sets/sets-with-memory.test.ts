import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../../src/analysis/groups.js';
import { sitesInScope } from '../../../src/analysis/scope.js';
import { TuningSpace } from '../../../src/study/search-space.js';
import { setsWithMemory } from '../../../src/study/sets/sets-with-memory.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

const SOURCE = `#include <cuda_runtime.h>
__constant__ double factor;
__global__ void busy(const double *in, double *sums) {
  double x = in[threadIdx.x] * factor;
  sums[threadIdx.x] += x * x;
}
__global__ void idle(const double *sums, double *out) { out[threadIdx.x] = sums[threadIdx.x]; }
int main() {
  double *in, *sums, *out;
  cudaMalloc(&in, 64 * sizeof(double));
  cudaMalloc(&sums, 64 * sizeof(double));
  cudaMalloc(&out, 64 * sizeof(double));
  busy<<<1, 64>>>(in, sums);
  idle<<<1, 64>>>(sums, out);
  return 0;
}
`;
const kernel = (name: string, share: number) => ({
  ...{ name, share, shareOf: 'time' as const, sets: 0, arithmeticToCast: null, registers: null, setAside: null },
});

describe('sets with memory', () => {
  it('are everything, each kernel with what it reads and writes, and the arrays of kernels that run', async () => {
    const program = await programs.readText(SOURCE, 'cu');
    const groups = findGroups(program);
    const space = new TuningSpace({ program, groups }, ['fp64', 'fp32'], sitesInScope(program, groups, 'kernels'));
    const found = setsWithMemory({ program, groups }, space, [kernel('idle', 0.1), kernel('busy', 0.9)]);
    expect(found.map(({ id }) => id)).toEqual([
      ...['everything', 'busy+memory', 'idle+memory'],
      ...['busy.in', 'busy.sums', 'idle.out'],
    ]);
    const of = (id: string) => found.find((one) => one.id === id)!;
    expect(of('busy.in')).toMatchObject({ function: 'busy', memory: ['busy.in'], operations: [], conversions: 1 });
    // a load and a store in busy, a load in idle; the addition in between stays wide
    expect(of('busy.sums')).toMatchObject({ operations: [], arithmetic: 3 });
  });

  it('have no place for arrays that cannot be lowered', async () => {
    const narrow = Array.from({ length: 9 }, (_, at) => `float *n${at}`).join(', ');
    const stores = Array.from({ length: 9 }, (_, at) => `n${at}[0] = 1.0f;`).join(' ');
    const text = `__global__ void k(${narrow}, double *wide) { ${stores} wide[0] += 1.0; }\nint main() { return 0; }\n`;
    const program = await programs.readText(`#include <cuda_runtime.h>\n${text}`, 'cu');
    const groups = findGroups(program);
    const space = new TuningSpace({ program, groups }, ['fp64', 'fp32'], sitesInScope(program, groups, 'kernels'));
    const found = setsWithMemory({ program, groups }, space, [kernel('k', 1)]);
    expect(found.flatMap(({ memory }) => memory)).toEqual(['k.wide']);
  });

  it('leave out what no kernel that runs touches', async () => {
    const program = await programs.readText(SOURCE, 'cu');
    const groups = findGroups(program);
    const space = new TuningSpace({ program, groups }, ['fp64', 'fp32'], sitesInScope(program, groups, 'kernels'));
    const found = setsWithMemory({ program, groups }, space, [kernel('idle', 0), kernel('busy', 1)]);
    expect(found.map(({ id }) => id)).toEqual(['everything', 'busy+memory', 'busy.in', 'busy.sums']);
  });
});
