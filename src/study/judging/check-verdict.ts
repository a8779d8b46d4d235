/** The verdict of `mantissa check`: whether a program can be tuned, for which bounds, and otherwise how to fix it. */
import { FEW_DIGITS } from '../prospects/printed-digits.js';
import type { InputReport } from './check-baseline.js';

export interface CheckVerdict {
  readonly tunable: boolean;
  /** Of the error, if the program cannot be tuned. */
  readonly code: 'MX4009' | 'MX4017' | null;
  readonly text: string;
  /** Null if there is nothing to fix. */
  readonly remedy: string | null;
  /** The smallest bound that can be judged, limited by the differences between runs and by the number of printed digits. */
  readonly leastBound: number;
  /** First words of the lines that differ between two runs; null if there are none, or some have no words. */
  readonly noisyLines: readonly string[] | null;
}

/** A line that differs between two runs. */
export interface DifferingLine {
  /** Line number among the compared lines, from 1. */
  readonly line: number;
  readonly first: string;
  readonly again: string;
}

/** Largest relative difference between runs with which a program can be tuned. */
const TOO_NOISY = 1e-3;
const MOST_LINES = 3;

export function differingLines(first: string, again: string): DifferingLine[] {
  return allDifferingLines(first, again).slice(0, MOST_LINES);
}

/** Lines with a time, which differ in a slower run. Empty if other lines differ too. */
export function timingLines(first: string, slower: string): DifferingLine[] {
  const lines = allDifferingLines(first, slower);
  return lines.every((line) => TELLS_TIME.test(line.first)) ? lines.slice(0, MOST_LINES) : [];
}
const TELLS_TIME =
  /(?<![a-z])(?:times?|timing|elapsed|took|duration|seconds?|secs?|m?sec|[mun]s|wall|clock|[kmgt]?flops?|bandwidth|[kmgt]i?b\/s|throughput|per second)(?![a-z])/i;

function allDifferingLines(first: string, again: string): DifferingLine[] {
  const [one, other] = [first.split('\n'), again.split('\n')];
  return one.flatMap((text, at) => (text === other[at] ? [] : [{ line: at + 1, first: text, again: other[at] ?? '' }]));
}

/** The verdict for the first input on which the program cannot be tuned, or for all inputs. `groups`: number of groups that may change. */
export function checkVerdict(reports: readonly InputReport[], groups: number): CheckVerdict {
  if (groups === 0)
    return {
      tunable: false,
      code: 'MX4017',
      text: 'cannot be tuned',
      remedy: null,
      leastBound: 0,
      noisyLines: null,
    };
  const noisy = reports.find(({ repeats, differing }) =>
    repeats.identical ? differing.length > 0 : repeats.maxRelative === null || repeats.maxRelative > TOO_NOISY,
  );
  if (noisy)
    return {
      tunable: false,
      code: 'MX4009',
      text: `cannot be tuned yet: on input '${noisy.input}' ${differText(noisy)}`,
      remedy: leaveOut(noisy),
      leastBound: noisy.repeats.identical ? 0 : (noisy.repeats.maxRelative ?? 0),
      noisyLines: noisyLines(noisy),
    };
  const noise = Math.max(0, ...reports.map(({ repeats }) => repeats.maxRelative ?? 0));
  const most = Math.max(...reports.map(({ digits }) => digits?.most ?? Number.POSITIVE_INFINITY));
  const few = most < FEW_DIGITS;
  const within = [
    ...(noise > 0 ? [`its runs differ by ${noise.toPrecision(2)}`] : []),
    ...(few ? [`it prints at most ${most} digits`] : []),
  ];
  const least = Math.max(noise, few ? 10 ** (1 - most) : 0);
  const bounds =
    within.length === 0 ? '' : ` for bounds above ${least.toExponential(0)}, because ${within.join(' and ')}`;
  return {
    tunable: true,
    code: null,
    text: `can be tuned${bounds}`,
    remedy: few ? 'print 17 digits (%.17g, std::setprecision(17)) for tighter bounds' : null,
    leastBound: least,
    noisyLines: null,
  };
}

function differText({ repeats, differing }: InputReport): string {
  const far = repeats.identical
    ? 'in lines that print a time'
    : repeats.maxRelative === null
      ? 'in more than their numbers'
      : `by ${repeats.maxRelative.toPrecision(2)}`;
  const [line] = differing;
  const shown = line ? `: line ${line.line} is '${clipped(line.first)}', then '${clipped(line.again)}'` : '';
  return `the outputs of two runs differ ${far}${shown}`;
}

function noisyLines({ differing }: InputReport): string[] | null {
  const words = differing.flatMap(({ first }) => BEGINNING.exec(first)?.[1] ?? []);
  return words.length === 0 || words.length < differing.length ? null : [...new Set(words)];
}

/** The text before the first number of a line, with a unit: `time (s)` in `time (s) : 0.02`. */
const BEGINNING = /^\s*([A-Za-z](?:[^\d\n]*[A-Za-z)\]%])?)[^A-Za-z\d\n]*\d/;

/** A regular expression for the lines that begin with none of these words. */
export function linesWithout(words: readonly string[]): string {
  return `^(?!\\s*(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')}))`;
}

/** Suggests an output filter that excludes the differing lines, if these start with words. */
function leaveOut(report: InputReport): string {
  const words = noisyLines(report);
  const seed = 'if it uses random numbers, fix the seed';
  if (words === null)
    return `compare only the lines that repeat ("output": {"stdout": true, "lines": "…"} in mantissa.json); ${seed}`;
  return `exclude these lines: "output": {"stdout": true, "lines": ${JSON.stringify(linesWithout(words))}} in mantissa.json; ${seed}`;
}

function clipped(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
