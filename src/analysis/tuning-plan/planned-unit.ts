/** What one iteration of a tuning plan lowers, and why it stands where it does (Gu's dissertation, sections 3.3 and 4.2). */
import type { Operation, OperationIndex } from '../../program/program.js';
import { operationType } from '../accumulated-dependency.js';

export interface PlannedUnit {
  /** Unique in its plan, and readable. */
  readonly id: string;
  /** Groups of sites, by their index; none where it is operations that are lowered. */
  readonly groups: readonly number[];
  /** Operations that get a format of their own; none where they follow from groups. */
  readonly operations: readonly OperationIndex[];
  /** Why it stands where it does, in words. */
  readonly reason: string;
}

/** Operations in fp64 that one operation in fp64x2 takes, by Gu's table 4.1; of functions it has none: they take more than a division. */
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
