/**
 * Fields that share bytes: members of a union, and everything they contain by value in records, bases, arrays and unions. They keep their formats,
 * and so do fields that a change could move into shared bytes, such as those after a smaller number. Two records that one pointer refers to share
 * their beginnings, as far as their layouts agree.
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

/** The union is named only if the field is not itself a member of it. */
function evidenceOf({ name, fields }: RecordInfo, id: string): string {
  return fields.some((field) => field.id === id) ? '' : name;
}

/** Whether one layout is a prefix of the other. */
export function beginAlike(a: readonly Leaf[], b: readonly Leaf[]): boolean {
  return [...alignedLeaves(a, b)].every(([one, other]) => one.key === other.key);
}

/** Joins the fields of two records in the same bytes, up to the first difference. */
export function shareBeginning(builder: ProgramBuilder, a: readonly Leaf[], b: readonly Leaf[], place: Place): void {
  for (const [one, other] of alignedLeaves(a, b)) {
    if (one.key !== other.key) return;
    builder.join(one.cell, other.cell, 'viewed', place);
  }
}

/** A pointer to something other than numbers, such as the link of a list. */
export function isLink({ key }: Leaf): boolean {
  return key === POINTER;
}

/** Pairs the elements of two layouts until one ends: an array of three with three numbers. */
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
