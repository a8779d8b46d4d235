/**
 * The metrics a goal may be given in: the one list of them. The command line's choices, the schemas of the project file and of the
 * journal, the comparison, the texts and the report all follow from it; docs/adding/a-metric.md says how it grows.
 */
import {
  absoluteError,
  equalDecimals,
  equalDigits,
  MOST_DIGITS,
  relativeDifference,
  relativeError,
  ulpError,
} from './value-errors.js';

/** Whether an output is the better for less of it (an error, 0 at best), or for more (a whole count of what agrees). */
type Orientation =
  | { readonly better: 'less' }
  /** `most` is the count of two values that are the same. */
  | { readonly better: 'more'; readonly most: number };

type MetricEntry = Orientation & {
  /** One value's part in it; both values are finite. */
  readonly measure: (expected: number, found: number) => number;
  /** The same of the expected value and how far the other is from it, for values of more digits than doubles; without it they are doubles. */
  readonly ofDifference?: (expected: number, difference: number) => number;
  /** What the figure of a whole output is: that of its worst value, or of all its values, or what a program of the user's prints. */
  readonly over: 'worst value' | 'root mean square' | 'mean' | 'command';
  /** Whether it is relative to the values, so that one rounding of fp64 is 2^-53 of it. */
  readonly isRelative: boolean;
  readonly words: {
    /** Before a figure, as in `max-relative 1e-6`; after it where more is better, as in `8 digits`. */
    readonly name: string;
    /** What an axis with figures of whole outputs is called. */
    readonly ofOutputs: string;
    /** What an axis with figures of single values is called. */
    readonly ofValues: string;
  };
};

const TABLE = {
  'max-relative': {
    better: 'less',
    measure: relativeError,
    ofDifference: relativeDifference,
    over: 'worst value',
    isRelative: true,
    words: { name: 'max-relative', ofOutputs: 'max-relative error', ofValues: 'relative error' },
  },
  'rms-relative': {
    better: 'less',
    measure: relativeError,
    ofDifference: relativeDifference,
    over: 'root mean square',
    isRelative: true,
    words: { name: 'rms-relative', ofOutputs: 'rms-relative error', ofValues: 'relative error' },
  },
  'mean-relative': {
    better: 'less',
    measure: relativeError,
    ofDifference: relativeDifference,
    over: 'mean',
    isRelative: true,
    words: { name: 'mean-relative', ofOutputs: 'mean relative error', ofValues: 'relative error' },
  },
  'max-absolute': {
    better: 'less',
    measure: absoluteError,
    ofDifference: (_, difference) => Math.abs(difference),
    over: 'worst value',
    isRelative: false,
    words: { name: 'max-absolute', ofOutputs: 'max-absolute error', ofValues: 'absolute error' },
  },
  ulp: {
    better: 'less',
    measure: ulpError,
    over: 'worst value',
    isRelative: false,
    words: { name: 'ulp', ofOutputs: 'error in ulp', ofValues: 'error in ulp' },
  },
  digits: {
    better: 'more',
    most: MOST_DIGITS,
    measure: equalDigits,
    over: 'worst value',
    isRelative: false,
    words: { name: 'digits', ofOutputs: 'digits that agree', ofValues: 'digits that agree' },
  },
  decimals: {
    better: 'more',
    most: MOST_DIGITS,
    measure: equalDecimals,
    over: 'worst value',
    isRelative: false,
    words: { name: 'decimals', ofOutputs: 'decimals that agree', ofValues: 'decimals that agree' },
  },
  // has no opinion about single values: they are shown by their relative errors
  command: {
    better: 'less',
    measure: relativeError,
    ofDifference: relativeDifference,
    over: 'command',
    isRelative: false,
    words: { name: 'error', ofOutputs: "error, from the project's error command", ofValues: 'relative error' },
  },
} as const satisfies Readonly<Record<string, MetricEntry>>;

export type Metric = keyof typeof TABLE;
/** Those that are worked out from the numbers of two outputs. */
export type ValueMetric = { [M in Metric]: (typeof TABLE)[M]['over'] extends 'command' ? never : M }[Metric];

export const metrics: Readonly<Record<Metric, MetricEntry>> = TABLE;

export const METRICS = Object.keys(TABLE) as readonly Metric[];
export const VALUE_METRICS = METRICS.filter(comparesValues);
/** Those bounded from below, by how much must agree. */
export const COUNTING_METRICS = METRICS.filter(moreIsBetter);

/** What a bound is in where nobody says: an error, or a number of digits. */
export const DEFAULT_METRIC = { less: 'max-relative', more: 'digits' } as const satisfies Record<string, Metric>;

export function moreIsBetter(metric: Metric): boolean {
  return metrics[metric].better === 'more';
}

export function comparesValues(metric: Metric): metric is ValueMetric {
  return metrics[metric].over !== 'command';
}

/** The figure as an error, of which less is better. */
export function asError(metric: Metric, figure: number): number {
  return moreIsBetter(metric) ? -figure : figure;
}

export function worseOf(metric: Metric, a: number, b: number): number {
  return moreIsBetter(metric) ? Math.min(a, b) : Math.max(a, b);
}

/** The bound that every output meets which can be compared at all. */
export function anyError(metric: Metric): number {
  return moreIsBetter(metric) ? Number.MIN_SAFE_INTEGER : Number.MAX_VALUE;
}

export function meetsBound(metric: Metric, figure: number, bound: number): boolean {
  return moreIsBetter(metric) ? figure >= bound : figure <= bound;
}
