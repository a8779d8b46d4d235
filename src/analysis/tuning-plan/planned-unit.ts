/** One iteration of a tuning plan: the sites and operations it lowers, and the reason for its position (Gu's dissertation, sections 3.3 and 4.2). */
import type { Operation, OperationIndex } from '../../program/program.js';
import { operationType } from '../accumulated-dependency.js';

export interface PlannedUnit {
  /** Unique in its plan, and readable. */
  readonly id: string;
  /** Indices of groups of sites; empty if the unit lowers operations. */
  readonly groups: readonly number[];
  /** Operations that get a format of their own; empty if formats follow from groups. */
  readonly operations: readonly OperationIndex[];
  /** The reason for its position, in words. */
  readonly reason: string;
}

/** fp64 operations per fp64x2 operation (Gu's table 4.1). The table has no functions: they cost more than a division. */
const COST: Readonly<Record<string, number>> = { additions: 11, atomics: 11, multiplications: 22, divisions: 34 };
const COST_OF_FUNCTIONS = 60;

export function wideCost(operation: Operation): number {
  return COST[operationType(operation)] ?? COST_OF_FUNCTIONS;
}

/** Compares by the first key that differs, smaller first. */
export function byKeys<T>(keys: (one: T) => readonly number[]): (a: T, b: T) => number {
  return (a, b) => {
    const [left, right] = [keys(a), keys(b)];
    const at = left.findIndex((key, index) => key !== right[index]);
    return at < 0 ? 0 : left[at]! - right[at]!;
  };
}
