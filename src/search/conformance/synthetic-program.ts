/** Synthetic programs: the outcome of every point of a space, derived from a seed. */
import type { Format } from '../../numerics/format.js';
import { NO_FACTS, type Outcome, type Point, type SearchFacts, type SearchSpace, type SetFacts } from '../strategy.js';

export interface SyntheticProgram {
  /** A description for the reader of a finding. */
  readonly words: string;
  readonly space: SearchSpace;
  readonly facts: SearchFacts;
  readonly bound: number;
  outcomeOf(point: Point): Outcome;
}

type Failure = Exclude<Outcome['kind'], 'accurate' | 'probed'>;

/** Every way in which a trial can fail. A trial that contradicts its emulation is reported as `infeasible`, see `refutedOnes`. */
const FAILURES: Readonly<Record<Failure, readonly Outcome[]>> = {
  inaccurate: [
    { kind: 'inaccurate', error: null },
    { kind: 'inaccurate', error: Number.POSITIVE_INFINITY },
  ],
  'build-failed': [{ kind: 'build-failed' }],
  'run-failed': [{ kind: 'run-failed' }],
  'timed-out': [{ kind: 'timed-out' }],
  infeasible: [{ kind: 'infeasible' }],
  unsafe: [{ kind: 'unsafe' }],
};
export const FAILURE_KINDS = Object.keys(FAILURES) as readonly Failure[];

const LADDER: readonly Format[] = ['fp64', 'fp32', 'fp16'];
const MAX_DIMENSIONS = 7;
const MAX_OPERATIONS = 12;

type Random = () => number;
const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const rungOf = ({ dimensions }: SearchSpace, point: Point, index: number): number =>
  Math.max(0, dimensions[index]!.formats.indexOf(point[index]!));

/** Groups of sites: each costs some error when lowered, twice as much on the second rung; errors add up, and so do speedups. */
export function groupsOfSites(random: Random, isKnown: boolean): SyntheticProgram {
  const groups = Array.from({ length: 1 + below(random, MAX_DIMENSIONS) }, (_, index) => ({
    id: `g${index + 1}`,
    formats: LADDER.slice(0, 1 + below(random, LADDER.length)),
    sensitivity: below(random, 21),
  }));
  const space = { dimensions: groups.map(({ id, formats }) => ({ id, formats })) };
  const bound = below(random, 41);
  const lowered = (point: Point) => point.reduce((sum, _, index) => sum + rungOf(space, point, index), 0);
  return {
    words: `${groups.length} groups of sites, ${isKnown ? 'with a model and chains' : 'without a model'}`,
    space,
    bound,
    facts: isKnown
      ? {
          ...NO_FACTS,
          predictedTime: (point) => 1 / (1 + lowered(point) / 10),
          chains: groups.flatMap((_, index) =>
            index % 2 === 0 ? [[index, index + 1].filter((one) => one < groups.length)] : [],
          ),
        }
      : NO_FACTS,
    outcomeOf: (point) => {
      const error = groups.reduce((sum, { sensitivity }, index) => sum + sensitivity * rungOf(space, point, index), 0);
      return judged(error, bound, 1 + lowered(point) / 10, null);
    },
  };
}

/** Overlapping sets of operations: two points that lower the same operations are the same program, and one set may contain all operations. */
export function setsOfOperations(random: Random): SyntheticProgram {
  const errors = Array.from({ length: 1 + below(random, MAX_OPERATIONS) }, () => below(random, 15));
  const all = [...errors.keys()];
  const sets = Array.from({ length: 1 + below(random, MAX_DIMENSIONS) }, (_, index) => {
    const some = all.filter(() => random() < 0.4);
    return index === 0 && random() < 0.5 ? all : some.length > 0 ? some : [below(random, all.length)];
  });
  const space: SearchSpace = {
    dimensions: sets.map((_, index) => ({ id: `s${index + 1}`, formats: LADDER.slice(0, 2) })),
  };
  const bound = below(random, 41);
  const loweredBy = (point: Point) => [
    ...new Set(sets.flatMap((operations, index) => (rungOf(space, point, index) > 0 ? operations : []))),
  ];
  const speedupOf = (operations: readonly number[]) => 1 + (operations.length - 2) / 20;
  const errorOf = (operations: readonly number[]) => operations.reduce((sum, one) => sum + errors[one]!, 0);
  const factsOf = (operations: readonly number[]): SetFacts => ({
    arithmeticToCast: operations.length / (1 + below(random, 4)),
    gain: operations.length - below(random, 4),
    error: random() < 0.2 ? Number.POSITIVE_INFINITY : errorOf(operations),
    isWhole: operations.length === all.length,
  });
  return {
    words: `${sets.length} sets of ${all.length} operations`,
    space,
    bound,
    facts: {
      ...NO_FACTS,
      predictedTime: random() < 0.5 ? (point) => 1 / speedupOf(loweredBy(point)) : null,
      sets: sets.map(factsOf),
    },
    outcomeOf: (point) => {
      const operations = loweredBy(point);
      const speedup = speedupOf(operations);
      return judged(errorOf(operations), bound, speedup, (100 * (speedup - 1)) / Math.max(0.05, speedupOf(all) - 1));
    },
  };
}

function judged(error: number, bound: number, speedup: number, ofIdeal: number | null): Outcome {
  return error <= bound ? { kind: 'accurate', accepted: true, error, speedup, ofIdeal } : { kind: 'inaccurate', error };
}

/** The same program, in which some or all points fail in these ways; a point always fails in the same way. */
export function failing(
  program: SyntheticProgram,
  kinds: readonly Failure[],
  share: number,
  seed: number,
): SyntheticProgram {
  const ways = kinds.flatMap((kind) => FAILURES[kind]);
  return {
    ...program,
    words: `${program.words}; ${share === 1 ? 'every trial ends' : 'some trials end'} ${kinds.join(', ')}`,
    outcomeOf: (point) => {
      const drawn = digest(point.join(), seed);
      return (drawn % 1000) / 1000 < share ? ways[drawn % ways.length]! : program.outcomeOf(point);
    },
  };
}

/** The same program, in which every accurate point is too slow for the goal. */
export function tooSlow(program: SyntheticProgram): SyntheticProgram {
  return {
    ...program,
    words: `${program.words}; every trial is too slow for the goal`,
    outcomeOf: (point) => {
      const outcome = program.outcomeOf(point);
      return outcome.kind === 'accurate' ? { ...outcome, accepted: false, speedup: 1 } : outcome;
    },
  };
}

/** The next round of a study in which these points were refuted by their builds: they are infeasible, and the bound is stricter. */
export function refutedOnes(program: SyntheticProgram, points: readonly Point[]): SyntheticProgram {
  const refuted = new Set(points.map((point) => point.join()));
  return {
    ...program,
    words: `${program.words}; ${refuted.size} trials that passed are refuted by their builds`,
    bound: program.bound / 2,
    outcomeOf: (point) => {
      if (refuted.has(point.join())) return { kind: 'infeasible' };
      const outcome = program.outcomeOf(point);
      return outcome.kind === 'accurate' && outcome.error > program.bound / 2
        ? { kind: 'inaccurate', error: outcome.error }
        : outcome;
    },
  };
}

/** FNV-1a: a pseudorandom number that depends only on its arguments. */
function digest(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
