import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const N = 16384;
const THREADS = 256;

describeProgram('globalsum', (run) => {
  it.each([
    [-1, 0, 1],
    [-4, 3, 1],
    [-4, 3, 8],
    [-13, 12, 8],
    [-37, 36, 64],
  ])('is zero to rounding for magnitudes 10^%d and 10^%d on %d blocks', async (small, large, blocks) => {
    const { sum, block } = await run(`${N}`, `${small}`, `${large}`, `${blocks}`);
    const sizes = (N / 2) * (10 ** (small + 1) + 10 ** (large + 1));
    const roundings = N / (blocks * THREADS) + 8 + 1 + 8;
    expect(Math.abs(sum![0]!)).toBeLessThanOrEqual(roundings * 2 ** -53 * sizes);
    expect(block).toHaveLength(Math.min(8, blocks));
  });

  it('is zero although no block is, and its blocks add up to it', async () => {
    const { sum, block } = await run(`${N}`, '-4', '3', '8');
    expect(Math.min(...block!.map(Math.abs))).toBeGreaterThan(1000);
    const total = block!.reduce((a, b) => a + b, 0);
    expect(Math.abs(total - sum![0]!)).toBeLessThan(1e-8);
  });
});
