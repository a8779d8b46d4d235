/** Plays a strategy against a synthetic program, like a study without runs. */
import { seededRandom } from '../../support/random.js';
import type { Outcome, Point, Proposals, Strategy } from '../strategy.js';
import type { SyntheticProgram } from './synthetic-program.js';

/** More points than any search over so few dimensions needs. */
export const MAX_POINTS = 3000;

export interface Game {
  readonly program: SyntheticProgram;
  /** Points asked for side by side, and their outcomes. */
  readonly batches: readonly {
    readonly points: readonly Point[];
    /** The points that it announced for later. */
    readonly ahead: readonly Point[];
    readonly outcomes: readonly Outcome[];
  }[];
  readonly end: { readonly kind: 'ended' | 'unfinished' } | { readonly kind: 'threw'; readonly error: unknown };
}

/** Options in the user's notation; empty for the defaults. */
export type GivenOptions = Readonly<Record<string, unknown>>;

export class Player {
  constructor(
    private readonly strategy: Strategy,
    private readonly options: GivenOptions,
  ) {}

  begin({ space, facts, bound }: SyntheticProgram, seed: number): Proposals {
    const options = this.strategy.options.parse(this.options);
    return this.strategy.propose({ space, facts, bound, options, random: seededRandom(seed) });
  }

  /**
   * `known`: outcomes of the first points, as if read from a journal; the others are computed. `places`: the number of later points that `ahead`
   * is asked for.
   */
  play(program: SyntheticProgram, seed: number, known: readonly Outcome[] = [], places = 0): Game {
    const batches: { points: readonly Point[]; ahead: readonly Point[]; outcomes: readonly Outcome[] }[] = [];
    let asked = 0;
    try {
      const search = this.begin(program, seed);
      for (let step = search.next(); !step.done; ) {
        const points = step.value;
        const outcomes = points.map((point, at) => known[asked + at] ?? program.outcomeOf(point));
        const ahead = places > 0 ? (points.ahead?.(places) ?? []) : [];
        batches.push({ points: points.map((point) => [...point]), ahead: ahead.map((point) => [...point]), outcomes });
        asked += Math.max(1, points.length);
        if (asked > MAX_POINTS) return { program, batches, end: { kind: 'unfinished' } };
        step = search.next(outcomes);
      }
      return { program, batches, end: { kind: 'ended' } };
    } catch (error) {
      return { program, batches, end: { kind: 'threw', error } };
    }
  }
}

export const pointsOf = ({ batches }: Game): Point[] => batches.flatMap(({ points }) => points);
export const outcomesOf = ({ batches }: Game): Outcome[] => batches.flatMap(({ outcomes }) => outcomes);
/** Equal texts mean that the same points were asked for in the same order. */
export const textOf = ({ batches, end }: Game): string =>
  [...batches.map(({ points }) => points.map((point) => point.join()).join(' ')), end.kind].join('\n');
