import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../src/numerics/format.js';
import { strategies } from '../../src/search/strategies.js';
import {
  NO_FACTS,
  type Outcome,
  type Point,
  type SearchFacts,
  type SearchSpace,
  type Strategy,
} from '../../src/search/strategy.js';
import { seededRandom } from '../../src/support/random.js';

const LADDER: Format[] = ['fp64', 'fp32', 'fp16'];

/** A made-up program: each group costs some error when lowered, twice as much on the second rung; errors add up. */
interface Landscape {
  readonly space: SearchSpace;
  readonly sensitivities: readonly number[];
  readonly bound: number;
}

const landscapes: fc.Arbitrary<Landscape> = fc
  .array(fc.record({ sensitivity: fc.integer({ min: 0, max: 20 }), rungs: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 7,
  })
  .chain((groups) =>
    fc.integer({ min: 0, max: 40 }).map((bound) => ({
      space: {
        dimensions: groups.map(({ rungs }, index) => ({ id: `g${index + 1}`, formats: LADDER.slice(0, rungs) })),
      },
      sensitivities: groups.map(({ sensitivity }) => sensitivity),
      bound,
    })),
  );

const rungOf = (landscape: Landscape, point: Point, index: number) =>
  landscape.space.dimensions[index]!.formats.indexOf(point[index]!);

function judge(landscape: Landscape, point: Point): Outcome {
  const error = landscape.sensitivities.reduce(
    (sum, sensitivity, index) => sum + sensitivity * rungOf(landscape, point, index),
    0,
  );
  const speedup = 1 + point.reduce((sum, _, index) => sum + rungOf(landscape, point, index), 0) / 10;
  return error <= landscape.bound
    ? { kind: 'measured', accepted: true, error, speedup, ofIdeal: null }
    : { kind: 'inaccurate', error };
}

/** A model that is right about the time, and neighbours that form chains. */
function factsOf(landscape: Landscape): SearchFacts {
  const { dimensions } = landscape.space;
  return {
    predictedTime: (point) => 1 / (1 + point.reduce((sum, _, index) => sum + rungOf(landscape, point, index), 0) / 10),
    chains: dimensions.flatMap((_, index) =>
      index % 2 === 0 ? [[index, index + 1].filter((one) => one < dimensions.length)] : [],
    ),
    sets: null,
  };
}

function play(strategy: Strategy, landscape: Landscape, seed: number, facts = NO_FACTS, limit = 3000): Point[] {
  const run = strategy.propose({
    facts,
    bound: landscape.bound,
    space: landscape.space,
    options: strategy.options.parse({}),
    random: seededRandom(seed),
  });
  const asked: Point[] = [];
  for (let step = run.next(); !step.done && asked.length < limit; ) {
    asked.push(...step.value);
    step = run.next(step.value.map((point) => judge(landscape, point)));
  }
  return asked;
}

for (const strategy of strategies) {
  describe(strategy.name, () => {
    for (const knowing of ['with what the analyses know', 'knowing nothing'] as const) {
      const facts = (landscape: Landscape) => (knowing === 'knowing nothing' ? NO_FACTS : factsOf(landscape));

      it(`proposes only points of the space, and ends, ${knowing}`, () => {
        fc.assert(
          fc.property(landscapes, fc.nat(), (landscape, seed) => {
            const asked = play(strategy, landscape, seed, facts(landscape));
            expect(asked.length).toBeLessThan(3000);
            for (const point of asked) {
              expect(point).toHaveLength(landscape.space.dimensions.length);
              for (const [index, format] of point.entries())
                expect(landscape.space.dimensions[index]!.formats).toContain(format);
            }
          }),
          { numRuns: 40 },
        );
      });

      it(`asks the same for the same seed, ${knowing}`, () => {
        fc.assert(
          fc.property(landscapes, fc.nat(), (landscape, seed) => {
            const known = facts(landscape);
            expect(play(strategy, landscape, seed, known)).toEqual(play(strategy, landscape, seed, known));
          }),
          { numRuns: 15 },
        );
      });
    }

    it('survives a program in which every trial fails', () => {
      const landscape: Landscape = {
        space: {
          dimensions: [
            { id: 'g1', formats: LADDER },
            { id: 'g2', formats: LADDER },
          ],
        },
        sensitivities: [1, 1],
        bound: -1,
      };
      expect(() => play(strategy, landscape, 1)).not.toThrow();
    });

    it('has nothing to lower in an empty space', () => {
      const asked = play(strategy, { space: { dimensions: [] }, sensitivities: [], bound: 1 }, 1);
      expect(asked.length).toBeLessThanOrEqual(1);
    });

    it('refuses an option it does not have', () => {
      expect(strategy.options.safeParse({ nonsense: 1 }).success).toBe(false);
    });
  });
}

describe('delta debugging', () => {
  it('ends on a 1-minimal set: lowering any one kept group more would miss the bound', () => {
    const strategy = strategies.find((one) => one.name === 'delta-debugging')!;
    fc.assert(
      fc.property(landscapes, (landscape) => {
        const twoRungs = {
          ...landscape,
          space: {
            dimensions: landscape.space.dimensions.map((dimension) => ({ ...dimension, formats: LADDER.slice(0, 2) })),
          },
        };
        const accepted = play(strategy, twoRungs, 0).filter((point) => judge(twoRungs, point).kind === 'measured');
        const lowered = (point: Point) => point.filter((format) => format !== 'fp64').length;
        const none: Point = twoRungs.space.dimensions.map(() => 'fp64' as const);
        const found = accepted.reduce((best, point) => (lowered(point) > lowered(best) ? point : best), none);
        fc.pre(twoRungs.bound >= 0);
        found.forEach((format, index) => {
          if (format === 'fp64') expect(judge(twoRungs, found.with(index, 'fp32')).kind).toBe('inaccurate');
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('exhaustive', () => {
  it('asks for every point exactly once', () => {
    const space = {
      dimensions: [
        { id: 'a', formats: LADDER },
        { id: 'b', formats: LADDER.slice(0, 2) },
      ],
    };
    const asked = play(
      strategies.find((one) => one.name === 'exhaustive')!,
      { space, sensitivities: [0, 0], bound: 0 },
      0,
    ).map((point) => point.join(' '));
    expect(new Set(asked).size).toBe(6);
    expect(asked).toHaveLength(6);
  });
});
