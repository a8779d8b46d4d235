/**
 * A trial as a row of a table, used while a study runs and by `mantissa trials`. On a wide terminal the row ends with the lowered groups or the
 * reason of a failure; on a narrow one it has only the figures. Modelled speedups are labelled at any width.
 */

import type { Paint } from '../../inspection/paint.js';
import type { Trial } from '../../journal/records.js';
import { figure } from '../../study/judging/judge-output.js';
import { describeTrial } from '../../study/trials/constraints.js';
import { loweredIn } from './lowered-text.js';
import { cut } from './terminal.js';

export interface RowShape {
  readonly columns: number;
  readonly metric: string;
  /** Number of tunable groups; null if the journal does not tell. */
  readonly groups: number | null;
}

const WIDE = 72;
/** A detail in fewer columns than this is left out. */
const LEAST_DETAIL = 16;

interface Widths {
  readonly error: number;
  readonly speedup: number;
  readonly lowered: number;
  readonly gap: string;
}

function widthsOf({ columns, metric, groups }: RowShape): Widths {
  if (columns < WIDE) return { error: 8, speedup: 11, lowered: 0, gap: ' ' };
  const lowered = groups === null ? 7 : `${groups} of ${groups}`.length;
  return { error: Math.max(8, metric.length), speedup: 14, lowered: Math.max(7, lowered), gap: '  ' };
}

export function trialHead(shape: RowShape, paint: Paint): string {
  const widths = widthsOf(shape);
  const error = widths.lowered > 0 ? shape.metric : 'error';
  const cells = ['   #', 'outcome'.padEnd(12), error.padEnd(widths.error), 'speedup'.padEnd(widths.speedup)];
  return paint.dim(cut([...cells, ...(widths.lowered > 0 ? ['lowered'] : [])].join(widths.gap), shape.columns - 1));
}

export function trialRow(trial: Trial, isBest: boolean, shape: RowShape, paint: Paint): string {
  const widths = widthsOf(shape);
  const figures = [
    `${isBest ? '*' : ' '}${String(trial.number).padStart(3)}`,
    trial.outcome.padEnd(12),
    (trial.error === null ? '' : figure(trial.error)).padEnd(widths.error),
    speedupCell(trial, widths).padEnd(widths.speedup),
    ...(widths.lowered > 0 ? [changedCell(trial, shape).padEnd(widths.lowered)] : []),
  ];
  const start = figures.join(widths.gap);
  const room = shape.columns - 1 - start.length - widths.gap.length;
  const detail = widths.lowered > 0 && room >= LEAST_DETAIL ? cut(detailOf(trial), room) : '';
  const [number, outcome, ...rest] = figures as [string, string, ...string[]];
  const line = [number, outcomePaint(trial, paint)(outcome), ...rest].join(widths.gap);
  const painted = isBest ? paint.bold(line) : line;
  return detail === '' ? painted.trimEnd() : `${painted}${widths.gap}${paint.dim(detail)}`;
}

/** Colours trials that meet the goal and trials that failed; the others stay plain. */
function outcomePaint({ accepted, outcome }: Trial, paint: Paint): (text: string) => string {
  if (accepted) return paint.good;
  return /failed|timed-out|unsafe/.test(outcome) ? paint.bad : paint.dim;
}

function speedupCell({ speedup, speedupKind }: Trial, { speedup: width }: Widths): string {
  if (speedup === null) return '';
  const kind = width >= 14 ? speedupKind : speedupKind === 'modelled' ? 'mod.' : 'meas.';
  return `${speedup.toFixed(2)}× ${kind}`;
}

function changedCell({ formats, sets }: Trial, { groups }: RowShape): string {
  if (sets) {
    const { operations, declarations } = loweredIn(formats);
    return String(operations + declarations);
  }
  const lowered = Object.keys(formats).length;
  return groups === null ? String(lowered) : `${lowered} of ${groups}`;
}

/** The reason of a failure, or else the lowered groups. */
function detailOf(trial: Trial): string {
  return trial.accepted || trial.evidence === null ? describeTrial(trial) : trial.evidence;
}
