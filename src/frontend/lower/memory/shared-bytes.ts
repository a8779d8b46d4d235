/**
 * Members of a union lie in the same bytes, and so does whatever is in them by value: in records, in their bases, in arrays, in unions. What
 * shares bytes with another member keeps its format, and so does what could be moved there: a number that stands behind a smaller one.
 */
import type { RecordInfo, UnitScope } from '../unit-scope.js';
import { layoutOfMembers } from './record-layout.js';

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
