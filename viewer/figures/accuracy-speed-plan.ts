/** Positions of trials in their figure for any choice of axes: scales, and bands for missing and zero values. */
import type { ReportDocument, ReportTrial } from '../../src/report/document.js';
import type { Box } from './box.js';
import { decades, linearScale, logScale, padded, type Scale } from './scales.js';
import { type Axes, type Axis, baselineValue, numberOf, usualAxes } from './trial-axes.js';

export const BOX: Box = { width: 760, height: 430, left: 74, right: 24, top: 18, bottom: 50 };
const BAND = 30;
/** Space for a word beside the first tick. */
const WORD = 70;

export interface AxisPlan extends Axis {
  readonly scale: Scale;
  /** Position of trials without this quantity; null if all have one. */
  readonly missing: number | null;
  /** Position of zero, which has no logarithm; null on a linear axis. */
  readonly zero: number | null;
}

export interface Plan {
  readonly x: AxisPlan;
  readonly y: AxisPlan;
  readonly baseline: { readonly x: number; readonly y: number };
}

export interface Placed {
  readonly trial: ReportTrial;
  readonly x: number;
  readonly y: number;
}

export function planOf(report: ReportDocument, axes: Axes = usualAxes(report)): Plan {
  const x = horizontal(report, axes.x);
  const y = vertical(report, axes.y);
  const baseline = {
    x: along(x, baselineValue(x.of, report)),
    y: along(y, baselineValue(y.of, report)),
  };
  return { x, y, baseline };
}

function horizontal(report: ReportDocument, axis: Axis): AxisPlan {
  const hasMissing = report.trials.some((trial) => numberOf(axis.of, trial) === null);
  const room = hasMissing ? BAND + 8 : 0;
  const left = BOX.left + room + (axis.isLog ? WORD : 0);
  return {
    ...axis,
    scale: scaleOf(report, axis, [left, BOX.width - BOX.right]),
    missing: hasMissing ? BOX.left + BAND / 2 : null,
    zero: axis.isLog ? BOX.left + room + WORD / 3 : null,
  };
}

function vertical(report: ReportDocument, axis: Axis): AxisPlan {
  const hasMissing = report.trials.some((trial) => numberOf(axis.of, trial) === null);
  const top = BOX.top + (hasMissing ? BAND : 0);
  const bottom = BOX.height - BOX.bottom - (axis.isLog ? BAND : 0);
  return {
    ...axis,
    scale: scaleOf(report, axis, [bottom, top]),
    missing: hasMissing ? BOX.top + BAND / 2 - 4 : null,
    zero: axis.isLog ? BOX.height - BOX.bottom - BAND / 2 : null,
  };
}

function scaleOf(report: ReportDocument, { of, isLog }: Axis, room: readonly [number, number]): Scale {
  const { trials, goal, ideal } = report;
  const values = trials.flatMap((trial) => numberOf(of, trial) ?? []);
  const also = {
    speedup: [1, ...(ideal ? [ideal.speedup] : [])],
    error: [
      ...(goal.isBounded && (isLog || goal.most === null) ? [goal.bound] : []),
      ...(goal.most === null ? [] : [goal.most]),
    ],
    lowered: [report.dimensions.length],
    number: [],
  }[of];
  if (isLog) return logScale(decades([...values, ...also]), room);
  const least = of === 'speedup' ? [] : [0];
  return linearScale(padded([...least, ...values, ...also], of === 'speedup' ? 0.06 : 0.03), room);
}

/** Position of a value on an axis. */
export function along({ scale, missing, zero }: AxisPlan, value: number | null): number {
  if (value === null) return missing!;
  return value <= 0 && zero !== null ? zero : scale(value);
}

export function placeOf(plan: Plan, trial: ReportTrial): { x: number; y: number } {
  return { x: along(plan.x, numberOf(plan.x.of, trial)), y: along(plan.y, numberOf(plan.y.of, trial)) };
}

export function isModelled({ speedupKind }: ReportTrial): boolean {
  return speedupKind === 'modelled';
}
