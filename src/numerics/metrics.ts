/**
 * The one list of metrics for a goal. The options of the command line, the schemas of the project file and the journal, the comparison, the texts and
 * the report follow from it; docs/adding/a-metric.md explains how to add one.
 */
import {
  absoluteError,
  equalDecimals,
  equalDigits,
  MAX_DIGITS,
  relativeDifference,
  relativeError,
  ulpError,
} from './value-errors.js';

/** Whether smaller figures are better (errors, at best 0) or larger ones (a count of digits that agree). */
type Orientation =
  | { readonly better: 'less' }
  /** `most` is the count for two equal values. */
  | { readonly better: 'more'; readonly most: number };

type MetricEntry = Orientation & {
  /** The contribution of one pair of values, both finite. */
  readonly measure: (expected: number, found: number) => number;
  /**
   * The same from the expected value and the difference, for values with more digits than a double. Without this function, the values are rounded to doubles first.
   */
  readonly ofDifference?: (expected: number, difference: number) => number;
  /** How the figure of a whole output is computed: from its worst value, from all values, or by a command of the user. */
  readonly over: 'worst value' | 'root mean square' | 'mean' | 'command';
  /** Whether the error is relative to the value, so that one rounding in fp64 counts as 2^-53. */
  readonly isRelative: boolean;
  readonly words: {
    /** The name before a figure, as in `max-relative 1e-6`; after it if more is better, as in `8 digits`. */
    readonly name: string;
    /** The label of an axis with figures of whole outputs. */
    readonly ofOutputs: string;
    /** The label of an axis with figures of single values. */
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
    most: MAX_DIGITS,
    measure: equalDigits,
    over: 'worst value',
    isRelative: false,
    words: { name: 'digits', ofOutputs: 'digits that agree', ofValues: 'digits that agree' },
  },
  decimals: {
    better: 'more',
    most: MAX_DIGITS,
    measure: equalDecimals,
    over: 'worst value',
    isRelative: false,
    words: { name: 'decimals', ofOutputs: 'decimals that agree', ofValues: 'decimals that agree' },
  },
  // the command judges whole outputs only; for single values the report shows relative errors
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
/** Metrics computed from the numbers of two outputs. */
export type ValueMetric = { [M in Metric]: (typeof TABLE)[M]['over'] extends 'command' ? never : M }[Metric];

export const metrics: Readonly<Record<Metric, MetricEntry>> = TABLE;

export const METRICS = Object.keys(TABLE) as readonly Metric[];
export const VALUE_METRICS = METRICS.filter(comparesValues);
/** Metrics whose bound is a minimum of digits that agree. */
export const COUNTING_METRICS = METRICS.filter(moreIsBetter);

/** The default metric of a bound given as an error, or as a number of digits. */
export const DEFAULT_METRIC = { less: 'max-relative', more: 'digits' } as const satisfies Record<string, Metric>;

/** The bound as text, in exponent form if it is small. */
export function bareBound(bound: number): string {
  return bound > 0 && bound < 1e-3 ? bound.toExponential() : String(bound);
}

export function moreIsBetter(metric: Metric): boolean {
  return metrics[metric].better === 'more';
}

export function comparesValues(metric: Metric): metric is ValueMetric {
  return metrics[metric].over !== 'command';
}

/** The figure as an error: smaller is better. */
export function asError(metric: Metric, figure: number): number {
  return moreIsBetter(metric) ? -figure : figure;
}

export function worseOf(metric: Metric, a: number, b: number): number {
  return moreIsBetter(metric) ? Math.min(a, b) : Math.max(a, b);
}

/** A bound so loose that every output with the right number of finite values meets it. */
export function anyError(metric: Metric): number {
  return moreIsBetter(metric) ? Number.MIN_SAFE_INTEGER : Number.MAX_VALUE;
}

export function meetsBound(metric: Metric, figure: number, bound: number): boolean {
  return moreIsBetter(metric) ? figure >= bound : figure <= bound;
}
