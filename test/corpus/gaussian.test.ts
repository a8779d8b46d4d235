import { expect, it } from 'vitest';
import { describeProgram, farthest } from './corpus-program.js';
import { linearCongruential } from './linear-congruential.js';

describeProgram('gaussian', (run) => {
  it.each([2, 17, 64])('finds the known solution of a system of order %d', async (n) => {
    const { x, sum, norm } = await run(`${n}`, '32', '8', 'all');
    const known = Array.from({ length: n }, (_, i) => 1 + (i % 8));
    expect(farthest(x!, known)).toBeLessThan(1e-12);
    expect(sum![0]).toBeCloseTo(
      known.reduce((total, value) => total + value, 0),
      10,
    );
    expect(norm![0]).toBeCloseTo(Math.hypot(...known), 10);
  });

  it('leaves a residual of rounding errors only', async () => {
    const n = 64;
    const { x } = await run(`${n}`, '64', '16', 'all');
    const next = linearCongruential(18101809);
    for (let i = 0; i < n; i++) {
      const row = Array.from({ length: n }, () => (next() >>> 8) / 2 ** 23 - 1);
      row[i]! += 2 * Math.sqrt(n);
      const residual = row.reduce((total, value, j) => total + value * (x![j]! - (1 + (j % 8))), 0);
      const size = row.reduce((total, value, j) => total + Math.abs(value * x![j]!), 0);
      expect(Math.abs(residual)).toBeLessThan(n * 2 ** -53 * size);
    }
  });

  it('prints the same with any block sizes', async () => {
    const usual = await run('50', '256', '16', 'all');
    expect(usual.x).toHaveLength(50);
    expect(await run('50', '7', '3', 'all')).toEqual(usual);
    expect(await run('50', '64', '32', 'all')).toEqual(usual);
  });
});
