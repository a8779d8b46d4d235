import { expect, it } from 'vitest';
import { describeProgram } from './corpus-program.js';

const BOX = 4 * 2 * 2;
const DENSITY = 1.4;

describeProgram('euler3d', (run) => {
  it('reaches the free stream on an empty domain, from gas at rest', async () => {
    const atRest = await run('5', '0', 'empty');
    expect(atRest.mass![0]! / (BOX * DENSITY)).toBeCloseTo(1, 13);
    expect(atRest.momentum).toEqual([0, 0]);
    const streaming = await run('5', '1500', 'empty');
    expect(streaming.deviation![0]).toBeLessThan(1e-13);
    expect(streaming.deviation![0]! / atRest.deviation![0]!).toBeLessThan(1e-13);
    expect(streaming.momentum![0]! / (BOX * DENSITY * 0.8 * Math.cos(0.06))).toBeCloseTo(1, 12);
  });

  it('feels nothing in a uniform pressure, since the wing is closed', async () => {
    const { deviation, drag, lift } = await run('8', '0');
    expect(deviation![0]).toBe(0);
    expect(Math.abs(drag![0]!)).toBeLessThan(1e-14);
    expect(Math.abs(lift![0]!)).toBeLessThan(1e-14);
  });

  it('is held back and lifted by a flow from ahead and below, ever more steadily', async () => {
    const drag: number[] = [];
    for (const steps of ['100', '200', '300']) {
      const printed = await run('8', steps);
      expect(printed.lift![0]).toBeGreaterThan(0);
      drag.push(printed.drag![0]!);
    }
    const [early, later, last] = drag as [number, number, number];
    expect(last).toBeGreaterThan(0);
    expect(Math.abs(last - later)).toBeLessThan(0.2 * Math.abs(later - early));
  });
});
