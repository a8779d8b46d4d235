/** Distribution of the errors of single output values, and the worst values, for a trial that was built and run. */
import type { Goal, OutputSample, StudyInput } from '../journal/records.js';
import { valueError } from '../numerics/error-metrics.js';
import { asError, metrics, moreIsBetter } from '../numerics/metrics.js';
import type { ErrorDistribution } from './document.js';
import { asFigure } from './figures.js';

/** Bins per decade of error. */
const PER_DECADE = 2;

export function distributeErrors(
  trial: number,
  sample: OutputSample,
  { metric }: Goal,
  inputs: readonly StudyInput[],
): ErrorDistribution {
  const isCount = moreIsBetter(metric);
  const { even, worst } = sample;
  const errors = even.found.map((found, at) => valueError(metric, even.expected[at]!, found));
  const isExact = (at: number) => Object.is(even.found[at], even.expected[at]) || (!isCount && errors[at] === 0);
  const inexact = errors.filter((error, at) => !isExact(at) && Number.isFinite(error));
  return {
    trial,
    input: sample.input,
    isHeldOut: inputs.find(({ name }) => name === sample.input)?.heldOut ?? false,
    count: sample.count,
    sampled: even.indexes.length,
    measure: metrics[metric].words.ofValues,
    isCount,
    exact: errors.filter((_, at) => isExact(at)).length,
    bins: isCount ? countBins(inexact) : decadeBins(inexact),
    unbounded: errors.filter((error) => !Number.isFinite(error)).length,
    isHeadline: false,
    along: alongOutput(sample, metric, errors),
    worst: worst.indexes.map((index, at) => ({
      index,
      place: worst.places?.[at] || null,
      expected: asFigure(worst.expected[at]!),
      found: asFigure(worst.found[at]!),
      error: asFigure(valueError(metric, worst.expected[at]!, worst.found[at]!)),
    })),
  };
}

function countBins(errors: readonly number[]): ErrorDistribution['bins'] {
  if (errors.length === 0) return [];
  const [low, high] = extent(errors);
  return Array.from({ length: high - low + 1 }, (_, at) => ({
    from: low + at,
    to: low + at + 1,
    count: errors.filter((error) => error === low + at).length,
  }));
}

function decadeBins(errors: readonly number[]): ErrorDistribution['bins'] {
  if (errors.length === 0) return [];
  const bin = (error: number) => Math.floor(Math.log10(error) * PER_DECADE);
  const counts = new Map<number, number>();
  for (const error of errors) counts.set(bin(error), (counts.get(bin(error)) ?? 0) + 1);
  const [low, high] = extent([...counts.keys()]);
  return Array.from({ length: high - low + 1 }, (_, at) => ({
    from: 10 ** ((low + at) / PER_DECADE),
    to: 10 ** ((low + at + 1) / PER_DECADE),
    count: counts.get(low + at) ?? 0,
  }));
}

function extent(values: readonly number[]): [number, number] {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [values[0]!, values[0]!]);
}

/** Largest number of points in the figure along the output. */
const MOST_ALONG = 600;

function alongOutput(
  { even }: OutputSample,
  metric: Goal['metric'],
  errors: readonly number[],
): ErrorDistribution['along'] {
  const stretch = Math.max(1, Math.ceil(errors.length / MOST_ALONG));
  return Array.from({ length: Math.ceil(errors.length / stretch) }, (_, part) => {
    let at = part * stretch;
    for (let next = at + 1; next < Math.min(errors.length, (part + 1) * stretch); next++)
      if (isWorse(metric, errors[next]!, errors[at]!)) at = next;
    return { index: even.indexes[at]!, expected: asFigure(even.expected[at]!), error: asFigure(errors[at]!) };
  });
}

function isWorse(metric: Goal['metric'], one: number, other: number): boolean {
  return asError(metric, one) > asError(metric, other);
}

/** Marks the input with the worst single value of each trial. For metrics of the worst value, the trial's error comes from it. */
export function markHeadlines(distributions: readonly ErrorDistribution[], { metric }: Goal): ErrorDistribution[] {
  const worstOf = ({ worst }: ErrorDistribution) => asError(metric, worst[0] ? Number(worst[0].error) : Number.NaN);
  return distributions.map((one) => {
    const beside = distributions.filter(({ trial }) => trial === one.trial);
    const most = Math.max(...beside.map(worstOf).filter((error) => !Number.isNaN(error)));
    return { ...one, isHeadline: worstOf(one) === most };
  });
}
