/** All numbers in a record: in records contained by value, bases and arrays. */
import type { Format } from '../../../numerics/format.js';
import type { CellIndex, SiteIndex } from '../../../program/program.js';
import type { AstNode, TypeName } from '../../ast/node.js';
import type { RecordInfo, UnitScope } from '../unit-scope.js';
import { type Leaf, layoutOfRecord, recordChangesSize } from './record-layout.js';

export interface RecordSites {
  readonly name: string;
  /** Fields whose format determines the size of the record. */
  readonly values: readonly SiteIndex[];
  /** Fields that point to numbers elsewhere. */
  readonly pointers: readonly SiteIndex[];
  /** Fields that point to memory of unknown type. */
  readonly untyped: readonly CellIndex[];
  /** Its elements in layout order. */
  readonly leaves: () => readonly Leaf[];
  /** The format of a record that consists only of numbers of one format; null for any other. */
  readonly format: Format | null;
  /** Whether the size of the record depends on the formats of its numbers. */
  readonly changesSize: () => boolean;
}

/** Null if the type is not a record of the program. */
export function recordSites(scope: UnitScope, type: TypeName | string | null | undefined): RecordSites | null {
  const info = typeof type === 'object' && type !== null ? scope.recordOf(type) : scope.record(type ?? null);
  return info ? gather(scope, [info]) : null;
}

/** The record of a field and all records that contain it by value: the fields that a pointer could reach. */
export function recordsAround(scope: UnitScope, field: SiteIndex): RecordSites | null {
  return recordsHolding(scope, ({ sites }) => sites.includes(field));
}

/** The records that satisfy a condition, and all records that contain one of them by value. */
export function recordsHolding(scope: UnitScope, isAsked: (info: RecordInfo) => boolean): RecordSites | null {
  const found = new Set([...scope.records.values()].filter(isAsked));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const info of scope.records.values())
      if (partsOf(scope, info).some((part) => found.has(part))) found.add(info);
  }
  return found.size > 0 ? gather(scope, [...found]) : null;
}

function partsOf(scope: UnitScope, { name, fields, bases }: RecordInfo): RecordInfo[] {
  const contained = fields.filter((field) => !scope.types.read(field.type).isPointer).map(({ type }) => type);
  return [...bases, ...contained].map((type) => scope.recordOf(type, name)).filter((info) => info !== null);
}

function gather(scope: UnitScope, records: readonly RecordInfo[]): RecordSites {
  const all = new Set(records);
  for (const info of all) for (const part of partsOf(scope, info)) all.add(part);
  const sites = [...new Set([...all].flatMap((info) => info.sites.filter((site) => site !== null)))];
  const isPointer = (site: SiteIndex) => scope.builder.sites[site]!.shape === 'pointer';
  const values = sites.filter((site) => !isPointer(site));
  const formats = new Set(sites.map((site) => scope.builder.sites[site]!.format));
  const isAllNumbers = [...all].every(({ fields, sites: own, isUnion }) =>
    fields.every(
      (field, position) =>
        !isUnion &&
        (own[position] === null || own[position] === undefined
          ? scope.recordOf(field.type) !== null && !scope.types.read(field.type).isPointer
          : !isPointer(own[position])),
    ),
  );
  return {
    name: records[0]!.name,
    leaves: () => layoutOfRecord(scope, records[0]!).leaves,
    values,
    pointers: sites.filter(isPointer),
    untyped: [...all].flatMap(({ fields }) => fields.flatMap((field) => untypedField(scope, field) ?? [])),
    changesSize: () => recordChangesSize(scope, records[0]!),
    format: isAllNumbers && formats.size === 1 ? [...formats][0]! : null,
  };
}

function untypedField(scope: UnitScope, field: AstNode): CellIndex | null {
  const { isUntypedPointer, isPointer } = scope.types.read(field.type);
  return isUntypedPointer && isPointer ? scope.cellOf(field.id) : null;
}
