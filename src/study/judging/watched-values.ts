/**
 * The output values whose signed deviations a search uses one by one. For a long output they are a sample spread evenly over it, and the values
 * with the largest errors in the lowest-precision trial, which are most likely to violate the bound.
 */
import type { Journal } from '../../journal/journal.js';
import type { Goal, OutputPlace, TrialRecord, WatchedRecord } from '../../journal/records.js';
import { valueError } from '../../numerics/error-metrics.js';
import { asError, comparesValues, metrics, worseOf } from '../../numerics/metrics.js';
import type { InputBaseline } from './baseline.js';
import { parseOutput } from './program-output.js';

const MOST_EVEN = 256;
const MOST_WORST = 256;
/** The lowest-precision trial, whose largest deviations are watched: a search that needs deviations runs it first and alone. */
const FIRST_TRIAL = 1;

export class WatchedValues {
  constructor(
    private readonly journal: Journal,
    private readonly goal: Goal,
    private readonly place: OutputPlace,
  ) {}

  /** The deviations for a trial's record; undefined if its output cannot be compared value by value. */
  deviations(
    trial: number,
    baselines: readonly InputBaseline[],
    outputs: ReadonlyMap<string, Buffer>,
  ): TrialRecord['deviations'] {
    if (!comparesValues(this.goal.metric)) return undefined;
    const found = new Map([...outputs].map(([input, bytes]) => [input, parseOutput(this.place, bytes).values]));
    const isComparable = baselines.every(({ input, expected }) => {
      const values = found.get(input.name);
      return !values || (values.length === expected.values.length && values.every(Number.isFinite));
    });
    if (!isComparable || found.size === 0) return undefined;
    const watched = this.journal.state.watched ?? this.choose(trial, baselines, found);
    return Object.fromEntries(
      watched.inputs.flatMap(({ input, indexes, written }) => {
        const values = found.get(input);
        return values ? [[input, encoded(indexes.map((index, at) => values[index]! - written[at]!))]] : [];
      }),
    );
  }

  /** Deviations of all inputs in sequence, 0 for inputs that did not run; null if none were recorded. */
  recall({ deviations }: Pick<TrialRecord, 'deviations'>): Float64Array | null {
    const { watched } = this.journal.state;
    if (!deviations || !watched) return null;
    const all = new Float64Array(watched.inputs.reduce((sum, { indexes }) => sum + indexes.length, 0));
    let from = 0;
    for (const { input, indexes } of watched.inputs) {
      const text = deviations[input];
      if (text !== undefined) all.set(decoded(text).subarray(0, indexes.length), from);
      from += indexes.length;
    }
    return all;
  }

  /** The range of an input's values in the result of `recall`; null if it has none. */
  partOf(input: string): { readonly from: number; readonly to: number } | null {
    const inputs = this.journal.state.watched?.inputs ?? [];
    const at = inputs.findIndex((one) => one.input === input);
    if (at < 0) return null;
    const from = inputs.slice(0, at).reduce((sum, { indexes }) => sum + indexes.length, 0);
    return { from, to: from + inputs[at]!.indexes.length };
  }

  /** The error, in the goal's metric, of an output with these deviations; 0 before values are chosen. */
  readonly errorOf = (deviations: Float64Array): number => {
    const { metric } = this.goal;
    let worst: number | null = null;
    let from = 0;
    for (const watched of this.journal.state.watched?.inputs ?? []) {
      const error = this.errorOn(watched, deviations.subarray(from, from + watched.indexes.length));
      worst = worst === null ? error : worseOf(metric, worst, error);
      from += watched.indexes.length;
    }
    return worst === null ? 0 : asError(metric, worst);
  };

  private errorOn({ written, expected, furthest, count }: Watched, moved: Float64Array): number {
    const { metric } = this.goal;
    const { over } = metrics[metric];
    const each = (count - furthest) / Math.max(1, moved.length - furthest);
    let [worst, sum, squares, weights] = [0, 0, 0, 0];
    for (let at = 0; at < moved.length; at++) {
      const error = valueError(metric, expected?.[at] ?? written[at]!, written[at]! + moved[at]!);
      worst = at === 0 ? error : worseOf(metric, worst, error);
      const weight = at < furthest ? 1 : each;
      sum += weight * error;
      squares += weight * error * error;
      weights += weight;
    }
    if (over === 'mean') return sum / Math.max(1, weights);
    return over === 'root mean square' ? Math.sqrt(squares / Math.max(1, weights)) : worst;
  }

  private choose(
    trial: number,
    baselines: readonly InputBaseline[],
    found: ReadonlyMap<string, readonly number[]>,
  ): WatchedRecord {
    const inputs = baselines.map(({ input, output, expected }): Watched => {
      const values = trial === FIRST_TRIAL ? (found.get(input.name) ?? null) : null;
      const { furthest, indexes } = this.indexesOf(expected.values, values);
      const at = (list: readonly number[]) => indexes.map((index) => list[index]!);
      return {
        input: input.name,
        count: expected.values.length,
        furthest,
        indexes,
        written: at(output.values),
        ...(this.goal.against === 'reference' && { expected: at(expected.values) }),
      };
    });
    const record: WatchedRecord = { kind: 'watched', inputs };
    this.journal.append(record);
    return record;
  }

  private indexesOf(
    expected: readonly number[],
    found: readonly number[] | null,
  ): { readonly furthest: number; readonly indexes: number[] } {
    const { length } = expected;
    if (length <= MOST_EVEN + MOST_WORST) return { furthest: 0, indexes: [...expected.keys()] };
    const { metric } = this.goal;
    const furthest = found
      ? [...expected.keys()]
          .map((index) => ({ index, error: asError(metric, valueError(metric, expected[index]!, found[index]!)) }))
          .sort((a, b) => b.error - a.error || a.index - b.index)
          .slice(0, MOST_WORST)
          .map(({ index }) => index)
      : [];
    const even = Array.from({ length: MOST_EVEN }, (_, at) => Math.floor((at * length) / MOST_EVEN));
    return { furthest: furthest.length, indexes: [...new Set([...furthest, ...even])] };
  }
}

type Watched = WatchedRecord['inputs'][number];

function encoded(values: readonly number[]): string {
  return Buffer.from(new Float64Array(values).buffer).toString('base64');
}

function decoded(text: string): Float64Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / Float64Array.BYTES_PER_ELEMENT));
}
