/**
 * Walks a tuning plan (Gu's dissertation, sections 3.2 and 4.2.1). A plan is an order of dimensions computed by the analyses without runs; each
 * iteration lowers one more dimension by one format: first all of them to the second format, then all to the third. Iteration 0 has everything
 * in the widest format.
 *   down    iteration after iteration, to the first beyond the error bound, or to the end if every error is allowed
 *   binary  the last iteration within the error bound, by bisection
 *   up      from the last iteration back towards the first, to the first that is too slow
 * `start` begins at a later iteration, and goes back from it if that is beyond the bound; `stride` combines several iterations into one;
 * `abreast` tries several side by side. With `random`, this many additional configurations per iteration are drawn, to see whether the plan
 * misses something.
 */
import { z } from 'zod';
import type { Format } from '../numerics/format.js';
import {
  baselinePoint,
  defineStrategy,
  isAccepted,
  type Outcome,
  type PlannedStep,
  type Point,
  type Proposals,
  type SearchFacts,
  type SearchSpace,
  withAhead,
} from './strategy.js';

export const PLAN_WALKS = ['down', 'binary', 'up'] as const;
export const PLANNED_BY = ['auto', 'types', 'clusters', 'variables'] as const;

export const planOptions = z.strictObject({
  walk: z
    .enum(PLAN_WALKS)
    .default('down')
    .describe('down to the error bound, by bisection (binary), or up from low precision to the time bound'),
  start: z.coerce.number().int().min(0).default(0).describe('iteration to begin with'),
  stride: z.coerce.number().int().min(1).default(1).describe('iterations lowered per trial'),
  abreast: z.coerce.number().int().min(1).default(1).describe('iterations tried side by side'),
  random: z.coerce.number().int().min(0).default(0).describe('additional random configurations per iteration'),
  by: z
    .enum(PLANNED_BY)
    .default('auto')
    .describe(
      'operations by type, operations in clusters, or variables; auto: variables if there are kernels, otherwise types',
    ),
  'shared-first': z.enum(['on', 'off']).default('off').describe('by variables: shared memory before everything else'),
  'inline-functions': z
    .enum(['on', 'off'])
    .default('off')
    .describe('by variables: device functions and small helpers are ordered as parts of the functions that call them'),
  inputs: z.string().default('').describe('by variables: sites that hold inputs, separated by commas'),
  outputs: z.string().default('').describe('by variables: sites that hold outputs, separated by commas'),
});

export const plan = defineStrategy({
  name: 'plan',
  summary: 'lower operations or variables one after the other, in an order planned without runs',
  options: planOptions,
  dimensions: 'plan',
  planWanted: (options) => ({
    by: options.by,
    sharedFirst: options['shared-first'] === 'on',
    inlinesFunctions: options['inline-functions'] === 'on',
    inputs: options.inputs.split(',').filter(Boolean),
    outputs: options.outputs.split(',').filter(Boolean),
  }),
  *propose({ space, facts, options, random }): Proposals {
    const points = iterationPoints(space, facts);
    switch (options.walk) {
      case 'down':
        yield* walkDown(points, options);
        break;
      case 'binary':
        yield* halve(points, options.start);
        break;
      case 'up':
        yield* walkUp(points, options);
        break;
    }
    if (options.random > 0) yield* drawAtRandom(space, points, options.random * (points.length - 1), random);
  },
});

/** The points of all iterations, including 0. */
export function iterationPoints(space: SearchSpace, facts: Pick<SearchFacts, 'plan'>): Point[] {
  const points: Point[] = [baselinePoint(space)];
  for (const { dimension, format } of facts.plan ?? inOrder(space)) points.push(points.at(-1)!.with(dimension, format));
  return points;
}

/** The order of the space itself, without a plan. */
function inOrder({ dimensions }: SearchSpace): PlannedStep[] {
  const most = Math.max(0, ...dimensions.map(({ formats }) => formats.length));
  return Array.from({ length: most }, (_, rung) =>
    dimensions.flatMap(({ formats }, dimension) =>
      rung > 0 && formats[rung] !== undefined ? [{ dimension, format: formats[rung] as Format }] : [],
    ),
  ).flat();
}

interface Pace {
  readonly start: number;
  readonly stride: number;
  readonly abreast: number;
}

function* walkDown(points: readonly Point[], { start, stride, abreast }: Pace): Proposals {
  const last = points.length - 1;
  const begin = Math.min(start, last);
  const [widest] = yield [points[0]!];
  if (begin > 0 && isTooFar(widest!)) return;
  let at = begin;
  if (begin > 0) {
    const [outcome] = yield [points[begin]!];
    if (isTooFar(outcome!)) return yield* goBack(points, begin - 1);
  }
  while (at < last) {
    const next = Array.from({ length: abreast }, (_, one) => Math.min(last, at + (one + 1) * stride));
    const batch = [...new Set(next)];
    const end = batch.at(-1)!;
    const outcomes = yield withAhead(
      batch.map((iteration) => points[iteration]!),
      (most) =>
        Array.from({ length: most }, (_, one) => points[end + (one + 1) * stride]).filter((one) => one !== undefined),
    );
    if (outcomes.some(isTooFar)) return;
    at = end;
  }
}

/** One by one, until one is within the bound. */
function* goBack(points: readonly Point[], from: number): Proposals {
  for (let at = from; at > 0; at--) {
    const [outcome] = yield withAhead([points[at]!], (most) => points.slice(Math.max(1, at - most), at).toReversed());
    if (isAccepted(outcome!)) return;
  }
}

function* halve(points: readonly Point[], start: number): Proposals {
  yield [points[0]!];
  let [within, beyond] = [0, points.length];
  for (let at = start > 0 ? Math.min(start, points.length - 1) : points.length - 1; beyond - within > 1; ) {
    const either = [Math.floor((at + beyond) / 2), Math.floor((within + at) / 2)].filter(
      (one) => one !== at && one > 0,
    );
    const [outcome] = yield withAhead([points[at]!], (most) => either.slice(0, most).map((one) => points[one]!));
    if (isAccepted(outcome!)) within = at;
    else beyond = at;
    at = Math.floor((within + beyond) / 2);
  }
}

function* walkUp(points: readonly Point[], { start, stride, abreast }: Pace): Proposals {
  yield [points[0]!]; // the widest point is the reference for the others
  for (let at = start > 0 ? Math.min(start, points.length - 1) : points.length - 1; at > 0; ) {
    const batch = [...new Set(Array.from({ length: abreast }, (_, one) => Math.max(1, at - one * stride)))];
    const next = Math.max(0, batch.at(-1)! - stride);
    const outcomes = yield withAhead(
      batch.map((iteration) => points[iteration]!),
      (most) =>
        Array.from({ length: most }, (_, one) => next - one * stride).flatMap((one) => (one > 0 ? [points[one]!] : [])),
    );
    if (outcomes.some((one) => one.kind === 'accurate' && !one.accepted)) return;
    at = next;
  }
}

/** Beyond the bound. A point that cannot be built or run is skipped: the next one may work. */
function isTooFar(outcome: Outcome): boolean {
  return outcome.kind === 'inaccurate';
}

const SIDE_BY_SIDE = 16;
const TRIES = 200;

/** Each dimension in any of its formats, with equal probability. */
function* drawAtRandom(space: SearchSpace, known: readonly Point[], wanted: number, random: () => number): Proposals {
  const seen = new Set(known.map((point) => point.join(' ')));
  let points: Point[] = [];
  for (let [drawn, misses] = [0, 0]; drawn < wanted && misses < TRIES; ) {
    const point = space.dimensions.map(({ formats }) => formats[Math.floor(random() * formats.length)]!);
    const key = point.join(' ');
    if (seen.has(key)) {
      misses++;
      continue;
    }
    [drawn, misses] = [drawn + 1, 0];
    seen.add(key);
    points.push(point);
    if (points.length < SIDE_BY_SIDE) continue;
    yield points;
    points = [];
  }
  if (points.length > 0) yield points;
}
