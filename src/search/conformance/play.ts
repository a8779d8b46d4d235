/** A strategy played against a made-up program, as a study would, but for the running. */
import { seededRandom } from '../../support/random.js';
import type { Outcome, Point, Proposals, Strategy } from '../strategy.js';
import type { SyntheticProgram } from './synthetic-program.js';

/** Points that no search over so few dimensions needs. */
export const MOST_POINTS = 3000;

export interface Game {
  readonly program: SyntheticProgram;
  /** What was asked for side by side, and what was answered. */
  readonly batches: readonly {
    readonly points: readonly Point[];
    /** What it said it would probably ask for next. */
    readonly ahead: readonly Point[];
    readonly outcomes: readonly Outcome[];
  }[];
  readonly end: { readonly kind: 'ended' | 'went on' } | { readonly kind: 'threw'; readonly error: unknown };
}

/** Options as a user would give them; none for the defaults. */
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
   * `known` are the outcomes of the first points, as a journal has kept them; the others are found out. `places`: so many points it is asked
   * for that it will probably want next.
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
        if (asked > MOST_POINTS) return { program, batches, end: { kind: 'went on' } };
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
/** Two games in which the same was asked in the same order have the same text. */
export const textOf = ({ batches, end }: Game): string =>
  [...batches.map(({ points }) => points.map((point) => point.join()).join(' ')), end.kind].join('\n');
