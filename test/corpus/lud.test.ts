import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';
import { linearCongruential } from './linear-congruential.js';

function matrix(n: number): number[] {
  const next = linearCongruential(19480101);
  const a = Array.from({ length: n * n }, () => (next() >>> 8) / 2 ** 23 - 1);
  for (let i = 0; i < n; i++) a[i * (n + 1)]! += 2 * Math.sqrt(n);
  return a;
}

describeProgram('lud', (run) => {
  it.each([
    [8, 8],
    [48, 8],
    [64, 16],
    [64, 32],
  ])('finds L and U whose product is A, of order %d by tiles of %d', async (n, tile) => {
    const { element, logdet, upper } = await run(`${n}`, `${tile}`, 'all');
    expect(element).toHaveLength(n * n);
    const a = matrix(n);
    const bound = n * 2 ** -53;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let product = 0;
        let size = 0;
        for (let k = 0; k <= Math.min(i, j); k++) {
          const term = (k === i ? 1 : element![i * n + k]!) * element![k * n + j]!;
          product += term;
          size += Math.abs(term);
        }
        // as much again for the sum made here
        expect(Math.abs(product - a[i * n + j]!)).toBeLessThanOrEqual(2 * bound * size);
      }
    const pivots = Array.from({ length: n }, (_, i) => element![i * (n + 1)]!);
    expect(logdet![0]).toBeCloseTo(
      pivots.reduce((sum, pivot) => sum + Math.log(Math.abs(pivot)), 0),
      10,
    );
    expect(upper![0]).toBeGreaterThan(pivots.reduce((sum, pivot) => sum + Math.abs(pivot), 0));
  });
});
