import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const waves = [1, 2, 3, 4, 5];
const slope = (x: number) => waves.reduce((sum, k) => sum + Math.cos(2 ** k * x), 1);

/** The arc's length from 0 to `end` as an integral of √(1 + y′²), by Simpson's rule: another way than the program's. */
function arcLength(end: number): number {
  const intervals = 20_000;
  const h = end / intervals;
  let sum = 0;
  for (let i = 0; i <= intervals; i++) {
    const weight = i === 0 || i === intervals ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.sqrt(1 + slope(i * h) ** 2);
  }
  return (h / 3) * sum;
}

describeProgram('funarc', (run) => {
  it('comes closer to the arc by the square of the segments, at every checkpoint', async () => {
    const coarse = (await run('8000')).length!;
    const fine = (await run('16000')).length!;
    expect(coarse).toHaveLength(8);
    for (const [index, shorter] of coarse.entries()) {
      const exact = arcLength((Math.PI * (index + 1)) / 8);
      expect(exact - fine[index]!).toBeGreaterThan(0);
      expect((exact - shorter) / (exact - fine[index]!)).toBeCloseTo(4, 2);
    }
  });

  it('has the known digits of the length', async () => {
    expect((await run('1000000')).length!.at(-1)).toBeCloseTo(5.795776322, 8);
  });
});
