/**
 * Places that lie in the same bytes. Members of a union do, and so does whatever is in them by value: in records, in their bases, in arrays,
 * in unions. What shares bytes with another member keeps its format, and so does what could be moved there: a number behind a smaller
 * one. Two records that one pointer leads to share what they begin with, as far as they are made of the same.
 */
import type { Place } from '../../../program/place.js';
import type { ProgramBuilder } from '../builder.js';
import type { RecordInfo, UnitScope } from '../unit-scope.js';
import { type Leaf, layoutOfMembers, POINTER } from './record-layout.js';

export function freezeSharedBytes(scope: UnitScope): void {
  for (const union of scope.unions) {
    const members = layoutOfMembers(scope, union);
    members.forEach(({ fields }, position) => {
      const others = members.filter((_, other) => other !== position);
      const shared = Math.max(0, ...others.map(({ most }) => most));
      for (const { field, after } of fields)
        if (after < shared) scope.builder.freezeCell(scope.cellOf(field.id)!, 'union', evidenceOf(union, field.id));
    });
  }
}

/** A member itself says what union it is in. */
function evidenceOf({ name, fields }: RecordInfo, id: string): string {
  return fields.some((field) => field.id === id) ? '' : name;
}

/** True where one of them is the beginning of the other. */
export function beginAlike(a: readonly Leaf[], b: readonly Leaf[]): boolean {
  return [...alignedLeaves(a, b)].every(([one, other]) => one.key === other.key);
}

/** Joins what two records have in the same bytes, until they differ. */
export function shareBeginning(builder: ProgramBuilder, a: readonly Leaf[], b: readonly Leaf[], place: Place): void {
  for (const [one, other] of alignedLeaves(a, b)) {
    if (one.key !== other.key) return;
    builder.join(one.cell, other.cell, 'viewed', place);
  }
}

/** A pointer that says nothing of numbers, as the links of a list. */
export function isLink({ key }: Leaf): boolean {
  return key === POINTER;
}

/** What stands beside each other until one of them ends: an array of three beside three numbers. */
function* alignedLeaves(a: readonly Leaf[], b: readonly Leaf[]): Generator<readonly [Leaf, Leaf]> {
  let [i, j, usedOfA, usedOfB] = [0, 0, 0, 0];
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i]!, b[j]!];
    yield [one, other];
    const step = Math.min(one.count - usedOfA, other.count - usedOfB);
    usedOfA += step;
    usedOfB += step;
    if (usedOfA === one.count) [i, usedOfA] = [i + 1, 0];
    if (usedOfB === other.count) [j, usedOfB] = [j + 1, 0];
  }
}
