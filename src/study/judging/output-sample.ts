/** The sample of an output that the journal contains: values evenly spread over it (or all of them), and those with the largest errors. */
import type { Goal, OutputPlace, OutputSample } from '../../journal/records.js';
import { valueError } from '../../numerics/error-metrics.js';
import { asError } from '../../numerics/metrics.js';
import type { InputBaseline } from './baseline.js';
import { placesIn } from './output-numbers.js';
import { isText, parseOutput } from './program-output.js';

const KEPT_VALUES = 4000;
const KEPT_WORST = 20;

/** A sample for every input that ran. */
export function sampleOutputs(
  place: OutputPlace,
  baselines: readonly InputBaseline[],
  outputs: ReadonlyMap<string, Buffer>,
  metric: Goal['metric'],
): OutputSample[] {
  return baselines.flatMap(({ input, expected }) => {
    const bytes = outputs.get(input.name);
    if (!bytes) return [];
    const found = parseOutput(place, bytes);
    const sample = sampleOutput(input.name, expected.values, found.values, metric);
    if (!isText(place)) return [sample];
    const places = placesIn(found.bytes.toString('latin1'), sample.worst.indexes);
    return [{ ...sample, worst: { ...sample.worst, places } }];
  });
}

export function sampleOutput(
  input: string,
  expected: readonly number[],
  found: readonly number[],
  metric: Goal['metric'],
): OutputSample {
  const count = Math.min(expected.length, found.length);
  const step = Math.max(1, count / KEPT_VALUES);
  const even = Array.from({ length: Math.min(count, KEPT_VALUES) }, (_, at) => Math.floor(at * step));
  const at = (indexes: readonly number[]) => ({
    indexes: [...indexes],
    expected: indexes.map((index) => expected[index]!),
    found: indexes.map((index) => found[index]!),
  });
  return { input, count: found.length, even: at(even), worst: at(furthestOff(expected, found, count, metric)) };
}

/** Largest error first, then in order of the output. Exact values are left out. */
function furthestOff(
  expected: readonly number[],
  found: readonly number[],
  count: number,
  metric: Goal['metric'],
): number[] {
  const worst: { index: number; badness: number }[] = [];
  for (let index = 0; index < count; index++) {
    if (Object.is(expected[index], found[index])) continue;
    const badness = asError(metric, valueError(metric, expected[index]!, found[index]!));
    if (worst.length === KEPT_WORST && badness <= worst.at(-1)!.badness) continue;
    const place = worst.findIndex((one) => one.badness < badness);
    worst.splice(place < 0 ? worst.length : place, 0, { index, badness });
    if (worst.length > KEPT_WORST) worst.pop();
  }
  return worst.map(({ index }) => index);
}
