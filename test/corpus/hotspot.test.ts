import { expect, it } from 'vitest';
import { describeProgram, farthest } from './corpus-program.js';

const SIDE = 40;
const STEPS = 12;
const AMBIENT = 318.15;
const rows = (cells: readonly number[]) =>
  Array.from({ length: SIDE }, (_, y) => cells.slice(y * SIDE, (y + 1) * SIDE));

for (const [project, rounding] of [
  ['hotspot', 2 ** -52],
  ['hotspot/fp32.json', 2 ** -23],
] as const) {
  describeProgram(project, (run) => {
    it('gains as much heat as the power brings and the sink leaves', async () => {
      const { mean } = await run(`${SIDE}`, `${STEPS}`);
      const edge = 0.016 / SIDE;
      const lost = (1e4 * edge * edge) / (8 * 100 * 0.0005 + 1e4 * edge * edge);
      // cores 2 · 0.25 · 0.375 of the die, cache 0.75 · 0.25, the rest of it
      const density = 0.1875 * 1e6 + 0.1875 * 2.5e5 + 0.625 * 5e4;
      const rise = (density / 1e4) * (1 - (1 - lost) ** STEPS);
      expect(Math.abs(mean![0]! - AMBIENT - rise)).toBeLessThan(STEPS * AMBIENT * rounding);
      expect(rise).toBeGreaterThan(1);
    });

    it('prints the same however many steps a launch takes', async () => {
      const alone = await run(`${SIDE}`, `${STEPS}`, '1', 'all');
      expect(alone.cell).toHaveLength(SIDE * SIDE);
      expect(await run(`${SIDE}`, `${STEPS}`, '3', 'all')).toEqual(alone);
      expect(await run(`${SIDE}`, `${STEPS}`, '15', 'all')).toEqual(alone);
    });

    it('keeps the mirror symmetry of the power map, and is hottest in a core', async () => {
      const { cell, highest, lowest } = await run(`${SIDE}`, `${STEPS}`, '2', 'all');
      for (const row of rows(cell!)) expect(farthest(row, row.toReversed())).toBe(0);
      const [x, y] = [cell!.indexOf(highest![0]!) % SIDE, Math.floor(cell!.indexOf(highest![0]!) / SIDE)];
      expect(x > SIDE / 8 && x < (3 * SIDE) / 8 && y > SIDE / 8 && y < SIDE / 2).toBe(true);
      expect(lowest![0]).toBeGreaterThan(AMBIENT);
    });
  });
}
