import type { Paint } from '../../inspection/paint.js';
import type { Goal } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import type { RecordedStudy } from '../../journal/study-journal.js';
import { asError } from '../../numerics/metrics.js';
import { tunableGroups } from '../../report/group-evidence.js';
import { abbreviateWritten } from '../../space/accumulator.js';
import { figure } from '../../study/judging/judge-output.js';
import type { TrialsOptions } from '../commands/trials.js';
import { namedStudy } from '../named-study.js';
import { answer, terminalPaint, terminalWidth } from '../text/terminal.js';
import { trialHead, trialRow } from '../text/trial-row.js';

/** `mantissa trials`: lists the trials of a study. */
export function trials(options: TrialsOptions): void {
  const study = namedStudy(options);
  const all = sorted(chosen(study.state.trials(), options.only), options.sort, study.started.goal.metric);
  switch (options.json ? 'json' : options.format) {
    case 'json':
      return answer(`${JSON.stringify({ schemaVersion: 1, study: study.started, trials: all }, null, 2)}\n`);
    case 'csv':
      return answer(delimited(all));
    case 'markdown':
      return answer(markdown(study, all));
    case 'table':
      return answer(table(study, all, terminalPaint()));
  }
}

function chosen(all: readonly JudgedTrial[], only: TrialsOptions['only']): JudgedTrial[] {
  return all.filter((trial) => only === undefined || (only === 'accepted' ? trial.accepted : trial.outcome === only));
}

/** Sorts the best first. By speedup, trials that meet the goal come before others; trials without the figure come last. */
function sorted(all: JudgedTrial[], order: TrialsOptions['sort'], metric: Goal['metric']): JudgedTrial[] {
  const key = (trial: JudgedTrial): number => {
    if (order === 'number') return trial.number;
    const figure = order === 'error' ? trial.error : trial.speedup;
    return figure === null ? Number.MAX_VALUE : order === 'error' ? asError(metric, figure) : -figure;
  };
  const passes = (trial: JudgedTrial): number => (order === 'speedup' && trial.accepted ? 0 : 1);
  return all.toSorted((a, b) => passes(a) - passes(b) || compare(key(a), key(b)) || a.number - b.number);
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0; // a difference of infinities is NaN
}

const COLUMNS = ['trial', 'outcome', 'error', 'speedup', 'kind', 'formats', 'evidence'] as const;

function cells(trial: JudgedTrial, digits: number): string[] {
  return [
    String(trial.number),
    trial.outcome,
    trial.error === null ? '' : digits > 3 ? String(trial.error) : figure(trial.error),
    trial.speedup === null ? '' : trial.speedup.toFixed(digits),
    trial.speedupKind ?? '',
    [
      ...Object.entries(trial.formats).map(([id, format]) => `${id}=${format}`),
      ...Object.entries(trial.accumulators ?? {}).map(([id, way]) => `${id}+${abbreviateWritten(way)}`),
      ...Object.entries(trial.blocks ?? {}).map(([id, size]) => `${id}=${size}`),
    ].join(' '),
    trial.evidence ?? '',
  ];
}

function delimited(all: readonly JudgedTrial[]): string {
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [COLUMNS, ...all.map((trial) => cells(trial, 6))].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

function markdown({ started }: RecordedStudy, all: readonly JudgedTrial[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const row = (columns: readonly string[]) => `| ${columns.map(cell).join(' | ')} |\n`;
  const head = COLUMNS.map((name) => (name === 'error' ? started.goal.metric : name));
  return row(head) + row(COLUMNS.map(() => '---')) + all.map((trial) => row(cells(trial, 3))).join('');
}

/** One line per trial; the recommended one is marked. */
function table({ started, state }: RecordedStudy, all: readonly JudgedTrial[], paint: Paint): string {
  const best = state.recommended?.number ?? null;
  const shape = { columns: terminalWidth() + 1, metric: started.goal.metric, groups: tunableGroups(state) };
  const rows = all.map((trial) => trialRow(trial, trial.number === best, shape, paint));
  const legend = all.some(({ number }) => number === best) ? [paint.dim('* recommended')] : [];
  return [trialHead(shape, paint), ...rows, ...legend].map((line) => `${line}\n`).join('');
}
