import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Format } from '../../src/numerics/format.js';
import { conformanceRules } from '../../src/search/conformance/rules.js';
import { checkStrategy } from '../../src/search/conformance.js';
import { FISET_MODES } from '../../src/search/fisets.js';
import { strategies } from '../../src/search/strategies.js';
import {
  baselinePoint,
  defineStrategy,
  NO_FACTS,
  type Outcome,
  type Point,
  type Proposals,
  type SearchContext,
  type SearchSpace,
  type Strategy,
  withAhead,
} from '../../src/search/strategy.js';
import { seededRandom } from '../../src/support/random.js';

for (const strategy of strategies)
  describe(strategy.name, () => {
    for (const rule of conformanceRules)
      it(rule.name, () => expect(rule.check(strategy, { programs: 40, seed: 7, options: {} })).toBeNull());
  });

it.each(FISET_MODES)('fisets keeps every rule in mode %s', (mode) => {
  const fisets = strategies.find((one) => one.name === 'fisets')!;
  expect(checkStrategy(fisets, { options: { mode } })).toEqual([]);
});

describe('a strategy that breaks a rule is found out:', () => {
  type Context = SearchContext<Record<string, unknown>>;
  const broken = (propose: (context: Context) => Proposals, options: z.ZodObject = z.strictObject({})): Strategy =>
    defineStrategy({ name: 'broken', summary: 'breaks a rule', options, propose });
  /** Lowers one dimension after the other, and asks `meanwhile` about each. */
  const inOrder = (meanwhile: (outcome: Outcome, context: Context) => void) =>
    broken(function* (context) {
      const baseline = baselinePoint(context.space);
      for (const [at, { formats }] of context.space.dimensions.entries()) {
        const [outcome] = yield [baseline.with(at, formats.at(-1)!)];
        meanwhile(outcome!, context);
      }
    });
  const PLAYS = 'proposes points of the space, one or more at a time, and ends';
  const AHEAD = 'asks for the same points whether or not `ahead` is called, which returns points of the space';
  const SURVIVES = 'survives trials that end';
  let begun = 0;
  let isSearching = false;

  const cases: readonly [rule: string, what: string, strategy: Strategy][] = [
    ['has defaults for its options, and refuses unknown ones', 'takes any', broken(function* () {}, z.object({}))],
    [
      'has defaults for its options, and refuses unknown ones',
      'needs one',
      broken(function* () {}, z.strictObject({ size: z.number() })),
    ],
    [
      PLAYS,
      'another format',
      broken(function* ({ space }) {
        yield [space.dimensions.map(() => 'bf16' as const)];
      }),
    ],
    [
      PLAYS,
      'too short',
      broken(function* ({ space }) {
        yield [baselinePoint(space).slice(1)];
      }),
    ],
    [
      PLAYS,
      'asks for ever',
      broken(function* ({ space }) {
        for (;;) yield [baselinePoint(space)];
      }),
    ],
    [
      PLAYS,
      'needs a model',
      broken(function* ({ space, facts }) {
        if (facts.predictedTime!(baselinePoint(space)) > 0) yield [baselinePoint(space)];
      }),
    ],
    [
      PLAYS,
      'an empty batch',
      broken(function* () {
        yield [];
      }),
    ],
    [
      'asks for no more than the baseline in an empty space',
      'asks twice',
      broken(function* ({ space }) {
        yield [baselinePoint(space), baselinePoint(space)];
      }),
    ],
    [
      'begins with the point that `begins` declares',
      'begins with the baseline',
      {
        ...broken(function* ({ space }) {
          yield [baselinePoint(space)];
        }),
        begins: 'narrowest',
      },
    ],
    [
      'asks for the same points with the same seed',
      'remembers that it was there',
      broken(function* ({ space }) {
        for (let at = begun++ % 3; at < 3; at++) yield [baselinePoint(space)];
      }),
    ],
    [
      AHEAD,
      'draws for what comes next',
      broken(function* ({ space, random }) {
        const drawn = () => space.dimensions.map(({ formats }) => formats[Math.floor(formats.length * random())]!);
        for (let at = 0; at < 9; at++) yield withAhead([drawn()], () => [drawn()]);
      }),
    ],
    [
      AHEAD,
      'wants more than there is room for',
      broken(function* ({ space }) {
        yield withAhead([baselinePoint(space)], () => Array.from({ length: 100 }, () => baselinePoint(space)));
      }),
    ],
    [
      AHEAD,
      'wants what is no point next',
      broken(function* ({ space }) {
        yield withAhead([baselinePoint(space)], () => [[]]);
      }),
    ],
    [
      'uses no random numbers but those it is given, and reads no clock',
      'draws elsewhere',
      inOrder(() => Math.random()),
    ],
    ['uses no random numbers but those it is given, and reads no clock', 'has a deadline', inOrder(() => Date.now())],
    [
      'does not change its arguments',
      'sorts the space',
      inOrder((_, { space }) => (space.dimensions as SearchSpace['dimensions'][number][]).reverse()),
    ],
    ['does not change its arguments', 'marks an outcome', inOrder((outcome) => Object.assign(outcome, { seen: true }))],
    [
      'resumes from any prefix of its journal',
      'notes outside that it is at work',
      broken(function* ({ space }) {
        const wasLeft = isSearching;
        isSearching = true;
        yield [baselinePoint(space)];
        if (!wasLeft) yield [baselinePoint(space)];
        isSearching = false;
      }),
    ],
    ...(['inaccurate', 'build-failed', 'run-failed', 'timed-out', 'infeasible', 'unsafe'] as const).map(
      (kind): [string, string, Strategy] => [
        `${SURVIVES} ${kind}`,
        'throws',
        inOrder((outcome) => {
          if (outcome.kind === kind) throw new Error('no figures');
        }),
      ],
    ),
    [
      `${SURVIVES} in any way`,
      'asks again after a second failure of another kind',
      broken(function* ({ space }) {
        const kinds = new Set<string>();
        for (const [at, { formats }] of space.dimensions.entries()) {
          const [outcome] = yield [baselinePoint(space).with(at, formats.at(-1)!)];
          if (outcome!.kind !== 'accurate' && outcome!.kind !== 'inaccurate') kinds.add(outcome!.kind);
          while (kinds.size > 1) yield [baselinePoint(space)];
        }
      }),
    ],
    [
      'survives a program that nothing makes faster',
      'waits for a speedup',
      broken(function* ({ space }) {
        const [first] = yield [baselinePoint(space)];
        while (first!.kind === 'accurate' && !first!.accepted) yield [baselinePoint(space)];
      }),
    ],
    [
      'survives when points that passed are refuted by their builds',
      'takes for granted that the program as written passes',
      broken(function* ({ space }) {
        const [first] = yield [baselinePoint(space)];
        if (first!.kind === 'infeasible') throw new Error('the program as written is infeasible');
      }),
    ],
  ];

  it.each(cases)('%s: %s', (rule, _, strategy) => {
    const findings = checkStrategy(strategy);
    expect(findings.map((one) => one.rule)).toContain(rule);
    expect(findings.every(({ text }) => text.length > 0)).toBe(true);
  });

  it('there is one for every rule', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(conformanceRules.map(({ name }) => name)));
  });
});

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
    ? { kind: 'accurate', accepted: true, error, speedup, ofIdeal: null }
    : { kind: 'inaccurate', error };
}

function play(strategy: Strategy, landscape: Landscape, seed: number, limit = 3000): Point[] {
  const run = strategy.propose({
    facts: NO_FACTS,
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
        const accepted = play(strategy, twoRungs, 0).filter((point) => judge(twoRungs, point).kind === 'accurate');
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
