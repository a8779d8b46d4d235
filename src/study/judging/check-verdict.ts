/** What a check of a program comes to: whether it can be tuned, within which bounds, and what mends it where it cannot. */
import { FEW_DIGITS } from '../prospects/printed-digits.js';
import type { InputReport } from './check-baseline.js';

export interface CheckVerdict {
  readonly tunable: boolean;
  readonly text: string;
  /** What to do about it; null where nothing needs to be done. */
  readonly remedy: string | null;
  /** Below it no bound can be judged: by what the runs differ, or what the digits printed can tell. */
  readonly leastBound: number;
  /** What the lines begin with that two runs print differently; null where they do not, or have no word of their own. */
  readonly noisyLines: readonly string[] | null;
}

/** A line that two runs print differently. */
export interface DifferingLine {
  /** From 1, among the lines that are compared. */
  readonly line: number;
  readonly first: string;
  readonly again: string;
}

/** Runs that differ by more are no measure for anything. */
const TOO_NOISY = 1e-3;
const MOST_LINES = 3;

export function differingLines(first: string, again: string): DifferingLine[] {
  return allDifferingLines(first, again).slice(0, MOST_LINES);
}

/** Lines that a slower run prints otherwise because they tell how long it took; none where anything else differs too. */
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

/** Of the first input that speaks against it, else of all of them. `groups`: how many formats there are to choose. */
export function checkVerdict(reports: readonly InputReport[], groups: number): CheckVerdict {
  if (groups === 0)
    return {
      tunable: false,
      text: 'cannot be tuned: there is no group whose format could change',
      remedy: 'mantissa inspect says what keeps each format; --scope all includes host code',
      leastBound: 0,
      noisyLines: null,
    };
  const noisy = reports.find(({ repeats, differing }) =>
    repeats.identical ? differing.length > 0 : repeats.maxRelative === null || repeats.maxRelative > TOO_NOISY,
  );
  if (noisy)
    return {
      tunable: false,
      text: `cannot be tuned as it is: on ${noisy.input} ${differText(noisy)}`,
      remedy: leaveOut(noisy),
      leastBound: noisy.repeats.identical ? 0 : (noisy.repeats.maxRelative ?? 0),
      noisyLines: noisyLines(noisy),
    };
  const noise = Math.max(0, ...reports.map(({ repeats }) => repeats.maxRelative ?? 0));
  const most = Math.max(...reports.map(({ digits }) => digits?.most ?? Number.POSITIVE_INFINITY));
  const few = most < FEW_DIGITS;
  const within = [
    ...(noise > 0 ? [`its runs differ by ${noise.toPrecision(2)}`] : []),
    ...(few ? [`it prints ${most} digits at most`] : []),
  ];
  const least = Math.max(noise, few ? 10 ** (1 - most) : 0);
  const bounds =
    within.length === 0 ? '' : ` within bounds above ${least.toExponential(0)}, for ${within.join(' and ')}`;
  return {
    tunable: true,
    text: `can be tuned${bounds}`,
    remedy: few ? 'print 17 digits (%.17g, std::setprecision(17)) for tighter bounds' : null,
    leastBound: least,
    noisyLines: null,
  };
}

function differText({ repeats, differing }: InputReport): string {
  const far = repeats.identical
    ? 'where they tell how long they took'
    : repeats.maxRelative === null
      ? 'in more than their numbers'
      : `by ${repeats.maxRelative.toPrecision(2)}`;
  const [line] = differing;
  const shown = line ? `: line ${line.line} is '${clipped(line.first)}', then '${clipped(line.again)}'` : '';
  return `its runs differ ${far}${shown}`;
}

function noisyLines({ differing }: InputReport): string[] | null {
  const words = differing.flatMap(({ first }) => BEGINNING.exec(first)?.[1] ?? []);
  return words.length === 0 || words.length < differing.length ? null : [...new Set(words)];
}

/** What stands before the first number of a line, with its unit: `time (s)` of `time (s) : 0.02`. */
const BEGINNING = /^\s*([A-Za-z](?:[^\d\n]*[A-Za-z)\]%])?)[^A-Za-z\d\n]*\d/;

/** A regular expression for the lines that begin with none of these words. */
export function linesWithout(words: readonly string[]): string {
  return `^(?!\\s*(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')}))`;
}

/** How to compare the other lines alone, where those that differ have a word of their own to begin with. */
function leaveOut(report: InputReport): string {
  const words = noisyLines(report);
  const seed = 'where it draws random numbers give it a seed';
  if (words === null)
    return `compare the lines that repeat alone ("output": {"stdout": true, "lines": "…"} in mantissa.json); ${seed}`;
  return `leave such lines out: "output": {"stdout": true, "lines": ${JSON.stringify(linesWithout(words))}} in mantissa.json; ${seed}`;
}

function clipped(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
