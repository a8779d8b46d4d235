/** The answer of `mantissa verify`. */
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import type { MemoryRecord, StudyStarted } from '../../journal/records.js';
import type { NeighbourDistance, VerificationRecord } from '../../journal/verification-record.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { errorText, goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';
import { listWords } from '../../support/list-words.js';
import { alignedRows, NOTHING } from './comparison-answer.js';
import { cumulativeCurve, quantileText } from './error-distribution.js';
import { CLOCKS } from './trial-figures.js';

export interface Verification {
  readonly record: VerificationRecord;
  readonly started: StudyStarted;
  readonly memory: MemoryRecord | null;
}

/** Smallest number of errors for which a curve is drawn. */
const CURVE_FROM = 5;

export function shareText({ confidence, low, high, samples }: VerificationRecord): string {
  const judged = samples.filter(({ outcome }) => outcome !== 'baseline-failed');
  const within = judged.filter(({ outcome }) => outcome === 'within').length;
  return `${within} of ${count(judged.length, 'sample')} within tolerance: share ${confidence.toFixed(2)} (95 % interval ${low.toFixed(2)}–${high.toFixed(2)})`;
}

export function verificationText({ record, started, memory }: Verification, paint: Paint, width: number): string {
  const { samples } = record;
  const errors = errorsOf(record);
  const missed = samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
  const withoutBaseline = samples.filter(({ outcome }) => outcome === 'baseline-failed');
  const worst =
    missed.find(({ error }) => error === null) ?? missed.find(({ error }) => error === worstOf(errors, started));
  const lines = [
    `trial ${record.trial} of ${started.program} compared with the original program on ${whereText(record)}, ${record.engine} engine`,
    `${paint.bold(shareText(record))} (${goalText({ ...started.goal, against: 'baseline', minSpeedup: null })})`,
    ...(errors.length > 0 ? [`errors: ${quantileText(errors)}`] : []),
    ...(errors.length >= CURVE_FROM ? cumulativeCurve(errors, started.goal.bound, width) : []),
    ...(worst ? [paint.warn(`worst: ${worst.evidence}`)] : []),
    ...(withoutBaseline.length > 0
      ? [
          paint.warn(
            `${count(withoutBaseline.length, 'sample')} not counted, because the original program failed: ${withoutBaseline[0]!.evidence}`,
          ),
        ]
      : []),
    ...timedRows(record, started),
    ...hintText(record).map((text) => paint.warn(text)),
    `memory: ${memory?.finding ? paint.bad(memoryText(memory)) : memoryText(memory)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The speedup on each command line, with the error there. */
function timedRows({ timed = [], samples }: VerificationRecord, { goal }: StudyStarted): string[] {
  if (timed.length === 0) return [];
  const rows = timed.map(({ name, speed, ideal, ofIdeal, evidence }) => {
    const error = samples.find((sample) => sample.name === name)?.error ?? null;
    return [
      `'${name}'`,
      error === null ? NOTHING : errorText(goal.metric, error),
      speed ? speedText(speed) : evidence!,
      ideal ? speedText(ideal) : NOTHING,
      ofIdeal === null ? NOTHING : `${ofIdeal.toFixed(0)} %`,
    ];
  });
  const [first] = timed.flatMap(({ speed }) => (speed ? [speed] : []));
  const clock = first ? `, ${CLOCKS[first.clock]}` : '';
  return alignedRows([['arguments', 'error', `speedup${clock}`, 'lowest precision', 'of ideal'], ...rows]);
}

function speedText({
  ratio,
  low,
  high,
}: {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}): string {
  return `${ratio.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})`;
}

export function whereText({ neighbours, samples }: VerificationRecord): string {
  if (neighbours.kind === 'arguments') return count(samples.length, 'other command line');
  const { input, moved, unmoved = [], spread, from, distances } = neighbours;
  const numbers = moved.reduce((sum, one) => sum + one.count, 0);
  const where = {
    copied: ', first copied to the device,',
    given: ', from its arguments and input files,',
    annotated: '',
  }[from ?? 'annotated'];
  const copies = samples.length === 1 ? '1 perturbed copy' : `${samples.length} perturbed copies`;
  const zeros =
    unmoved.length === 0
      ? ''
      : `; ${listWords(unmoved)} ${unmoved.length === 1 ? 'is 0 and stays 0' : 'are 0 and stay 0'}`;
  return `${copies} of input '${input}': ${count(numbers, 'value')} of ${moved.map(({ name }) => name).join(', ')}${where} perturbed by ${from ? 'a relative ' : ''}${spread}·N(0, 1)${distancesText(distances ?? [])}${zeros}`;
}

/** Largest number of inputs whose distance is printed. */
const MOST_DISTANCES = 4;

/** The limits that were chosen from the values. */
function distancesText(distances: readonly NeighbourDistance[]): string {
  if (distances.length === 0) return '';
  const named = distances.slice(0, MOST_DISTANCES).map(({ name, distance }) => `${name} ${distance.toPrecision(2)}`);
  const more = distances.length > MOST_DISTANCES ? ` and ${distances.length - MOST_DISTANCES} more` : '';
  return ` of the value, or of the mean distance of neighbouring values if that is smaller (${named.join(', ')}${more})`;
}

/** A hint if every sample misses the bound: the perturbed inputs may be another problem than the tuned one. */
function hintText({ confidence, neighbours }: VerificationRecord): string[] {
  if (confidence > 0 || neighbours.kind !== 'perturbed') return [];
  return [
    `hint: every sample misses the bound; if the perturbed inputs make no sense for this program, try a smaller perturbation, such as --variance ${neighbours.spread / 10}`,
  ];
}

export function errorsOf({ samples }: VerificationRecord): number[] {
  return samples.flatMap(({ error }) => (error === null ? [] : [error])).sort((a, b) => a - b);
}

function worstOf(errors: readonly number[], { goal }: StudyStarted): number | undefined {
  return moreIsBetter(goal.metric) ? errors[0] : errors.at(-1);
}

export function verificationDocument({ record, started, memory }: Verification): string {
  const { goal, program } = started;
  return `${JSON.stringify({ schemaVersion: 1, program, goal, ...record, memory }, null, 2)}\n`;
}
