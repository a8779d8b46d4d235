import { expect, it } from 'vitest';
import { describeProgram, farthest, type Printed } from './corpus-program.js';

const BODIES = 131;
/** Lines have no word in front: the first coordinate is what a line starts with. */
const positions = (printed: Printed) =>
  Object.entries(printed).map(([x, rest]) => [Number(x), ...rest] as [number, number, number]);
const centre = (printed: Printed) =>
  [0, 1, 2].map((axis) => positions(printed).reduce((sum, body) => sum + body[axis]!, 0) / BODIES);
const printedBy: Record<string, Printed> = {};

for (const project of ['nbody', 'nbody/tiled.json']) {
  describeProgram(project, (run) => {
    it('moves every body and leaves their centre of mass unchanged', async () => {
      const before = await run(`${BODIES}`, '0', 'all');
      const after = await run(`${BODIES}`, '4', 'all');
      printedBy[project] = after;
      expect(positions(after)).toHaveLength(BODIES);
      expect(farthest(centre(after), centre(before))).toBeLessThan(1e-12);
      for (const [i, body] of positions(after).entries())
        expect(farthest(body, positions(before)[i]!)).toBeGreaterThan(1e-3);
    });

    it('prints the same with and without tiles', async () => {
      expect(await run(`${BODIES}`, '4', 'all')).toEqual(printedBy.nbody);
    });
  });
}
