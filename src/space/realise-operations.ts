/**
 * Writes formats of many operations as declarations and casts. A group of sites gets the highest precision of the operations that read or write it,
 * so that nothing is lost before it is used; a group without operations gets the format of the values copied into it. Operations that would then
 * compute in another format get a configured format, which the patch writes as casts.
 */
import { type Format, isWider } from '../numerics/format.js';
import type { OperationIndex, Program, ProgramFunction, SiteIndex, ValueIndex } from '../program/program.js';
import { operandsOf } from '../program/verify.js';
import { admits, type GroupTable } from './configuration.js';
import { type Configuration, passedAs, resolve } from './resolve.js';

/** The groups that each operation reads and writes, and the copies between groups. */
export interface OperationGroups {
  readonly touched: ReadonlyMap<OperationIndex, ReadonlySet<number>>;
  readonly copies: readonly { readonly from: number; readonly to: number }[];
}

/** `widest` is the format of groups without any information; `mayChange` says which groups may change. */
export function realiseOperations(
  program: Program,
  groups: GroupTable,
  uses: OperationGroups,
  wanted: ReadonlyMap<OperationIndex, Format>,
  widest: Format,
  mayChange: (group: number) => boolean,
): Configuration {
  const formats = groupFormats(groups, uses, wanted, widest);
  const sites = new Map<SiteIndex, Format>();
  groups.groups.forEach((group, index) => {
    const format = formats[index]!;
    if (!mayChange(index) || !group.sites.every((site) => admits(program, site, format))) return;
    for (const site of group.sites) if (program.sites[site]!.format !== format) sites.set(site, format);
  });
  const operations = new Map<OperationIndex, Format>();
  for (let changed = true; changed; ) {
    changed = false;
    const got = resolve(program, { sites, operations }).operationFormats;
    for (const [operation, format] of wanted) {
      if (got[operation] === format || operations.get(operation) === format) continue;
      operations.set(operation, format);
      changed = true;
    }
  }
  return { sites, operations };
}

function groupFormats(
  { groups }: GroupTable,
  { touched, copies }: OperationGroups,
  wanted: ReadonlyMap<OperationIndex, Format>,
  widest: Format,
): Format[] {
  const found: (Format | null)[] = groups.map(() => null);
  const widen = (group: number, format: Format): boolean => {
    const before = found[group] ?? null;
    if (before !== null && !isWider(format, before)) return false;
    found[group] = format;
    return true;
  };
  for (const [operation, format] of wanted) for (const group of touched.get(operation) ?? []) widen(group, format);
  const untouched = new Set(found.flatMap((format, group) => (format === null ? [group] : [])));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to } of copies)
      if (untouched.has(to) && found[from] !== null && widen(to, found[from]!)) changed = true;
  }
  return found.map((format) => format ?? widest);
}

export function findOperationGroups(program: Program, { groupOf }: GroupTable): OperationGroups {
  const touched = new Map<OperationIndex, Set<number>>();
  const copies: { from: number; to: number }[] = [];
  for (const owner of program.functions) {
    const behind = owner.values.map((_, index) => originsOf(program, owner, groupOf, index));
    const give = (value: ValueIndex, site: SiteIndex): void => {
      const group = groupOf[site]!;
      for (const operation of behind[value]!.operations) touch(touched, operation, group);
      for (const from of behind[value]!.groups) if (from !== group) copies.push({ from, to: group });
    };
    owner.values.forEach((value) => {
      if (value.kind === 'operation')
        for (const operand of value.operands)
          for (const group of behind[operand]!.groups) touch(touched, value.operation, group);
      if (value.kind === 'store' && value.site !== null) give(value.value, value.site);
      if (value.kind === 'return' && owner.returnSite !== null) give(value.value, owner.returnSite);
      if (value.kind === 'call')
        passedAs(program, value).forEach((parameter, position) => {
          give(value.arguments[position]!, parameter);
        });
    });
  }
  for (const { operation, cell } of program.atomics) {
    const { site } = program.cells[cell]!;
    if (site !== null) touch(touched, operation, groupOf[site]!);
  }
  return { touched, copies };
}

function touch(touched: Map<OperationIndex, Set<number>>, operation: OperationIndex, group: number): void {
  if (!touched.has(operation)) touched.set(operation, new Set());
  touched.get(operation)!.add(group);
}

/** The groups and operations that a value comes from, through moves and selections. */
function originsOf(
  program: Program,
  owner: ProgramFunction,
  groupOf: readonly number[],
  start: ValueIndex,
): { readonly groups: ReadonlySet<number>; readonly operations: ReadonlySet<OperationIndex> } {
  const groups = new Set<number>();
  const operations = new Set<OperationIndex>();
  const seen = new Set([start]);
  for (const index of seen) {
    const value = owner.values[index]!;
    if ('site' in value) {
      if (value.site !== null) groups.add(groupOf[value.site]!);
    } else if (value.kind === 'call') {
      const site = value.function === null ? null : program.functions[value.function]!.returnSite;
      if (site !== null) groups.add(groupOf[site]!);
    } else if (value.kind === 'operation' && !forwardsValue(program, value.operation)) operations.add(value.operation);
    else for (const operand of operandsOf(value)) seen.add(operand);
  }
  return { groups, operations };
}

function forwardsValue(program: Program, operation: OperationIndex): boolean {
  const { kind } = program.operations[operation]!;
  return kind === 'convert' || kind === 'neg';
}
