/** Where trials stand in the figure of accuracy against speed: axes, and bands for what has no place on them. */
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import type { Box } from './box.js';
import { decades, linearScale, logScale, padded, type Scale } from './scales.js';

export const BOX: Box = { width: 760, height: 430, left: 74, right: 24, top: 18, bottom: 50 };
const BAND = 30;

export interface Plan {
  readonly x: Scale;
  readonly y: Scale;
  /** Where trials without a speed stand; null where all have one. */
  readonly noSpeedX: number | null;
  readonly noErrorY: number | null;
  readonly exactY: number;
  readonly isLog: boolean;
}

export interface Placed {
  readonly trial: ReportTrial;
  readonly x: number;
  readonly y: number;
}

export function planOf(report: ReportDocument): Plan {
  const { trials, goal, ideal } = report;
  const { most } = goal;
  const isLog = most === null;
  const speeds = trials.flatMap(({ speedup }) => (speedup === null ? [] : [speedup]));
  const errors = trials.flatMap(({ error }) => (typeof error === 'number' ? [error] : []));
  const hasNoSpeed = trials.some(({ speedup }) => speedup === null);
  const hasNoError = trials.some(({ error }) => typeof error !== 'number');
  const left = BOX.left + (hasNoSpeed ? BAND + 8 : 0);
  const top = BOX.top + (hasNoError ? BAND : 0);
  const bottom = BOX.height - BOX.bottom - (isLog ? BAND : 0);
  const x = linearScale(padded([1, ...speeds, ...(ideal ? [ideal.speedup] : [])], 0.06), [left, BOX.width - BOX.right]);
  const y = isLog
    ? logScale(decades(goal.isBounded ? [...errors, goal.bound] : errors), [bottom, top])
    : linearScale(padded([0, most, ...errors], 0.03), [bottom, top]);
  return {
    x,
    y,
    isLog,
    noSpeedX: hasNoSpeed ? BOX.left + BAND / 2 : null,
    noErrorY: hasNoError ? BOX.top + BAND / 2 - 4 : null,
    exactY: isLog ? BOX.height - BOX.bottom - BAND / 2 : y(most),
  };
}

export function placeOf(
  plan: Plan,
  { error, speedup }: Pick<ReportTrial, 'error' | 'speedup'>,
): { x: number; y: number } {
  const x = speedup === null ? plan.noSpeedX! : plan.x(speedup);
  if (typeof error !== 'number') return { x, y: plan.noErrorY! };
  return { x, y: plan.isLog && error === 0 ? plan.exactY : plan.y(error) };
}

export function isModelled({ speedupKind }: ReportTrial): boolean {
  return speedupKind === 'modelled';
}
