/** Formats that change during the run: the loops that can, what they write, and emulated runs with a table for each phase. */
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stateOf } from '../../src/analysis/phases/loop-state.js';
import type { PhaseLoop } from '../../src/analysis/phases/phase-loops.js';
import { sitesInScope, usualScope } from '../../src/analysis/scope.js';
import { measureError } from '../../src/numerics/error-metrics.js';
import { randomConfiguration, uniformConfiguration } from '../../src/space/configuration.js';
import { baselineConfiguration, type Configuration } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from '../oracles/check-oracles.js';
import { clang, hasNative, native, open, wasm } from '../oracles/oracle-bench.js';

const samples = path.join(import.meta.dirname, '../samples/phases');
const engine = hasNative ? native : wasm;
const limits = limitsFor([]);

interface Opened {
  readonly bench: Workbench;
  readonly loops: readonly PhaseLoop[];
  run(first: number, before: Configuration, after: Configuration): Promise<string>;
}

const benches = new Map<string, Promise<Opened>>();

async function openSample(folder: string, file: string): Promise<Opened> {
  const project = open([path.join(samples, folder, file)], samples);
  const bench = await Workbench.open(clang, engine, project);
  const { counts } = await bench.runs.profile('count', limits);
  const loops = bench.phaseLoops(counts);
  return {
    bench,
    loops,
    run: async (first, before, after) => {
      const found = loops.find(({ obstacle }) => obstacle === null)!;
      const phases = { loop: found.loop, first, before, after, state: stateOf(bench.program, found) };
      const outcome = await bench.runs.tryPhases(phases, limits);
      if ('message' in outcome) throw outcome.message;
      return outcomeText(outcome);
    },
  };
}

const opened = (folder: string, file: string): Promise<Opened> => {
  if (!benches.has(file)) benches.set(file, openSample(folder, file));
  return benches.get(file)!;
};

afterAll(async () => {
  for (const one of benches.values()) (await one).bench.close();
});

const numbersOf = (text: string): number[] => text.split('\n').slice(1).join(' ').trim().split(/\s+/).map(Number);

const lowered = ({ program, groups }: Workbench): Configuration =>
  uniformConfiguration(program, groups, sitesInScope(program, groups, usualScope(program)), 'fp32');

describe.each([
  ['heat-in-c', 'heat.c', 'main@29', 1200],
  ['heat-in-cuda', 'heat.cu', 'main@30', 1200],
  ['bodies-in-cplusplus', 'bodies.cpp', 'main@46', 400],
])(`%s on the ${engine.name} engine`, (folder, file, id, iterations) => {
  it('finds the loop over the time steps, which does nearly all of the work', async () => {
    const { loops } = await opened(folder, file);
    const able = loops.filter(({ obstacle }) => obstacle === null);
    expect(able.map((loop) => [loop.id, loop.iterations])).toEqual([[id, iterations]]);
    expect(able[0]!.share).toBeGreaterThan(0.9);
    expect([...able[0]!.reached.values()].every((share) => share > 0.9)).toBe(true);
  });

  it('prints what the static formats print if both phases have them, whenever it switches', async () => {
    const { bench, run } = await opened(folder, file);
    expect(await run(7, baselineConfiguration, baselineConfiguration)).toBe(
      outcomeText(await bench.runs.original(limits)),
    );
    for (const seed of [1, 2, 3]) {
      const some = randomConfiguration(bench.program, bench.groups, ['fp64', 'fp32'], seededRandom(seed));
      const expected = outcomeText(await bench.runs.emulated(some, limits));
      for (const first of [0, 5, iterations, 10 * iterations]) expect(await run(first, some, some)).toBe(expected);
    }
  });

  it('is as accurate as the original if all iterations are in the higher precision, and less and less with every later switch', async () => {
    const { bench, run } = await opened(folder, file);
    const expected = numbersOf(outcomeText(await bench.runs.original(limits)));
    const errors: number[] = [];
    for (const share of [0.2, 0.9, 1]) {
      const text = await run(Math.floor(share * iterations), lowered(bench), baselineConfiguration);
      errors.push(measureError('max-relative', expected, numbersOf(text)));
    }
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    expect(errors[0]).toBeLessThan(errors[2]!);
  });
});

it('says why a loop cannot have phases', async () => {
  const { loops } = await opened('loops-that-cannot', 'loops.c');
  expect(loops.map(({ id, obstacle }) => [id, obstacle?.code])).toEqual([
    ['main@22', 'jumps-out'],
    ['main@23', 'entered-again'],
    ['sweep@12', 'entered-again'],
  ]);
});
