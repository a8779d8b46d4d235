/** How large a record can be, over all formats its numbers can have: often the same, since something wider decides. */
import type { TypeName } from '../../ast/node.js';
import type { RecordInfo, UnitScope } from '../unit-scope.js';

const SIZES: readonly (readonly [RegExp, number])[] = [
  [/^(?:bool|_Bool|(?:un)?signed char|char|u?int8_t)$/, 1],
  [/^(?:(?:unsigned )?short|u?int16_t)$/, 2],
  [/^(?:(?:unsigned )?int|unsigned|u?int32_t)$/, 4],
  [/^(?:(?:unsigned )?long(?: long)?|size_t|ptrdiff_t|u?int64_t)$/, 8],
];

/** False where every combination of formats gives one size; true where some do not, or where it is not known. */
export function changesSize(scope: UnitScope, type: TypeName | undefined): boolean {
  const info = scope.recordOf(type);
  return !info || recordChangesSize(scope, info);
}

export function recordChangesSize(scope: UnitScope, info: RecordInfo): boolean {
  if (info.isUnion || info.bases.length > 0) return true;
  const numbers = scope.unit.language === 'cuda' ? [8, 4, 2] : [8, 4];
  let reached = new Map<string, readonly [number, number]>([['0 1', [0, 1]]]);
  for (const [position, field] of info.fields.entries()) {
    const facts = scope.types.read(field.type);
    const base = scope.types
      .expand(field.type?.qualType ?? '')
      .replace(/\[\d*\]|\b(?:const|volatile)\b/g, '')
      .trim();
    const known = facts.isPointer ? 8 : SIZES.find(([name]) => name.test(base))?.[1];
    const isNumber = info.sites[position] !== null && (facts.shape === 'scalar' || facts.shape === 'array');
    if (!facts.isPointer && !isNumber && known === undefined) return true;
    if (facts.isArray && facts.elements === null) return true;
    const next = new Map<string, readonly [number, number]>();
    for (const [offset, align] of reached.values())
      for (const size of isNumber && !facts.isPointer ? numbers : [known!]) {
        const end = Math.ceil(offset / size) * size + size * (facts.isArray ? facts.elements! : 1);
        next.set(`${end} ${Math.max(align, size)}`, [end, Math.max(align, size)]);
      }
    reached = next;
  }
  return new Set([...reached.values()].map(([end, align]) => Math.ceil(end / align) * align)).size > 1;
}
