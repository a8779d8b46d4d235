/** Configurations with phases: what is written is read, and what cannot run is refused with its reason. */
import { afterAll, describe, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { firstIterationsText } from '../../src/rewrite/phases/split-loop.js';
import { firstIterations, type PhasedConfiguration, parsePhases, writePhases } from '../../src/space/phases.js';
import { diagnostic } from '../support/diagnostics.js';
import { ReadPrograms } from '../support/read-programs.js';

const SOURCE = `double u[8];
int main(void)
{
  float slow = 0.5f;
  for (int it = 0; it < 8; it++) u[it % 8] += slow;
  return 0;
}
`;

const programs = new ReadPrograms();
const reading = programs.readText(SOURCE, 'c');
afterAll(() => programs.close());

async function parse(phases: object | string): Promise<PhasedConfiguration> {
  const program = await reading;
  const text = typeof phases === 'string' ? phases : JSON.stringify(phases);
  return parsePhases(text, 'phases.json', program, findGroups(program));
}

const VALID = { schemaVersion: 1, loop: 'main@5', switch: { fraction: 0.9 }, before: { u: 'fp32' }, after: {} };

describe('a configuration with phases', () => {
  it('is read as it was written', async () => {
    const program = await reading;
    const read = await parse(VALID);
    expect(read.loop).toBe('main@5');
    expect([...read.before.sites]).toEqual([[program.sites.findIndex(({ id }) => id === 'u'), 'fp32']]);
    const again = await parse(writePhases({ ...read, switch: { iteration: 7 } }, program));
    expect(again).toEqual({ ...read, switch: { iteration: 7 } });
  });

  it('switches at an iteration, or at a share of those that the loop has', () => {
    expect(firstIterations({ iteration: 40 }, 100)).toBe(40);
    expect(firstIterations({ iteration: 2340 }, 1000)).toBe(1000);
    expect(firstIterations({ fraction: 0.95 }, 1200)).toBe(1140);
    expect(firstIterations({ fraction: 0.123456 }, 1_000_000)).toBe(123456);
  });

  it('has the same number of first iterations in the text of the patch, for every number of iterations', () => {
    const differing: string[] = [];
    const compare = (numerator: number, denominator: number, most: number) => {
      const fraction = numerator / denominator;
      const text = firstIterationsText({ fraction }, 'int', 'steps');
      const [, factor, divisor] = /^\(int\)\((\d+)LL \* steps \/ (\d+)\)$/.exec(text)!.map(Number);
      for (let steps = 0; steps <= most; steps++) {
        const [exact, written] = [numerator * steps, factor! * steps].map((one, at) => {
          const by = at === 0 ? denominator : divisor!;
          return (one - (one % by)) / by;
        });
        if (firstIterations({ fraction }, steps) !== exact || written !== exact)
          differing.push(`${numerator}/${denominator} of ${steps}: ${text}`);
      }
    };
    for (let percent = 0; percent <= 100; percent++) compare(percent, 100, 5000);
    // a short loop is searched by iterations
    for (let steps = 1; steps < 100; steps++) for (let step = 0; step <= steps; step++) compare(step, steps, 20);
    expect(differing).toEqual([]);
  });

  it('is refused if a value would have to be rounded at the switch', async () => {
    const refused = parse({ ...VALID, before: {}, after: { u: 'fp32' } });
    await expect(refused).rejects.toEqual(diagnostic('MX2058', { names: ['u', 'fp64', 'fp32'] }));
  });

  it.each([
    ['{', []],
    [{ ...VALID, switch: { fraction: 1.5 } }, ['switch.fraction']],
    [{ ...VALID, switch: { fraction: 0.5, iteration: 4 } }, ['switch']],
    [{ ...VALID, switch: {} }, ['switch']],
    [{ ...VALID, loop: 5 }, ['loop']],
    [{ ...VALID, phases: [] }, []],
  ])('is refused if it has another form: %j', async (phases, names) => {
    await expect(parse(phases)).rejects.toEqual(diagnostic('MX2058', { names }));
  });

  it('is refused for a site or a version of the program that there is not', async () => {
    await expect(parse({ ...VALID, before: { v: 'fp32' } })).rejects.toEqual(diagnostic('MX2011', { names: ['v'] }));
    await expect(parse({ ...VALID, sources: 'other' })).rejects.toEqual(diagnostic('MX2024'));
  });
});
