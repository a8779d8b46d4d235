/**
 * Overloads whose parameters differ only in their formats. With one format changed, two overloads would be the same function, or a call would select
 * another one. Their parameters keep their formats, with one exception: if the overload for doubles computes exactly what the one for floats does,
 * lowering it means calling the other one, and no text of either changes.
 */
import type { Format } from '../../../numerics/format.js';
import { mathTwin } from '../../../program/library/library.js';
import type { FunctionIndex, SiteIndex, Value } from '../../../program/program.js';
import { Tokens } from '../../../support/tokens.js';
import { children } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import type { FunctionDraft } from '../drafts.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';

const FORMAT = /\b(?:double|float|__half|__nv_bfloat16)([1-4]?)\b/g;

export function settleOverloads(scope: UnitScope): void {
  const { builder } = scope;
  const same = overloadsByFormat(scope);
  for (const indices of same)
    for (const index of indices) {
      const twins = indices.filter((other) => isNarrowerTwin(builder, index, other));
      if (twins.length === 0 || !isInOneOverloadSet(same, index)) keepParameters(builder, index);
      else chooseByFormat(builder, index, twins);
    }
}

function isInOneOverloadSet(same: readonly (readonly FunctionIndex[])[], index: FunctionIndex): boolean {
  return same.filter((indices) => indices.includes(index)).length === 1;
}

function keepParameters(builder: ProgramBuilder, index: FunctionIndex): void {
  const { name, parameters } = builder.functions[index]!;
  for (const site of parameters) if (site !== null) builder.freeze(site, 'overloaded', name);
}

/** All sites of the function change together, because calls then select the other overload, whose text is unchanged. */
function chooseByFormat(builder: ProgramBuilder, index: FunctionIndex, twins: readonly FunctionIndex[]): void {
  const { place, name } = builder.functions[index]!;
  const own = sitesOf(builder, index);
  for (const site of twins.flatMap((twin) => sitesOf(builder, twin))) {
    builder.sites[site]!.overloadedFor = ['fp32', 'fp64'];
    builder.freeze(site, 'overloaded', name);
  }
  for (const site of own) {
    builder.sites[site]!.overloadedFor = ['fp32', 'fp64'];
    builder.join(own[0]!, site, 'overloaded', place, index);
  }
}

function sitesOf(builder: ProgramBuilder, index: FunctionIndex): SiteIndex[] {
  return [...builder.sites.keys()].filter((site) => builder.sites[site]!.function === index);
}

/** Functions whose signatures differ only in formats. */
function overloadsByFormat(scope: UnitScope): FunctionIndex[][] {
  const bySignature = new Map<string, Set<FunctionIndex>>();
  for (const { function: index, node } of scope.functionNodes) {
    const parameters = children(node).filter((child) => child.kind === 'ParmVarDecl');
    const types = parameters.map(({ type }) => scope.types.expand(type?.desugaredQualType ?? type?.qualType ?? ''));
    const erased = types.map((type) => type.replace(FORMAT, 'real$1'));
    const needed = parameters.filter(({ init }) => init === undefined).length;
    // a call may omit arguments with defaults
    for (let given = needed; given <= types.length; given++) {
      const shown = erased.slice(0, given).join(', ');
      if (shown === types.slice(0, given).join(', ')) continue;
      const signature = `${scope.builder.functions[index]!.name}(${shown})`;
      bySignature.set(signature, (bySignature.get(signature) ?? new Set()).add(index));
    }
  }
  const { functions } = scope.builder;
  // instantiations of one template are distinguished by their template arguments
  const areSeveral = (same: ReadonlySet<FunctionIndex>) =>
    new Set([...same].map((index) => placeKey(functions[index]!.place))).size > 1;
  return [...bySignature.values()].flatMap((same) => (areSeveral(same) ? [[...same]] : []));
}

/** Whether the first function computes in fp64 exactly what the second computes in fp32, value by value. */
function isNarrowerTwin(builder: ProgramBuilder, wide: FunctionIndex, narrow: FunctionIndex): boolean {
  const [a, b] = [builder.functions[wide]!, builder.functions[narrow]!];
  if (wide === narrow || !isPlain(a) || !isPlain(b) || a.kind !== b.kind || a.alsoHost !== b.alsoHost) return false;
  const [ours, theirs] = [sitesOf(builder, wide), sitesOf(builder, narrow)];
  const isTwin = (site: SiteIndex | null, other: SiteIndex | null): boolean => {
    if (site === null || other === null) return site === other;
    const [one, two] = [builder.sites[site]!, builder.sites[other]!];
    return ours.indexOf(site) === theirs.indexOf(other) && ours.includes(site) && one.shape === two.shape;
  };
  const formats = (index: readonly SiteIndex[]): Set<Format> =>
    new Set(index.map((site) => builder.sites[site]!.format));
  return (
    ours.length === theirs.length &&
    [...formats(ours)].join() === 'fp64' &&
    [...formats(theirs)].join() === 'fp32' &&
    a.blocks.length === b.blocks.length &&
    a.values.length === b.values.length &&
    textWithoutFormats(builder, a) === textWithoutFormats(builder, b) &&
    a.values.every((value, at) => isTwinValue(builder, value, b.values[at]!, isTwin))
  );
}

/** The function is only called by its name, and calls no other function of the program. */
function isPlain({ body, calls, templateParameters, recordParameters, values }: FunctionDraft): boolean {
  return (
    body !== null && values.length > 0 && calls.size === 0 && templateParameters.length + recordParameters.length === 0
  );
}

/** The text of the body without formats: integers, conditions, printed text. */
function textWithoutFormats({ places, sites }: ProgramBuilder, { body, parameters }: FunctionDraft): string {
  const names = parameters.map((site) => (site === null ? '' : sites[site]!.name));
  const words = body === null ? [] : new Tokens(places.text(body)).list.map(({ text }) => text);
  return words
    .map((word) => {
      const at = names.indexOf(word);
      if (at >= 0) return `#${at}`;
      if (/^[\d.]+(?:[eE][-+]?\d+)?[fF]$/.test(word)) return word.slice(0, -1);
      return mathTwin(word)?.name ?? word.replace(FORMAT, 'real$1');
    })
    .join(' ');
}

function isTwinValue(
  builder: ProgramBuilder,
  a: Value,
  b: Value,
  isTwin: (site: SiteIndex | null, other: SiteIndex | null) => boolean,
): boolean {
  const isAlike = (x: readonly number[], y: readonly number[]) => x.join() === y.join();
  if (a.kind === 'literal' && b.kind === 'literal')
    return a.format === 'fp64' && b.format === 'fp32' && a.text === b.text.replace(/[fF]$/, '');
  if (a.kind === 'integer') return b.kind === 'integer';
  if (a.kind === 'parameter' && b.kind === 'parameter') return isTwin(a.site, b.site);
  if (a.kind === 'undefined' && b.kind === 'undefined') return isTwin(a.site, b.site);
  if (a.kind === 'load' && b.kind === 'load') return a.site !== null && isTwin(a.site, b.site);
  if (a.kind === 'store' && b.kind === 'store') return a.site !== null && isTwin(a.site, b.site) && a.value === b.value;
  if (a.kind === 'phi' && b.kind === 'phi') return isTwin(a.site, b.site) && isAlike(a.inputs, b.inputs);
  if (a.kind === 'select' && b.kind === 'select') return isAlike(a.operands, b.operands);
  if (a.kind === 'return' && b.kind === 'return') return a.value === b.value;
  if (a.kind !== 'operation' || b.kind !== 'operation' || !isAlike(a.operands, b.operands)) return false;
  const [one, two] = [builder.operations[a.operation]!, builder.operations[b.operation]!];
  const symbol = (text: string) => mathTwin(text)?.name ?? text.replace(/^fp(?:32|64)$/, 'real');
  return (
    one.kind === two.kind &&
    symbol(one.symbol) === symbol(two.symbol) &&
    one.format === 'fp64' &&
    two.format === 'fp32' &&
    one.implicit === two.implicit
  );
}
