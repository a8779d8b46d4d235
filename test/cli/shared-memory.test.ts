import { afterAll, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

/** A tile whose size is that of the block: 64 · 65 numbers of 8 bytes are 33,280 bytes, of 16 bytes 66,560, and 128 · 129 of 8 bytes 132,096. */
const TILES = `#include <cstdio>
#define TILE 64
__global__ void turn(double *m)
{
  __shared__ double tile[TILE][TILE + 1];
  int t = threadIdx.x;
  for (int i = 0; i < TILE; i++) tile[i][t] = m[i * TILE + t];
  __syncthreads();
  for (int i = 0; i < TILE; i++) m[i * TILE + t] = tile[t][i] / 3.0;
}
int main()
{
  double *m;
  cudaMallocManaged(&m, 256 * 256 * sizeof *m);
  for (int i = 0; i < 256 * 256; i++) m[i] = i;
  turn<<<1, TILE>>>(m);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; i++) printf("%.17g\\n", m[i]);
}
`;
const configuration = (formats: object, blocks: object) => JSON.stringify({ schemaVersion: 1, formats, blocks });
const scratch = new Scratch({
  'tiles.cu': TILES,
  'mantissa.json': JSON.stringify({ sources: ['tiles.cu'], freeBlocks: ['TILE'] }),
  'small.json': configuration({}, { TILE: 32 }),
  'large.json': configuration({}, { TILE: 128 }),
  'wide.json': configuration({ 'turn.tile': 'fp64x2' }, {}),
  'small-wide.json': configuration({ 'turn.tile': 'fp64x2' }, { TILE: 32 }),
});
afterAll(() => scratch[Symbol.dispose]());
const run = (how: string, file: string) =>
  mantissa(['run', '.', '--how', how, '--engine', 'wasm', '--configuration', file], { cwd: scratch.folder });

it.each(['emulated', 'built'])('refuses a tile that needs more shared memory than a block has, %s', async (how) => {
  const { exitCode, stderr } = await run(how, 'large.json');
  expect(exitCode).toBe(2);
  expectDiagnostic(stderr, 'MX2055', { names: ['TILE', 'turn', '132,096', '49,152', 'cudaFuncSetAttribute'] });
});

it.each(['emulated', 'built'])('refuses formats whose tile needs more, %s', async (how) => {
  const { exitCode, stderr } = await run(how, 'wide.json');
  expect(exitCode).toBe(4);
  expectDiagnostic(stderr, 'MX4006', { names: ['turn', '66,560', '49,152', 'cudaFuncSetAttribute'] });
});

it('accepts a tile that fits, in wide formats too', async () => {
  for (const file of ['small.json', 'small-wide.json']) {
    const [emulated, built] = [await run('emulated', file), await run('built', file)];
    expect(emulated.exitCode, emulated.stderr).toBe(0);
    expect(built.stdout).toBe(emulated.stdout);
  }
});
