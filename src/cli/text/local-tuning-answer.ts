/** Tables of `mantissa compare --local`: each kernel alone, the sum of their gains and errors, and the whole program (AMPT-GA, Table 1). */
import type { Paint } from '../../inspection/paint.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { figure } from '../../study/judging/judge-output.js';
import type { LocalRow } from '../../study/local-tuning.js';
import { groupedBy } from '../../support/grouped-by.js';
import { alignedRows, NOTHING, speedupCell } from './comparison-answer.js';

const HEAD = ['lowered', 'groups', 'speedup', 'time saved', 'error'] as const;

/** A table for each program. */
export function localTables(rows: readonly LocalRow[], paint: Paint): string[] {
  return [...groupedBy(rows, ({ program }) => program)].map(([program, own]) => {
    const [head, ...body] = alignedRows([HEAD, ...cellsOf(own)]);
    return `${[paint.bold(`${program}: local against global tuning`), paint.bold(head!), ...body].join('\n')}\n`;
  });
}

function cellsOf(rows: readonly LocalRow[]): string[][] {
  const parts = rows.filter((row) => row.parts.length > 0);
  const errors = parts.map(({ metric, error }) => (moreIsBetter(metric) ? null : error)); // counts of digits cannot be added
  const sum = { saved: sumOf(parts.map(timeSaved)), error: sumOf(errors) };
  return rows.flatMap((row) => {
    const { parts: names, groups, error } = row;
    const saved = timeSaved(row);
    if (names.length > 0)
      return [[names.join(', '), String(groups), speedupCell(row), percent(saved), errorCell(error)]];
    return [
      ['sum', '', '', percent(sum.saved), errorCell(sum.error)],
      [
        'whole program',
        ...[String(groups), speedupCell(row)],
        `${percent(saved)}${difference(saved, sum.saved)}`,
        `${errorCell(error)}${difference(error, sum.error)}`,
      ],
    ];
  });
}

/** As a share of the original's time: shares of kernels could be added, speedups could not. */
function timeSaved({ speedup }: LocalRow): number | null {
  return speedup === null ? null : 1 - 1 / speedup;
}

/** Null if a figure is missing. */
function sumOf(figures: readonly (number | null)[]): number | null {
  return figures.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

/** Relative to the sum of the parts. */
function difference(whole: number | null, sum: number | null): string {
  if (whole === null || sum === null || sum === 0) return '';
  const percents = (100 * (whole - sum)) / Math.abs(sum);
  return ` (${percents < 0 ? '−' : '+'}${Math.abs(percents).toFixed(1)} %)`;
}

function percent(share: number | null): string {
  return share === null ? NOTHING : `${(100 * share).toFixed(1)} %`;
}

function errorCell(error: number | null): string {
  return error === null ? NOTHING : figure(error);
}
