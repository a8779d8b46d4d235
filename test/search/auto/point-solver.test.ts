import { afterAll, describe, expect, it } from 'vitest';
import { findDevice } from '../../../src/analysis/devices/devices.js';
import { findGroups } from '../../../src/analysis/groups.js';
import { type ModelDimension, PerformanceModel } from '../../../src/analysis/performance-model.js';
import type { Format } from '../../../src/numerics/format.js';
import { ErrorCuts } from '../../../src/search/auto/error-cuts.js';
import { Knowledge } from '../../../src/search/auto/knowledge.js';
import { PointSolver } from '../../../src/search/auto/point-solver.js';
import { SolverTurns } from '../../../src/search/auto/solver-turns.js';
import { everyPoint, keyOf, Ladders, type Rungs } from '../../../src/search/ladders.js';
import { NO_FACTS } from '../../../src/search/strategy.js';
import { admits } from '../../../src/space/configuration.js';
import { loadSolver } from '../../../src/study/facts/highs-solver.js';
import { seededRandom } from '../../../src/support/random.js';
import { inventedCounts } from '../../support/invented-counts.js';
import { ReadPrograms } from '../../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());
const AT_EASE = { leftMs: () => 600_000, hasGivenUp: () => false, giveUp: () => undefined };

const metrics = {
  'the worst of all values': (moved: Float64Array) => Math.max(...moved.map(Math.abs)),
  'the mean over all values': (moved: Float64Array) => Math.sqrt(moved.reduce((sum, one) => sum + one * one, 0)),
};
/** So that a space of two formats has 256 points, and one of three 81. */
const MOST_DIMENSIONS = { 2: 8, 3: 4 };

/** A corpus program with what nobody measured of it: counts, and how far each group and some pairs of groups move a dozen values. */
async function problemOf(name: string, formats: 2 | 3, errorOf: (moved: Float64Array) => number, seed: number) {
  const program = await programs.readCorpus(name);
  const random = seededRandom(seed);
  const groups = findGroups(program)
    .groups.filter(({ frozen, sites }) => frozen === null && sites.every((site) => admits(program, site, 'fp16')))
    .filter(({ sites }) => program.sites[sites[0]!]!.format === 'fp64');
  // all of them, a few together, so that everything narrow is among the points
  const count = Math.min(groups.length, MOST_DIMENSIONS[formats]);
  const dimensions = Array.from({ length: count }, (_, at): ModelDimension => {
    const sites = groups.filter((_, index) => index % count === at).flatMap((one) => [...one.sites]);
    return { sites, operations: [], formats: ['fp64', 'fp32', 'fp16'].slice(0, formats) as Format[] };
  });
  const model = new PerformanceModel(program, findDevice('h200'), inventedCounts(program));
  const ladders = new Ladders({ dimensions: dimensions.map((one, at) => ({ id: `${at}`, formats: one.formats })) });
  const score = model.scorer(dimensions);
  const supports = [[0, 1], [1, 2], [0, 3]]; // biome-ignore format: pairs
  const knowledge = new Knowledge({ ...NO_FACTS, supports, errorOf }, 1);
  const moves = () => Float64Array.from({ length: 12 }, () => 0.6 * (random() - 0.5));
  const learn = (rungs: Rungs, deviations: Float64Array) => knowledge.model.learn(rungs, deviations);
  for (const at of ladders.free)
    for (let rung = 1; rung <= ladders.lowest[at]!; rung++) learn(ladders.widest.with(at, rung), moves());
  for (const [a, b] of supports) learn(ladders.widest.with(a!, 1).with(b!, 1), moves());
  return {
    ladders,
    knowledge,
    timeOf: (rungs: Rungs) => score(ladders.pointOf(rungs)),
    linear: model.linearTime(dimensions)!,
  };
}

describe.each(Object.entries(metrics))('the solver, with %s', (_, errorOf) => {
  it.each([
    ['nbody', 2],
    ['nbody', 3],
    ['hotspot', 2],
    ['euler3d', 2],
  ] as const)('finds what enumerating %s in %i formats finds', async (name, formats) => {
    let cutOff = 0;
    for (const seed of [1, 2]) {
      const { ladders, knowledge, timeOf, linear } = await problemOf(name, formats, errorOf, seed);
      const margin = 0.5 + seed / 2;
      const errors = new ErrorCuts(knowledge.model, margin, (moved) => knowledge.excessFor(moved));
      const every = [...everyPoint(ladders)];
      expect(every.length).toBeLessThanOrEqual(4096);
      const within = every.filter((rungs) => errors.excessOf(rungs) <= 1).map(timeOf);
      const fastest = Math.min(...within.filter((time) => time < 10));
      if (fastest > Math.min(...every.map(timeOf)) * (1 + 1e-9)) cutOff++;
      const solve = await loadSolver(AT_EASE);
      const answer = new PointSolver(linear, solve, ladders, timeOf).fastest(knowledge, errors, 10)!;
      expect(answer.found!.time).toBeCloseTo(fastest, 4);
      expect(errors.excessOf(answer.found!.rungs)).toBeLessThanOrEqual(1);
      expect(answer.bound).toBeLessThanOrEqual(fastest * (1 + 1e-9));
      expect(answer.bound).toBeCloseTo(fastest, 3);
    }
    expect(cutOff).toBeGreaterThan(0); // else the errors were never in the way
  });
});

it('its next results, if each were refuted, are in order of speed, and querying them changes no answer', async () => {
  const { ladders, knowledge, timeOf, linear } = await problemOf('nbody', 2, metrics['the worst of all values'], 1);
  const solve = await loadSolver(AT_EASE);
  const turns = () => new SolverTurns({ time: linear, solve }, 8, ladders, timeOf);
  const [asked, unasked] = [turns(), turns()];
  const first = asked.fastest(knowledge, 1, 10)!;
  expect(unasked.fastest(knowledge, 1, 10)).toEqual(first);
  const following = asked.following(knowledge, 1, 10, first.rungs, 3);
  const within = [...everyPoint(ladders)]
    .filter((rungs) => keyOf(rungs) !== keyOf(first.rungs) && knowledge.excessOf(rungs) <= 1)
    .map(timeOf)
    .sort((a, b) => a - b);
  expect(following).toHaveLength(3);
  for (const [at, rungs] of following.entries()) expect(timeOf(rungs)).toBeCloseTo(within[at]!, 4);
  expect(new Set([first.rungs, ...following].map(keyOf)).size).toBe(4);
  expect(asked.fastest(knowledge, 1, 10)).toEqual(unasked.fastest(knowledge, 1, 10));
  expect(asked.gap(1)).toEqual(unasked.gap(1));
});
