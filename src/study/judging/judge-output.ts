/** Compares an output with the expected one: its error, and whether that meets the goal. */
import type { Goal } from '../../journal/records.js';
import { compareValues, findOffence, type Offence } from '../../numerics/error-metrics.js';
import {
  anyError,
  bareBound,
  comparesValues,
  type Metric,
  meetsBound,
  metrics,
  moreIsBetter,
} from '../../numerics/metrics.js';
import { fp64x4, type QuadWord } from '../../numerics/quad-word.js';
import { type ErrorCommand, UnusableAnswer } from './error-command.js';
import type { ProgramOutput } from './program-output.js';

export type Judgement =
  | { readonly kind: 'within'; readonly error: number }
  | { readonly kind: 'beyond'; readonly error: number | null; readonly evidence: string };

export class OutputJudge {
  constructor(
    readonly goal: Goal,
    private readonly command: ErrorCommand | null,
  ) {}

  /** `where` names the run in the evidence: `input 'small'`, `sample 3`. */
  async judge(where: string, expected: ProgramOutput, found: ProgramOutput): Promise<Judgement> {
    const { metric, bound } = this.goal;
    if (!comparesValues(metric)) return this.ask(where, expected, found);
    const offence = findOffence(expected.values, found.values);
    if (offence)
      return { kind: 'beyond', error: null, evidence: `${where}: ${describeOffence(offence, expected, found)}` };
    const { error, worst } = compareValues(metric, expected.values, found.values, differences(expected, found));
    if (meetsBound(metric, error, bound)) return { kind: 'within', error };
    return {
      kind: 'beyond',
      error,
      evidence: `${where}: value ${worst + 1} is ${found.values[worst]} instead of ${expected.values[worst]}`,
    };
  }

  /** The error command also judges the shape of the output. Values that have become NaN or infinite are rejected before it runs. */
  private async ask(where: string, expected: ProgramOutput, found: ProgramOutput): Promise<Judgement> {
    const index = found.values.findIndex((value) => !Number.isFinite(value));
    if (index >= 0 && expected.values.every(Number.isFinite)) {
      const evidence = `${where}: value ${index + 1} is ${found.values[index]} instead of ${expected.values[index] ?? 'nothing'}`;
      return { kind: 'beyond', error: null, evidence };
    }
    try {
      const error = await this.command!.errorOf(expected.bytes, found.bytes);
      return meetsBound(this.goal.metric, error, this.goal.bound)
        ? { kind: 'within', error }
        : { kind: 'beyond', error, evidence: `${where}: the error command printed ${figure(error)}` };
    } catch (failure) {
      if (!(failure instanceof UnusableAnswer)) throw failure;
      return { kind: 'beyond', error: null, evidence: `${where}: ${failure.message}` };
    }
  }
}

/** Differences in full precision, if either output has more digits than a double; otherwise undefined. */
function differences(expected: ProgramOutput, found: ProgramOutput): ((index: number) => number) | undefined {
  if (!expected.parts && !found.parts) return undefined;
  const at = ({ parts, values }: ProgramOutput, index: number): QuadWord => parts?.[index] ?? [values[index]!, 0, 0, 0];
  return (index) => fp64x4.sub(at(found, index), at(expected, index))[0];
}

function describeOffence(offence: Offence, expected: ProgramOutput, found: ProgramOutput): string {
  const { index } = offence;
  if (offence.why === 'not-finite') return `value ${index + 1} is ${offence.found} instead of ${offence.expected}`;
  const first =
    offence.found === null
      ? `value ${index + 1}, ${offence.expected}, is missing`
      : `value ${index + 1}, ${offence.found}, is extra`;
  return `${found.values.length} values instead of ${expected.values.length}: ${first}`;
}

export function errorText(metric: Metric, error: number): string {
  const { name } = metrics[metric].words;
  if (!moreIsBetter(metric)) return `${name} ${figure(error)}`;
  return `${error} ${error === 1 ? name.replace(/s$/, '') : name}`;
}

export function goalText({ metric, bound, against, minSpeedup }: Goal): string {
  const { name } = metrics[metric].words;
  return [
    bound === anyError(metric)
      ? 'any error' // samples are not judged
      : moreIsBetter(metric)
        ? `at least ${bound} ${name}`
        : `${name} at most ${bareBound(bound)}`,
    against === 'reference' ? ' against the reference' : '',
    minSpeedup === null ? '' : `, at least ${minSpeedup}× as fast`,
  ].join('');
}

/** Three significant digits, in scientific notation for small and large errors. */
export function figure(error: number): string {
  const isPlain = error === 0 || !Number.isFinite(error) || (error >= 1e-3 && error < 1e6);
  return isPlain ? String(Number(error.toPrecision(3))) : error.toExponential(2);
}
