/**
 * The one extension point of the search. A strategy is a generator: it yields points of the space that may be tried side by side (often just
 * one) and is sent their outcomes in the same order, until it has nothing more to ask. It neither runs nor times anything, reads no clock, and
 * draws only from the random generator it is given: the same seed and outcomes give the same points.
 */
import type { z } from 'zod';
import type { LinearTime } from '../analysis/performance-model.js';
import type { Format } from '../numerics/format.js';
import type { MixedIntegerSolver } from '../numerics/mixed-integer.js';

/** A group that may change, with its possible formats: the declared one first, then lower ones in order. */
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
 * The outcome of a trial, as far as a strategy may know it. Only `accurate` has a speedup; `inaccurate` and `probed` may have an error. `accepted` means that it meets the goal, including a required speedup. `ofIdeal`
 * is GPUMixer's equation (3): the percentage of the speedup of the lowest-precision program that it reaches; null if unknown. `deviations` are
 * the deviations of the compared values (see `SearchFacts.errorOf`), for strategies that need them.
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
  /** Within the bound on the shortest input, and run on no other, as requested with `onShortest`. */
  | { readonly kind: 'probed'; readonly error: number; readonly deviations?: Float64Array }
  | { readonly kind: 'build-failed' | 'run-failed' | 'timed-out' | 'infeasible' | 'unsafe' };

/** Results of the analyses for a dimension that is a set of operations (GPUMixer's FISets). */
export interface SetFacts {
  /** r_ac: arithmetic operations per conversion. */
  readonly arithmeticToCast: number;
  /** Operations that become cheaper, less the conversions they need. */
  readonly gain: number;
  /** The sum of the shadow errors of its operations; infinite if the shadow run does not have them. */
  readonly error: number;
  /** It contains all operations that can be lowered: joining other sets changes nothing. */
  readonly isWhole?: boolean;
}

/** Error of a set without a result of the shadow run. */
export const UNKNOWN_ERROR = Number.POSITIVE_INFINITY;

/** The sets of operations that a search needs; by default those of GPUMixer. */
export interface SetsWanted {
  /** φ: maximum number of sets. */
  readonly maxSets: number;
  /** Whether math calls that have a lower-precision version may join a set. */
  readonly mathCalls: boolean;
  /** Conversions at the boundary of a set, or as the paper's Algorithm 1 adds them. */
  readonly counting: 'exact' | 'paper';
  /** Whether a value converted for several uses counts once. */
  readonly conversionsPerValue: boolean;
  /** r_ac in operations, or in device cycles. */
  readonly weights: 'counts' | 'device';
  /** Whether whole kernels with their memory, and single arrays, are sets too. */
  readonly withMemory: boolean;
  /** Whether kernels that are not worthwhile are included. */
  readonly everyKernel: boolean;
}

/** An iteration of a tuning plan: one dimension changes to this format. */
export interface PlannedStep {
  readonly dimension: number;
  readonly format: Format;
}

/** The tuning plan that a search needs. */
export interface PlanWanted {
  /** The units of an iteration: operations by type or in clusters, or variables; auto: variables if there are kernels, otherwise types. */
  readonly by: 'auto' | 'types' | 'clusters' | 'variables';
  readonly sharedFirst: boolean;
  /** By variables: whether device functions and small helpers are parts of the functions that call them. */
  readonly inlinesFunctions: boolean;
  /** Ids of sites that hold inputs and outputs. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Facts about a space before any of its points runs. */
export interface SearchFacts {
  /** Predicted time of a point over the baseline's: less is faster. Null without counts or prices. */
  readonly predictedTime: ((point: Point) => number) | null;
  /** The same for all points at once, with a solver that minimises it; null if there is no such model, or no search needs it. */
  readonly solver: { readonly time: LinearTime; readonly solve: MixedIntegerSolver } | null;
  /** Dimensions connected by data flow, which need no conversions if changed together. A dimension may form a chain alone. */
  readonly chains: readonly (readonly number[])[];
  /** One per dimension if the dimensions are sets of operations; null if they are groups of sites. */
  readonly sets: readonly SetFacts[] | null;
  /** Sets of dimensions that operations are over: an operation computes in lower precision only if all of one set are lowered. */
  readonly supports: readonly (readonly number[])[];
  /** The goal's metric, oriented as in outcomes, for an output with these deviations; null if there is no such metric. */
  readonly errorOf: ((deviations: Float64Array) => number) | null;
  /**
   * If all inputs take many times as long as the shortest, runs on that alone may be asked for; the result gives the range of its values among
   * those compared. Null otherwise; known once the lowest point has been run.
   */
  shortest(): ShortestInput | null;
  /** Whether the speedups of outcomes are measured, trial by trial. */
  readonly measuresTimes: boolean;
  /** With measured times: dimensions that are lowered together, the most executed first. */
  readonly parts: readonly (readonly number[])[];
  /** The iterations of the tuning plan in order, if a plan was asked for. */
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

/** A range of the compared values, from one index to before another. */
export interface WatchedPart {
  readonly from: number;
  readonly to: number;
}

/** The values of the shortest input, and the time of a run on all inputs. */
export interface ShortestInput extends WatchedPart {
  /** Time of the lowest point, from its run. */
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

/** The final statement of a search; most make none. */
export interface SearchEnd {
  /** No other point could be recommended: every one without a trial is known to miss the goal, or to be no faster by the model. */
  readonly isComplete: boolean;
  /** For a search that predicts errors, if predicted points were run. */
  readonly predictions?: PredictionQuality;
  /** For a search with a solver. */
  readonly solved?: SolverGap;
}

/** The gap between the best point found and the best possible one, by the models. */
export interface SolverGap {
  /** Number of mixed-integer programs solved. */
  readonly programs: number;
  /** Upper bound on the speedup of all points without a run that are predicted within the bound. */
  readonly mostSpeedup: number;
  /** The share of the best point's time that could still be saved, 0 to 1. */
  readonly gap: number;
}

/** Predicted errors compared with those of the runs. */
export interface PredictionQuality {
  readonly count: number;
  /** Predictions within a factor of three. */
  readonly close: number;
  /** Spearman's correlation of both; null with too few predictions. */
  readonly rank: number | null;
  /** False if predictions failed so often that the search stopped using them. */
  readonly isTrusted: boolean;
}

/** Points that it will probably ask for next, the likeliest first, up to `most`: the study runs them ahead if it has idle capacity. */
export type NextPoints = (most: number) => readonly Point[];

/**
 * Points that may be tried side by side; `onShortest`: each on the shortest input alone (see `SearchFacts.shortest`). `ahead` is only called
 * before the outcomes are sent, or not at all; the search continues equally in both cases: `ahead` draws no random number and learns nothing.
 */
export type Asked = readonly Point[] & { readonly onShortest?: true; readonly ahead?: NextPoints };

export function onShortest(points: readonly Point[]): Asked {
  return Object.assign([...points], { onShortest: true as const });
}

export function withAhead(points: readonly Point[], ahead: NextPoints): Asked {
  return Object.assign([...points], { ahead });
}

// biome-ignore lint/suspicious/noConfusingVoidType: a generator that returns nothing returns void
export type Proposals = Generator<Asked, SearchEnd | void, readonly Outcome[]>;

interface Described<Schema extends z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  readonly options: Schema;
  /** Facts that it requires or benefits from: runs of the instrumented program before the search. */
  readonly needs?: readonly ('model' | 'shadow' | 'ideal' | 'deviations' | 'solver')[];
  propose(context: SearchContext<z.infer<Schema>>): Proposals;
  /** Its first point, if that is independent of all facts: it can be built while facts are determined. */
  readonly begins?: 'narrowest';
  /** Options of a search that restarts because the model was corrected: most of its outcomes are known. */
  readonly again?: Partial<z.infer<Schema>>;
}

/** The meaning of a dimension: a group of sites (the default), a set of operations, or one iteration of a tuning plan. */
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
