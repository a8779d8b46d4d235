/** The conformance rules, each with its check. */
import { seededRandom } from '../../support/random.js';
import { isAccepted, type Outcome, type Point, type Strategy } from '../strategy.js';
import { watchNondeterminism } from './nondeterminism-watch.js';
import { type Game, type GivenOptions, MAX_POINTS, outcomesOf, Player, pointsOf, textOf } from './play.js';
import {
  FAILURE_KINDS,
  failing,
  groupsOfSites,
  refutedOnes,
  type SyntheticProgram,
  setsOfOperations,
  tooSlow,
} from './synthetic-program.js';

export interface ConformanceRule {
  readonly name: string;
  /** The violation, in words; null if the rule is kept. */
  check(strategy: Strategy, how: Thoroughness): string | null;
}

export interface Thoroughness {
  /** Number of programs of each kind. */
  readonly programs: number;
  readonly seed: number;
  readonly options: GivenOptions;
}

/** Plays a game against every synthetic program; returns the first violation. */
function everyGame(
  strategy: Strategy,
  { options, programs, seed }: Thoroughness,
  vary: (program: SyntheticProgram, at: number) => readonly SyntheticProgram[],
  look: (game: Game, player: Player, seed: number) => string | null,
): string | null {
  const random = seededRandom(seed);
  const player = new Player(strategy, options);
  for (let at = 0; at < programs; at++)
    for (const program of [groupsOfSites(random, true), groupsOfSites(random, false), setsOfOperations(random)])
      for (const varied of vary(program, at)) {
        const fault = look(player.play(varied, seed + at), player, seed + at);
        if (fault !== null) return `${fault} (${varied.words}, seed ${seed + at})`;
      }
  return null;
}

/** For rules that need several games per program, so that the suite takes seconds. */
const fewer = (how: Thoroughness, times = 4): Thoroughness => ({ ...how, programs: Math.ceil(how.programs / times) });

/** More than most searches announce. */
const PLACES = 64;

const unvaried = (program: SyntheticProgram) => [program];

function wrongEnd({ end }: Game): string | null {
  if (end.kind === 'threw') return `it threw: ${end.error}`;
  return end.kind === 'unfinished' ? `it asked for more than ${MAX_POINTS} points` : null;
}

function strangeIn({ space: { dimensions } }: SyntheticProgram, points: readonly Point[]): Point | undefined {
  return points.find(
    (point) =>
      point.length !== dimensions.length || point.some((format, at) => !dimensions[at]!.formats.includes(format)),
  );
}

/** Violations in any game, independent of the outcomes. */
function wrongPlay(game: Game): string | null {
  const strange = strangeIn(game.program, pointsOf(game));
  if (strange) return `[${strange}] is not in the space`;
  return game.batches.some(({ points }) => points.length === 0) ? 'it asked for no point' : wrongEnd(game);
}

export const conformanceRules: readonly ConformanceRule[] = [
  {
    name: 'has defaults for its options, and refuses unknown ones',
    check: ({ options }) => {
      if (!options.safeParse({}).success) return 'it refuses to run without options';
      return options.safeParse({ 'no such option': '1' }).success ? 'it accepts unknown options' : null;
    },
  },
  {
    name: 'proposes points of the space, one or more at a time, and ends',
    check: (strategy, how) => everyGame(strategy, how, unvaried, wrongPlay),
  },
  {
    name: 'asks for no more than the baseline in an empty space',
    check: (strategy, { options, seed }) => {
      const empty = { ...groupsOfSites(seededRandom(seed), false), words: 'an empty space', space: { dimensions: [] } };
      const game = new Player(strategy, options).play(empty, seed);
      const asked = pointsOf(game).length;
      return wrongEnd(game) ?? (asked > 1 ? `it asked for ${asked} points` : null);
    },
  },
  {
    name: 'begins with the point that `begins` declares',
    check: (strategy, how) =>
      strategy.begins === undefined
        ? null
        : everyGame(strategy, how, unvaried, ({ program: { space }, batches: [first] }) => {
            const narrowest = space.dimensions.map(({ formats }) => formats.at(-1)!);
            const isSo = first === undefined || (first.points.length === 1 && `${first.points}` === `${narrowest}`);
            return isSo ? null : `it begins with [${first.points.join('] [')}], not with the lowest formats`;
          }),
  },
  {
    name: 'asks for the same points with the same seed',
    check: (strategy, how) =>
      everyGame(strategy, fewer(how), unvaried, (game, player, seed) =>
        textOf(player.play(game.program, seed)) === textOf(game) ? null : 'it asked for other points the second time',
      ),
  },
  {
    name: 'asks for the same points whether or not `ahead` is called, which returns points of the space',
    check: (strategy, how) =>
      everyGame(strategy, fewer(how), unvaried, (game, player, seed) => {
        for (const places of [1, PLACES]) {
          const asked = player.play(game.program, seed, [], places);
          if (textOf(asked) !== textOf(game)) return `with ahead(${places}) it asked for other points`;
          const tooMany = asked.batches.find(({ ahead }) => ahead.length > places);
          if (tooMany) return `ahead(${places}) returned ${tooMany.ahead.length} points`;
          const strange = strangeIn(
            game.program,
            asked.batches.flatMap(({ ahead }) => ahead),
          );
          if (strange) return `[${strange}] is not in the space`;
        }
        return null;
      }),
  },
  {
    name: 'uses no random numbers but those it is given, and reads no clock',
    check: (strategy, { options, seed }) => {
      const player = new Player(strategy, options);
      const used = watchNondeterminism(() => {
        const random = seededRandom(seed);
        for (const program of [groupsOfSites(random, true), setsOfOperations(random)]) player.play(program, seed);
      });
      return used.length > 0 ? `it called ${used.join(', ')}` : null;
    },
  },
  {
    name: 'does not change its arguments',
    check: (strategy, how) =>
      everyGame(strategy, fewer(how), unvaried, ({ program }, player, seed) => {
        const space = structuredClone(program.space);
        const told: Outcome[] = [];
        const outcomeOf: SyntheticProgram['outcomeOf'] = (point) => {
          told.push(program.outcomeOf(point));
          return told.at(-1)!;
        };
        const facts = JSON.stringify(program.facts);
        const points = pointsOf(player.play({ ...program, space, outcomeOf }, seed));
        if (JSON.stringify(space) !== JSON.stringify(program.space)) return 'it changed the space';
        if (JSON.stringify(program.facts) !== facts) return 'it changed the facts';
        const expected = points.map((point) => program.outcomeOf(point));
        return JSON.stringify(told) === JSON.stringify(expected) ? null : 'it changed an outcome';
      }),
  },
  {
    name: 'resumes from any prefix of its journal',
    check: (strategy, how) =>
      everyGame(strategy, fewer(how, 8), unvaried, (game, player, seed) => {
        if (game.end.kind !== 'ended') return null; // reported by another rule
        const outcomes = outcomesOf(game);
        for (const kept of prefixLengths(outcomes.length)) {
          abandon(player, game, seed, kept);
          if (textOf(player.play(game.program, seed, outcomes.slice(0, kept).map(fromJournal))) !== textOf(game))
            return `interrupted after ${kept} of ${outcomes.length} trials, it asked for other points`;
        }
        return null;
      }),
  },
  ...FAILURE_KINDS.map((kind): ConformanceRule => {
    const name = `survives trials that end ${kind}`;
    const vary = (program: SyntheticProgram, at: number) =>
      [0.5, 1].map((share) => failing(program, [kind], share, at));
    return { name, check: (strategy, how) => everyGame(strategy, fewer(how, 8), vary, wrongPlay) };
  }),
  {
    name: 'survives trials that end in any way',
    check: (strategy, how) =>
      everyGame(strategy, fewer(how), (program, at) => [failing(program, FAILURE_KINDS, 0.6, at)], wrongPlay),
  },
  {
    name: 'survives a program that nothing makes faster',
    check: (strategy, how) => everyGame(strategy, fewer(how), (program) => [tooSlow(program)], wrongPlay),
  },
  {
    name: 'survives when points that passed are refuted by their builds',
    check: (strategy, how) =>
      everyGame(strategy, fewer(how), unvaried, (game, player, seed) => {
        const passed = pointsOf(game).filter((point) => isAccepted(game.program.outcomeOf(point)));
        return wrongPlay(player.play(refutedOnes(game.program, passed), seed));
      }),
  },
];

/** Abandons a search after this many points, like an interrupted study. */
function abandon(player: Player, game: Game, seed: number, points: number): void {
  const search = player.begin(game.program, seed);
  let asked = 0;
  for (let step = search.next(); !step.done && asked + step.value.length <= points; ) {
    asked += Math.max(1, step.value.length);
    step = search.next(step.value.map((point) => game.program.outcomeOf(point)));
  }
}

/** All of a few prefixes, otherwise a selection that includes the shortest and the longest. */
function prefixLengths(count: number): number[] {
  const most = 6;
  return [...new Set(Array.from({ length: most + 1 }, (_, at) => Math.round((at * count) / most)))];
}

/** A resumed study reads outcomes from a file: equal figures in new objects. */
function fromJournal(outcome: Outcome): Outcome {
  return structuredClone(outcome);
}
