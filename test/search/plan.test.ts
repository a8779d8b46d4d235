import { expect, it } from 'vitest';
import type { Format } from '../../src/numerics/format.js';
import { checkStrategy } from '../../src/search/conformance.js';
import { iterationPoints, PLAN_WALKS, plan, planOptions } from '../../src/search/plan.js';
import { NO_FACTS, type Outcome, type SearchSpace } from '../../src/search/strategy.js';
import { seededRandom } from '../../src/support/random.js';

const FORMATS: readonly Format[] = ['fp64', 'fp32'];
const space: SearchSpace = { dimensions: Array.from({ length: 10 }, (_, at) => ({ id: `u${at}`, formats: FORMATS })) };
/** Backwards, so that it is not the order of the space. */
const steps = space.dimensions.map((_, at) => ({ dimension: 9 - at, format: 'fp32' as const }));
const facts = { ...NO_FACTS, plan: steps };
const points = iterationPoints(space, facts).map((point) => point.join());

/** The iterations that are asked for, batch by batch; -1 for what is none. */
function walk(options: Record<string, unknown>, outcomeAt: (iteration: number) => Outcome): number[][] {
  const search = plan.propose({
    ...{ space, facts, bound: 1, random: seededRandom(1) },
    options: planOptions.parse(options),
  });
  const asked: number[][] = [];
  for (let step = search.next(); !step.done; ) {
    const batch = step.value.map((point) => points.indexOf(point.join()));
    asked.push(batch);
    step = search.next(batch.map(outcomeAt));
  }
  return asked;
}

const near: Outcome = { kind: 'accurate', accepted: true, error: 0.1, speedup: 1, ofIdeal: null };
const far: Outcome = { kind: 'inaccurate', error: 2 };
const slow: Outcome = { ...near, accepted: false };
const within = (last: number) => (iteration: number) => (iteration <= last ? near : far);

it('an iteration lowers its part of the plan in addition to all earlier ones', () => {
  expect(points[0]).toBe(Array(10).fill('fp64').join());
  expect(points[2]).toBe([...Array(8).fill('fp64'), 'fp32', 'fp32'].join());
});

it('goes down to the first iteration beyond the bound', () => {
  expect(walk({}, within(3))).toEqual([[0], [1], [2], [3], [4]]);
});

it('goes to its end if every error is allowed', () => {
  expect(walk({}, () => near).flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('steps over an iteration that cannot be built', () => {
  expect(walk({}, (at) => (at === 2 ? { kind: 'build-failed' } : within(3)(at))).flat()).toEqual([0, 1, 2, 3, 4]);
});

it('begins at a later iteration, and goes back if that is too far', () => {
  expect(walk({ start: 4 }, within(6)).flat()).toEqual([0, 4, 5, 6, 7]);
  expect(walk({ start: 8 }, within(6)).flat()).toEqual([0, 8, 7, 6]);
});

it('takes several iterations as one, and several side by side', () => {
  expect(walk({ stride: 4 }, () => near).flat()).toEqual([0, 4, 8, 10]);
  expect(walk({ abreast: 4 }, within(6))).toEqual([[0], [1, 2, 3, 4], [5, 6, 7, 8]]);
});

it.each([0, 1, 4, 9, 10])('finds iteration %i by halving', (last) => {
  const asked = walk({ walk: 'binary' }, within(last)).flat();
  expect(asked).toContain(last);
  if (last < 10) expect(asked).toContain(last + 1);
  expect(asked.length).toBeLessThanOrEqual(6);
});

it('goes up from the lowest precision to the first point that is too slow', () => {
  expect(walk({ walk: 'up' }, (at) => (at < 7 ? slow : near)).flat()).toEqual([0, 10, 9, 8, 7, 6]);
});

it('also draws random configurations, which are not iterations', () => {
  const asked = walk({ random: 10 }, () => near).flat();
  expect(asked.filter((at) => at === -1)).toHaveLength(100);
});

it.each(PLAN_WALKS)('keeps every rule of strategies when it walks %s', (way) => {
  expect(checkStrategy(plan, { options: { walk: way, random: 2, abreast: 3 } })).toEqual([]);
});
