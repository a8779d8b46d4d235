/** Error distribution of many runs as text: quantiles, and a cumulative curve. */
import { quantile } from '../../numerics/quantile.js';
import { figure } from '../../study/judging/judge-output.js';

const LEVELS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];
const LABEL = 7;

export function quantileText(sorted: readonly number[]): string {
  const [least, first, middle, third, most] = [0, 0.25, 0.5, 0.75, 1].map((share) => figure(quantile(sorted, share)));
  return `minimum ${least}, quartiles ${first}, ${middle}, ${third}, maximum ${most}`;
}

/**
 * A cumulative curve with a row for every tenth. The error grows from left to right, on a logarithmic scale if it spans more than a decade.
 * The bound is a column; a good curve reaches the top to the left of it.
 */
export function cumulativeCurve(
  sorted: readonly number[],
  bound: number | null,
  width: number,
  what = 'with at most this error',
): string[] {
  const shown = bound === null ? [...sorted] : [...sorted, bound];
  const positive = shown.filter((one) => one > 0 && Number.isFinite(one));
  const isLogarithmic = positive.length > 0 && Math.max(...positive) > 10 * Math.min(...positive);
  const scale = (error: number) =>
    isLogarithmic ? Math.log10(Math.max(error, Math.min(...positive))) : Number.isFinite(error) ? error : 0;
  const finite = shown.filter(Number.isFinite).map(scale);
  const [left, right] = [Math.min(...finite), Math.max(...finite)];
  const columns = Math.max(20, Math.min(60, width - LABEL - 1));
  const column = (error: number) =>
    right === left ? 0 : Math.min(columns - 1, Math.round(((scale(error) - left) / (right - left)) * (columns - 1)));
  const boundAt = bound === null ? -1 : column(bound);
  const rows = LEVELS.map((level) => {
    const reached = column(quantile(sorted, level));
    const cells = Array.from({ length: columns }, (_, at) => (at === reached ? '*' : at === boundAt ? '|' : ' '));
    return `${`${Math.round(100 * level)} %`.padStart(LABEL - 1)} ${cells.join('').trimEnd()}`;
  });
  const [low, high] = [shown, shown].map((all, end) => figure(end === 0 ? Math.min(...all) : Math.max(...all)));
  const axis = `${' '.repeat(LABEL)}${low}${' '.repeat(Math.max(1, columns - low!.length - high!.length))}${high}`;
  const caption = `${' '.repeat(LABEL)}share of runs ${what}${bound === null ? '' : '; | marks the bound'}`;
  return [...rows, axis, caption];
}
