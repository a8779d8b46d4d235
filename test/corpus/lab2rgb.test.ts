import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const WIDTH = 24;
const HEIGHT = 16;
// red, green and blue of sRGB in XYZ, by column: the matrix the program's is the inverse of
const XYZ_OF_RGB = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];

/** The way back, by the cube root that defines L*a*b*. */
function labOf(rgb: readonly number[]): number[] {
  const [fx, fy, fz] = XYZ_OF_RGB.map((row, axis) => {
    const t = row.reduce((sum, value, channel) => sum + value * rgb[channel]!, 0) / WHITE[axis]!;
    return t > (6 / 29) ** 3 ? Math.cbrt(t) : (t * (29 / 6) ** 2) / 3 + 4 / 29;
  }) as [number, number, number];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

describeProgram('lab2rgb', (run) => {
  it('makes colours that lead back to where they came from, dark and light', async () => {
    const { pixel } = await run(`${WIDTH}`, `${HEIGHT}`, '1', 'all');
    expect(pixel).toHaveLength(3 * WIDTH * HEIGHT);
    let dark = 0;
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
      const lab = [(100 * x) / (WIDTH - 1), -60 + (120 * y) / HEIGHT, -60 + 8 * ((x + 3 * y) % 16)];
      const found = labOf(pixel!.slice(3 * i, 3 * i + 3));
      for (const axis of [0, 1, 2]) expect(Math.abs(found[axis]! - lab[axis]!)).toBeLessThan(2e-3);
      if (lab[0]! < 8) dark++;
    }
    expect(dark).toBeGreaterThan(0);
  });

  it('summarises the channels it prints', async () => {
    const { pixel, red, green, blue } = await run(`${WIDTH}`, `${HEIGHT}`, '2', 'all');
    for (const [channel, [mean, lowest, highest]] of [red!, green!, blue!].entries()) {
      const values = pixel!.filter((_, index) => index % 3 === channel);
      expect([lowest, highest]).toEqual([Math.min(...values), Math.max(...values)]);
      expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 12);
    }
  });
});
