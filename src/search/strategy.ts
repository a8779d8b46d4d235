/**
 * The one extension point of the search. A strategy is a generator: it yields points of the space that may be tried side by side
 * (often just one) and is sent their outcomes in the same order, until it has nothing more to ask. It neither runs nor times
 * anything, keeps no clock and draws only from the generator it is given: the same seed and the same outcomes give the same points.
 */
import type { z } from 'zod';
import type { LinearTime } from '../analysis/performance-model.js';
import type { Format } from '../numerics/format.js';
import type { MixedIntegerSolver } from '../numerics/mixed-integer.js';

/** One group that may change, with the formats it may have: the declared one first, then narrower ones in order. */
export interface Dimension {
  readonly id: string;
  readonly formats: readonly Format[];
}

export interface SearchSpace {
  readonly dimensions: readonly Dimension[];
}

/** A format per dimension. */
export type Point = readonly Format[];

/**
 * How a trial ended, as far as a strategy may know. Only `accurate` carries figures; `accepted` says it meets the goal.
 * `ofIdeal` is GPUMixer's equation (3): how much of the speedup of the narrowest program it reaches, in percent; null where unknown.
 * `deviations` are what the values that are watched moved by (see `SearchFacts.errorOf`), for who needs them.
 */
export type Outcome =
  | {
      readonly kind: 'accurate';
      readonly accepted: boolean;
      readonly error: number;
      readonly speedup: number;
      readonly ofIdeal: number | null;
      readonly deviations?: Float64Array;
    }
  | { readonly kind: 'inaccurate'; readonly error: number | null; readonly deviations?: Float64Array }
  /** It holds on the shortest input, and ran on no other: only where that is what was asked. */
  | { readonly kind: 'probed'; readonly error: number; readonly deviations?: Float64Array }
  | { readonly kind: 'build-failed' | 'run-failed' | 'timed-out' | 'infeasible' | 'unsafe' };

/** What the analyses know of a dimension that is a set of operations (GPUMixer's FISets). */
export interface SetFacts {
  /** r_ac: arithmetic operations per conversion. */
  readonly arithmeticToCast: number;
  /** Operations that become cheaper, less the conversions they need. */
  readonly gain: number;
  /** The sum of the shadow errors of its operations; infinite where the shadow run could not tell. */
  readonly error: number;
  /** Everything there is to lower: no set joined to it would change anything. */
  readonly isWhole?: boolean;
}

/** Where a shadow run could not tell. */
export const UNTOLD_ERROR = Number.POSITIVE_INFINITY;

/** Which sets of operations a search wants found for it; GPUMixer's where nothing else is said. */
export interface SetsWanted {
  /** φ: no more than this. */
  readonly maxSets: number;
  /** Whether calls with a narrower twin may join a set. */
  readonly mathCalls: boolean;
  /** Conversions at the edge of a set, or as the paper's algorithm 1 adds them. */
  readonly counting: 'exact' | 'paper';
  /** Whether a value converted for several uses counts once. */
  readonly conversionsPerValue: boolean;
  /** r_ac in operations, or in cycles of the device. */
  readonly weights: 'counts' | 'device';
  /** Whether whole kernels with their memory, and arrays alone, are sets too. */
  readonly withMemory: boolean;
  /** Whether kernels that are not worth it are kept. */
  readonly everyKernel: boolean;
}

/** What an iteration of a tuning plan does: one dimension goes on to this format. */
export interface PlannedStep {
  readonly dimension: number;
  readonly format: Format;
}

/** Which tuning plan a search wants made for it. */
export interface PlanWanted {
  /** What an iteration lowers: operations by their types or in clusters, or variables; auto: variables where there are kernels, else types. */
  readonly by: 'auto' | 'types' | 'clusters' | 'variables';
  readonly sharedFirst: boolean;
  /** Ids of sites that hold inputs and outputs. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** What is known of a space before anything in it runs. */
export interface SearchFacts {
  /** Predicted time of a point over the baseline's: less is faster. Null where nobody could count or price it. */
  readonly predictedTime: ((point: Point) => number) | null;
  /** The same for all points at once, and who finds the least of it; null where there is no such model, or no need of it. */
  readonly solver: { readonly time: LinearTime; readonly solve: MixedIntegerSolver } | null;
  /** Dimensions that feed one another: changed together they need no conversion. A dimension may stand alone. */
  readonly chains: readonly (readonly number[])[];
  /** One per dimension where the dimensions are sets of operations; null where they are groups of sites. */
  readonly sets: readonly SetFacts[] | null;
  /** Sets of dimensions that operations are over: only where all of one are narrow do they compute so. */
  readonly supports: readonly (readonly number[])[];
  /** The goal's metric, oriented as in outcomes, of an output whose watched values moved so; null where there is no such metric. */
  readonly errorOf: ((deviations: Float64Array) => number) | null;
  /**
   * Where all inputs take many times as long as the shortest, runs on that alone may be asked for: this is where its values stand among
   * those watched. Null where they may not; known once everything narrow has been run.
   */
  shortest(): ShortestInput | null;
  /** Whether the speedups of outcomes are measured, trial by trial. */
  readonly measuresTimes: boolean;
  /** Where times are measured: dimensions that are lowered together, the most executed first. */
  readonly parts: readonly (readonly number[])[];
  /** The tuning plan, where one was asked for: its iterations in their order. */
  readonly plan: readonly PlannedStep[] | null;
}

export const NO_FACTS: SearchFacts = {
  predictedTime: null,
  solver: null,
  chains: [],
  sets: null,
  supports: [],
  errorOf: null,
  shortest: () => null,
  measuresTimes: false,
  parts: [],
  plan: null,
};

/** Of the watched values: those from one place to before another. */
export interface WatchedPart {
  readonly from: number;
  readonly to: number;
}

/** The values of the shortest input, and what a run on all of them takes beside. */
export interface ShortestInput extends WatchedPart {
  /** Of everything narrow, as it was recorded. */
  readonly allMs: number;
}

export interface SearchContext<Options> {
  readonly space: SearchSpace;
  readonly facts: SearchFacts;
  /** The error a trial may have, oriented as in its outcome: less is better, so digits that must agree are negative. */
  readonly bound: number;
  readonly options: Options;
  readonly random: () => number;
}

/** What a search says when it has nothing more to ask; most say nothing. */
export interface SearchEnd {
  /** Nothing that was not tried could be recommended instead: all of it is known to miss the goal, or no faster by the model. */
  readonly isComplete: boolean;
  /** Of a search that predicts errors, where it has run what it predicted. */
  readonly predictions?: PredictionQuality;
  /** Of a search that had a solver. */
  readonly solved?: SolverGap;
}

/** How far the best that was found is from the best there may be, by the models. */
export interface SolverGap {
  /** So many mixed-integer programs were solved. */
  readonly programs: number;
  /** No point that was not run and is predicted within the bound has a larger speedup. */
  readonly mostSpeedup: number;
  /** How much of the best's time that would save, 0 to 1. */
  readonly gap: number;
}

/** How far errors that were predicted are from those that runs then showed. */
export interface PredictionQuality {
  readonly count: number;
  /** Of these, within a factor of three. */
  readonly close: number;
  /** Spearman's correlation of both; null for too few. */
  readonly rank: number | null;
  /** False where they failed so often that the search no longer went by them. */
  readonly isTrusted: boolean;
}

/** Of what it will probably ask next, the likeliest first, at most so many: asked where there is room to run them before they are wanted. */
export type Ahead = (most: number) => readonly Point[];

/**
 * Points that may be tried side by side; `onShortest`: each on the shortest input alone (see `SearchFacts.shortest`). `ahead` is only ever
 * called before their outcomes are told, or not at all, and the search goes on the same either way: it draws no number and learns nothing.
 */
export type Asked = readonly Point[] & { readonly onShortest?: true; readonly ahead?: Ahead };

export function onShortest(points: readonly Point[]): Asked {
  return Object.assign([...points], { onShortest: true as const });
}

export function withAhead(points: readonly Point[], ahead: Ahead): Asked {
  return Object.assign([...points], { ahead });
}

// biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing returns void
export type Proposals = Generator<Asked, SearchEnd | void, readonly Outcome[]>;

interface Described<Schema extends z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  readonly options: Schema;
  /** Facts it cannot do without or does better with: runs of the instrumented program before the search. */
  readonly needs?: readonly ('model' | 'shadow' | 'ideal' | 'deviations' | 'solver')[];
  propose(context: SearchContext<z.infer<Schema>>): Proposals;
  /** What it asks for first, whatever it is told of the program: that can be built while facts are found. */
  readonly begins?: 'narrowest';
  /** Options of a search that begins anew because the model was corrected: most of what it would ask is known. */
  readonly again?: Partial<z.infer<Schema>>;
}

/** What a dimension is: a group of sites (where nothing is said), a set of operations, or what an iteration of a tuning plan lowers. */
type Dimensioned<Schema extends z.ZodObject> =
  | { readonly dimensions?: 'groups' }
  | { readonly dimensions: 'sets'; setsWanted(options: z.infer<Schema>): SetsWanted }
  | { readonly dimensions: 'plan'; planWanted(options: z.infer<Schema>): PlanWanted };

export type Strategy<Schema extends z.ZodObject = z.ZodObject> = Described<Schema> & Dimensioned<Schema>;

export function defineStrategy<Schema extends z.ZodObject>(strategy: Strategy<Schema>): Strategy<Schema> {
  return strategy;
}

export function isAccepted(outcome: Outcome): boolean {
  return outcome.kind === 'accurate' && outcome.accepted;
}

/** The declared formats: the unmodified program. */
export function baselinePoint(space: SearchSpace): Point {
  return space.dimensions.map((dimension) => dimension.formats[0]!);
}
