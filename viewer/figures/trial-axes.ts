/** The possible axes of the figure of trials: quantities of a trial and their labels. */
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import { loweredCount } from '../reading.js';
import { powerWords, wholeWords } from '../words.js';

export const QUANTITIES = ['speedup', 'error', 'lowered', 'number'] as const;
export type Quantity = (typeof QUANTITIES)[number];

export interface Axis {
  readonly of: Quantity;
  readonly isLog: boolean;
}
export interface Axes {
  readonly x: Axis;
  readonly y: Axis;
}

/** Value of a quantity; null if the trial does not have it. */
export function numberOf(of: Quantity, trial: ReportTrial): number | null {
  switch (of) {
    case 'speedup':
      return trial.speedup;
    case 'error':
      return typeof trial.error === 'number' ? trial.error : null;
    case 'lowered':
      return loweredCount(trial);
    case 'number':
      return trial.number;
  }
}

/** Value of a quantity for the original program, which lowers nothing and is number 0. */
export function baselineValue(of: Quantity, { goal }: ReportDocument): number {
  return { speedup: 1, error: goal.most ?? 0, lowered: 0, number: 0 }[of];
}

export function nameOf(of: Quantity, { goal }: ReportDocument): string {
  const error = goal.isCount ? goal.measure : 'error';
  return { speedup: 'speedup (×)', error, lowered: 'groups lowered', number: 'trial number' }[of];
}

/** Label of a quantity in the list of choices. */
export function choiceOf(of: Quantity, { goal }: ReportDocument): string {
  return {
    speedup: 'speedup',
    error: goal.isCount ? goal.measure : 'error',
    lowered: 'groups lowered',
    number: 'trial',
  }[of];
}

export function tickWords({ of, isLog }: Axis): (tick: number) => string {
  if (of === 'speedup') return (tick) => `${tick}×`;
  if (of === 'error') return isLog ? powerWords : errorTick;
  return wholeWords;
}

function errorTick(tick: number): string {
  return tick !== 0 && Math.abs(tick) < 0.01 ? powerWords(tick) : String(tick);
}

/** The default axes. Errors have a logarithmic axis, unless the metric counts digits. */
export function usualAxes({ goal }: ReportDocument): Axes {
  return { x: { of: 'speedup', isLog: false }, y: { of: 'error', isLog: goal.most === null } };
}

/** Parses `error-log,lowered`: horizontal, vertical; null if the text is not a pair of axes. */
export function readAxes(text: string | null): Axes | null {
  const [x, y, ...rest] = (text ?? '').split(',').map(readAxis);
  return x && y && rest.length === 0 ? { x, y } : null;
}

function readAxis(text: string): Axis | null {
  const [, of, log] = /^(\w+)(-log)?$/.exec(text) ?? [];
  return QUANTITIES.some((one) => one === of) ? { of: of as Quantity, isLog: log !== undefined } : null;
}

export function writeAxes({ x, y }: Axes): string {
  return [x, y].map(({ of, isLog }) => `${of}${isLog ? '-log' : ''}`).join(',');
}

export function isAccuracyAgainstSpeed({ x, y }: Axes): boolean {
  return [x.of, y.of].sort().join() === 'error,speedup';
}
