import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';
import { linearCongruential } from './linear-congruential.js';

const THREADS = 256;
const PRODUCTS_PER_THREAD = 16;

/** Exact correlations in units of 2⁻⁵⁸, and the sums of the products' sizes. */
function exactCorrelations(n: number, lags: number): { exact: bigint; size: bigint }[] {
  const next = linearCongruential(19720601);
  const whole = () => BigInt((next() >>> 2) - 2 ** 29);
  const pairs = Array.from({ length: n }, () => [whole(), whole()] as const);
  const y = [...pairs.map(([, q]) => q), ...Array.from({ length: lags }, whole)];
  return Array.from({ length: lags }, (_, lag) => {
    const products = pairs.map(([p], i) => p * y[i + lag]!);
    const sum = (terms: bigint[]) => terms.reduce((total, term) => total + term, 0n);
    return { exact: sum(products), size: sum(products.map((term) => (term < 0n ? -term : term))) };
  });
}

describeProgram('dot', (run) => {
  it.each([
    [1, 1],
    [1000, 4],
    [20_000, 8],
  ])('matches the exact sum of %d products at %d lags', async (n, lags) => {
    const { correlation } = await run(`${n}`, `${lags}`);
    expect(correlation).toHaveLength(lags);
    const blocks = Math.min(1024, Math.ceil(n / (THREADS * PRODUCTS_PER_THREAD)));
    // roundings on the longest way from a product to the result: the product's own, a thread's chain, two trees, the last chain
    const roundings = 1 + Math.ceil(n / (blocks * THREADS)) + 8 + Math.ceil(blocks / THREADS) + 8;
    for (const [lag, { exact, size }] of exactCorrelations(n, lags).entries()) {
      const error = Math.abs(correlation![lag]! - Number(exact) * 2 ** -58);
      expect(error).toBeLessThanOrEqual(roundings * 2 ** -53 * Number(size) * 2 ** -58);
    }
  });
});
