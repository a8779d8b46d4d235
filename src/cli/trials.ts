import type { Paint } from '../inspection/paint.js';
import type { JudgedTrial } from '../journal/replay.js';
import { describeFormats } from '../study/constraints.js';
import { figure } from '../study/judge-output.js';
import { type RecordedStudy, readStudy, type StudyOptions } from './open-study.js';
import { answer, terminalPaint } from './terminal.js';

export const TRIAL_FORMATS = ['table', 'csv', 'json', 'markdown'] as const;

export interface TrialsOptions extends StudyOptions {
  format: (typeof TRIAL_FORMATS)[number];
  json?: boolean;
}

/** `mantissa trials`: every trial of a study. */
export function trials(options: TrialsOptions): void {
  const study = readStudy(options);
  const all = study.state.trials();
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

const COLUMNS = ['trial', 'outcome', 'error', 'speedup', 'kind', 'formats', 'evidence'] as const;

function cells(trial: JudgedTrial, digits: number): string[] {
  return [
    String(trial.number),
    trial.outcome,
    trial.error === null ? '' : digits > 3 ? String(trial.error) : figure(trial.error),
    trial.speedup === null ? '' : trial.speedup.toFixed(digits),
    trial.speedupKind ?? '',
    Object.entries(trial.formats)
      .map(([id, format]) => `${id}=${format}`)
      .join(' '),
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

/** One line a trial; the recommended one is marked. */
function table({ started, state }: RecordedStudy, all: readonly JudgedTrial[], paint: Paint): string {
  const best = state.ended?.best ?? null;
  const lines = all.map((trial) => {
    const [number, outcome, error, speedup, kind] = cells(trial, 3) as [string, string, string, string, string];
    const line = [
      `${trial.number === best ? '*' : ' '}${number.padStart(4)}`,
      outcome.padEnd(12),
      error.padEnd(12),
      (speedup ? `${Number(speedup).toFixed(2)}× ${kind}` : '').padEnd(15),
      describeFormats(trial.formats),
    ].join('  ');
    return trial.number === best ? paint.bold(line) : trial.accepted ? line : paint.dim(line);
  });
  return `    #  ${'outcome'.padEnd(12)}  ${started.goal.metric.padEnd(12)}  ${'speedup'.padEnd(15)}  lowered\n${lines.map((line) => `${line}\n`).join('')}`;
}
