import { afterAll, expect, it } from 'vitest';
import { exceedsSharedMemory } from '../../src/analysis/shared-memory-limit.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

/** 3 · 32 · 33 numbers of 16 bytes are more than a block may share; as double they are not. */
const SOURCE = `#include <cuda_runtime.h>
template <int TILE> __global__ void turn(double *m)
{
  __shared__ double a[TILE][TILE + 1], b[TILE][TILE + 1], c[TILE][TILE + 1];
  int x = threadIdx.x;
  a[x][0] = m[x];
  b[x][1] = a[x][0] / 3.0;
  c[x][2] = b[x][1] + a[x][0];
  __syncthreads();
  m[x] = c[TILE - 1 - x][2];
}
__global__ void small(double *m)
{
  __shared__ double few[64];
  few[threadIdx.x] = m[threadIdx.x];
  m[threadIdx.x] = few[63 - threadIdx.x];
}
int main()
{
  double *m;
  cudaMalloc(&m, 64 * sizeof(double));
  turn<8><<<1, 8>>>(m);
  turn<32><<<1, 32>>>(m);
  small<<<1, 64>>>(m);
  return 0;
}
`;

it('shared memory keeps its format if the largest instantiation would exceed the limit', async () => {
  const program = await programs.readText(SOURCE, 'cu');
  const named = (kept: ReadonlyMap<number, string>) => [...kept].map(([site, why]) => [program.sites[site]!.id, why]);
  const why = (bytes: string, format: string) =>
    `in ${format}, turn would need ${bytes} bytes of shared memory per block; the limit is 49,152`;
  expect(named(exceedsSharedMemory(program, () => true, 'fp64'))).toEqual([]);
  expect(named(exceedsSharedMemory(program, () => true, 'fp64x2'))).toEqual([['turn.a', why('50,688', 'fp64x2')]]);
  expect(named(exceedsSharedMemory(program, () => true, 'fp64x4'))).toEqual([
    ['turn.a', why('101,376', 'fp64x4')],
    ['turn.b', why('101,376', 'fp64x4')],
    ['turn.c', why('101,376', 'fp64x4')],
  ]);
  const frozen = program.sites.findIndex(({ id }) => id === 'turn.a');
  // 16,896 bytes less half of them for the array that stays double anyway
  expect(named(exceedsSharedMemory(program, (site) => site !== frozen, 'fp64x2'))).toEqual([]);
});
