/** The answer of `mantissa compare`: a row for each program, goal and strategy, then the averages of each strategy. */
import type { Paint } from '../../inspection/paint.js';
import type { ComparisonRow } from '../../study/comparison.js';
import type { LocalRow } from '../../study/local-tuning.js';

const HEAD = ['program', 'goal', 'strategy', 'outcome', 'runs', 'timed', 'seconds', 'speedup', 'of ideal'] as const;
export const NOTHING = '–';

export function comparisonDocument(rows: readonly ComparisonRow[], local: readonly LocalRow[]): string {
  return `${JSON.stringify({ schemaVersion: 1, rows, ...(local.length > 0 && { local }) }, null, 2)}\n`;
}

export function comparisonRow(row: ComparisonRow): string {
  return cellsOf(row).join('  ');
}

export function comparisonSummary(rows: readonly ComparisonRow[], paint: Paint): string {
  const cells = rows.map(cellsOf);
  const [head, ...body] = alignedRows([HEAD, ...cells]);
  const lines = [paint.bold(head!)];
  let last = '';
  for (const [at, { program, goal }] of rows.entries()) {
    const goalOf = `${program} ${goal}`;
    if (last !== '' && goalOf !== last) lines.push('');
    last = goalOf;
    lines.push(body[at]!);
  }
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))];
  // goals that not all strategies tried would distort the averages
  const hasTried = (strategy: string, row: ComparisonRow) =>
    rows.some((one) => one.strategy === strategy && isSameGoal(one, row));
  const shared = rows.filter((row) => strategies.every((strategy) => hasTried(strategy, row)));
  if (shared.length === 0) return `${lines.join('\n')}\n`;
  lines.push('', paint.bold('average over all goals'));
  for (const strategy of strategies) lines.push(`  ${overAll(strategy, shared)}`);
  const ideals = shared.filter(({ strategy }) => strategy === strategies[0]).flatMap(({ ideal }) => ideal ?? []);
  if (ideals.length > 0) lines.push(`  lowest precision everywhere (ideal): ${gainText(ideals)}`);
  return `${lines.join('\n')}\n`;
}

/** Average gain over the original program. A goal without a result counts as no gain. */
function overAll(strategy: string, rows: readonly ComparisonRow[]): string {
  const own = rows.filter((one) => one.strategy === strategy);
  const best = own.filter((one) => isBest(one, rows)).length;
  const shares = own.flatMap(({ ideal, ofIdeal }) => (ideal === null ? [] : [ofIdeal ?? 0]));
  const ofIdeal = shares.length === 0 ? '' : `, ${mean(shares).toFixed(0)} % of the ideal`;
  const runs = mean(own.map(({ executions }) => executions)).toFixed(1);
  return `${strategy}: ${gainText(own.map(({ speedup }) => speedup ?? 1))}${ofIdeal}, ${runs} runs, best or equal in ${best} of ${own.length}`;
}

function gainText(speedups: readonly number[]): string {
  return `${(100 * mean(speedups.map((one) => Math.max(0, one - 1)))).toFixed(1)} % faster on average`;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0) / Math.max(1, figures.length);
}

function isSameGoal(a: ComparisonRow, b: ComparisonRow): boolean {
  return a.program === b.program && a.goal === b.goal;
}

/** Whether a result is as fast as the fastest for the same goal: their confidence intervals overlap. */
function isBest(row: ComparisonRow, rows: readonly ComparisonRow[]): boolean {
  const others = rows.filter((one) => isSameGoal(one, row));
  const fastest = others.reduce((best, one) => ((one.speedup ?? 1) > (best.speedup ?? 1) ? one : best));
  const [least, most] = [fastest.interval?.[0], row.interval?.[1]];
  if (least !== undefined && most !== undefined) return most >= least;
  return (row.speedup ?? 1) >= 0.995 * (fastest.speedup ?? 1);
}

export function speedupCell({
  speedup,
  timing,
  interval,
}: Pick<ComparisonRow, 'speedup' | 'timing' | 'interval'>): string {
  if (speedup === null) return NOTHING;
  const within = interval ? ` (${interval.map((one) => one.toFixed(2)).join('–')})` : '';
  return `${speedup.toFixed(2)}×${within} ${timing}`;
}

function cellsOf(row: ComparisonRow): string[] {
  const { program, goal, strategy, outcome, executions, timed, seconds, ofIdeal } = row;
  return [
    program,
    goal,
    strategy,
    outcome,
    String(executions),
    String(timed),
    seconds.toFixed(1),
    speedupCell(row),
    ofIdeal === null ? NOTHING : `${ofIdeal.toFixed(0)} %`,
  ];
}

/** Rows with aligned columns; figures are aligned to the right. */
export function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((cells) =>
    cells
      .map((cell, at) => (/^[\d–]/.test(cell) ? cell.padStart(columns[at]!) : cell.padEnd(columns[at]!)))
      .join('  ')
      .trimEnd(),
  );
}
