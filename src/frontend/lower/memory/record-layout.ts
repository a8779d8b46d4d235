/** Layout of records as the compiler computes it. Their numbers may have several formats, and thus several sizes. */
import { formats } from '../../../numerics/format.js';
import type { CellIndex } from '../../../program/program.js';
import { type AstNode, children, type TypeName } from '../../ast/node.js';
import type { RecordInfo, UnitScope } from '../unit-scope.js';

const SIZES: ReadonlyMap<string, number> = new Map([
  ...['bool', '_Bool', 'char', 'signed char', 'unsigned char', 'char8_t', 'std::byte'].map(
    (name) => [name, 1] as const,
  ),
  ...['int8_t', 'uint8_t', 'u_char', 'uchar'].map((name) => [name, 1] as const),
  ...['short', 'unsigned short', 'int16_t', 'uint16_t', 'char16_t'].map((name) => [name, 2] as const),
  ...['int', 'unsigned int', 'unsigned', 'int32_t', 'uint32_t', 'char32_t', 'wchar_t'].map(
    (name) => [name, 4] as const,
  ),
  ...['long', 'unsigned long', 'long long', 'unsigned long long'].map((name) => [name, 8] as const),
  ...['size_t', 'ptrdiff_t', 'int64_t', 'uint64_t', 'intptr_t', 'uintptr_t'].map((name) => [name, 8] as const),
]);
const POINTER_BYTES = 8;
const QUALIFIERS = new Set(['const', 'volatile']);
/** Attributes that change the layout of a record or its alignment. */
const LAYOUT_ATTRIBUTES = new Set(['PackedAttr', 'AlignedAttr', 'MaxFieldAlignmentAttr']);

/** One field: the number of its elements and their size; null for numbers, whose size depends on the format. */
interface Part {
  readonly size: number | null;
  readonly count: number;
}

/** Whether the size of a type depends on the formats of its numbers; true also if unknown. */
export function changesSize(scope: UnitScope, type: TypeName | undefined): boolean {
  const info = scope.recordOf(type);
  return !info || recordChangesSize(scope, info);
}

export function recordChangesSize(scope: UnitScope, info: RecordInfo): boolean {
  if (info.isUnion || info.bases.length > 0 || !info.hasPlainLayout) return true;
  const numbers = scope.unit.language === 'cuda' ? [8, 4, 2] : [8, 4];
  let reached = new Map<string, readonly [number, number]>([['0 1', [0, 1]]]);
  for (const field of info.fields) {
    const part = partOf(scope, field);
    if (part === null) return true;
    const next = new Map<string, readonly [number, number]>();
    for (const [offset, align] of reached.values())
      for (const size of part.size === null ? numbers : [part.size]) {
        const end = roundUp(offset, size) + size * part.count;
        next.set(`${end} ${Math.max(align, size)}`, [end, Math.max(align, size)]);
      }
    reached = next;
  }
  return new Set([...reached.values()].map(([end, align]) => roundUp(end, align))).size > 1;
}

/** Whether the layout follows from the types of the fields alone. */
export function hasPlainLayout(record: AstNode, fields: readonly AstNode[]): boolean {
  const isMoved = [record, ...fields].some((node) => children(node).some(({ kind }) => LAYOUT_ATTRIBUTES.has(kind)));
  return record.definitionData?.isPolymorphic !== true && !isMoved && !fields.some(({ isBitfield }) => isBitfield);
}

/** Null for records and unknown types. */
function partOf(scope: UnitScope, field: AstNode): Part | null {
  const { isPointer, isReference, isArray, elements, shape, format } = scope.types.read(field.type);
  if (isArray && elements === null) return null;
  const count = isArray ? elements! : 1;
  if (isPointer || isReference) return { size: POINTER_BYTES, count };
  if (scope.sites.has(field.id))
    return format !== null && (shape === 'scalar' || shape === 'array') ? { size: null, count } : null;
  const size = sizeOfPlain(scope, field.type!);
  return size === null ? null : { size, count };
}

/** The size of an integer or enumeration, or of an element of an array of those; null for other types or if unknown. */
export function sizeOfPlain(scope: UnitScope, type: TypeName): number | null {
  const { record } = scope.types.read(type);
  const words = scope.types.expand(type.desugaredQualType ?? type.qualType).split(/\s+/);
  const name = record ?? words.filter((word) => !QUALIFIERS.has(word)).join(' ');
  return SIZES.get(name) ?? scope.enumerations.get(name) ?? null;
}

/** The smallest possible offset of a number in a record. */
export interface PlacedField {
  readonly field: AstNode;
  readonly after: number;
}

/**
 * An element of memory in layout order: a number with a format, an integer with a size, a pointer, or an opaque type. A nested record has a begin and
 * an end mark, because alignment applies at both.
 */
export interface Leaf {
  readonly key: string;
  readonly cell: CellIndex | null;
  readonly count: number;
}

/** The numbers and pointers in a piece of memory, with its minimal and maximal size in the declared formats. */
export interface Layout {
  readonly fields: readonly PlacedField[];
  readonly leaves: readonly Leaf[];
  readonly least: number;
  readonly most: number;
  readonly align: number;
}

export const POINTER = '*';
const BEGIN: Leaf = { key: '{', cell: null, count: 1 };
const END: Leaf = { key: '}', cell: null, count: 1 };
/** A type with more elements is opaque. */
const MAX_LAYOUT_ELEMENTS = 1e4;

/** The layout of each member of a union, starting at offset 0. */
export function layoutOfMembers(scope: UnitScope, { name, fields }: RecordInfo): Layout[] {
  return fields.map((field) => layoutOfField(scope, field, name));
}

/** The layout of a record, including records contained by value; an unknown part may have any size. */
export function layoutOfRecord(scope: UnitScope, info: RecordInfo): Layout {
  const parts = [...info.bases.map((type) => layoutOfType(scope, type, info.name)), ...layoutOfMembers(scope, info)];
  const align = Math.max(1, ...parts.map((part) => part.align));
  const whole: Leaf = { key: info.name, cell: null, count: 1 };
  if (info.isUnion) {
    const most = Math.max(1, ...parts.map((part) => part.most));
    const least = Math.max(0, ...parts.map((part) => part.least));
    const fields = parts.flatMap((part) => part.fields);
    return { fields, leaves: [whole], least, most: roundUp(most, align), align };
  }
  const fields: PlacedField[] = [];
  const leaves: Leaf[] = [];
  let [least, most] = [0, 0];
  for (const part of parts) {
    fields.push(...part.fields.map(({ field, after }) => ({ field, after: least + after })));
    leaves.push(...(leaves.length > 0 || part.leaves[0] !== BEGIN ? part.leaves : part.leaves.slice(1)));
    // this is only used where the preceding fields keep their formats
    least = (info.hasPlainLayout ? roundUp(least, part.align) : least) + part.least;
    most = roundUp(most, part.align) + part.most;
  }
  if (!info.hasPlainLayout || leaves.length > MAX_LAYOUT_ELEMENTS)
    return { fields, leaves: [whole], least, most: Infinity, align };
  return { fields, leaves, least, most: Math.max(1, roundUp(most, align)), align };
}

function layoutOfField(scope: UnitScope, field: AstNode, within: string): Layout {
  const { isPointer, isReference, format } = scope.types.read(field.type);
  const cell = scope.cellOf(field.id);
  const fields = cell === null ? [] : [{ field, after: 0 }];
  const part = partOf(scope, field);
  const typeText = scope.types.expand(field.type?.desugaredQualType ?? field.type?.qualType ?? '');
  if (field.isBitfield)
    return { fields, leaves: unknown(typeText, cell), least: 0, most: POINTER_BYTES, align: POINTER_BYTES };
  if (part !== null) {
    const size = part.size ?? formats[format!].sizeBytes;
    const leads = isPointer || isReference;
    const key = leads ? (format === null ? POINTER : typeText) : (format ?? `${size} bytes`);
    const leaves = [{ key, cell, count: part.count }];
    return { fields, leaves, least: size * part.count, most: size * part.count, align: size };
  }
  const contents =
    isPointer || isReference || scope.sites.has(field.id) ? null : layoutOfType(scope, field.type!, within);
  return contents ?? { fields, leaves: unknown(typeText, cell), least: 0, most: Infinity, align: 1 };
}

function layoutOfType(scope: UnitScope, type: TypeName, within: string): Layout {
  const info = scope.recordOf(type, within);
  const { isArray, elements, record } = scope.types.read(type);
  if (info === null)
    return { fields: [], leaves: unknown(record ?? type.qualType, null), least: 0, most: Infinity, align: 1 };
  const one = layoutOfRecord(scope, info);
  const count = isArray ? (elements ?? 0) : 1;
  const inside = [BEGIN, ...one.leaves, END];
  const leaves =
    inside.length * count > MAX_LAYOUT_ELEMENTS
      ? unknown(`${info.name}[${count}]`, null)
      : Array.from({ length: count }, () => inside).flat();
  const most = isArray && elements === null ? Infinity : one.most * count;
  return { fields: one.fields, leaves, least: one.least * count, most, align: one.align };
}

function unknown(type: string, cell: CellIndex | null): Leaf[] {
  return [{ key: type, cell, count: 1 }];
}

function roundUp(offset: number, align: number): number {
  return Math.ceil(offset / align) * align;
}
