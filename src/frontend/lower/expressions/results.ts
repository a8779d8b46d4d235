/** What an expression stands for: a floating value, the storage it names, the memory it points to, or the function it is. */
import type { Format } from '../../../numerics/format.js';
import type { CellIndex, FunctionIndex, SiteIndex, ValueIndex } from '../../../program/program.js';
import type { TypeFacts } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { NOWHERE } from '../places.js';

export interface Result {
  /** The floating value, once read. */
  readonly value?: ValueIndex | null;
  /** The storage named (an lvalue), or that a pointer leads to. */
  readonly site?: SiteIndex | null;
  /** What shares this expression's format: the memory it names or points to, or a byte count. */
  readonly cell: CellIndex | null;
  /** Set for a place that holds one floating number: reading it gives a value of this format. */
  readonly format?: Format | null;
  readonly function?: FunctionIndex;
  /** Id of the integer variable named, which becomes a byte count when one is assigned to it. */
  readonly integer?: string;
  readonly declared?: AstNode;
  /** Code that we do not see has made what it leads to, or keeps what is put there. */
  readonly isUnseen?: true;
}

export const NONE: Result = { cell: null };

/** The floating value of a result, reading its storage where that has not happened yet; null for anything else. */
export function readValue(body: BodyLowering, result: Result, node: AstNode): ValueIndex | null {
  if (result.value !== undefined && result.value !== null) return result.value;
  const facts = body.types(node);
  const format =
    result.format ??
    (facts.shape === 'scalar' || facts.shape === 'reference' || facts.shape === 'vector' ? facts.format : null);
  if (format === null) return null;
  const holder = result.site ?? null;
  // what is read in another format than its memory holds (a pair of a float and a double, bytes seen as halves) has its own
  const site = holder !== null && body.builder.sites[holder]!.format !== format ? null : holder;
  if (site !== null && body.starts !== null) body.builder.freeze(site, 'starting-value', body.starts);
  if (site !== null && body.promoted.has(site)) return body.read(site);
  return body.add({ kind: 'load', site, format, place: body.place(node) ?? NOWHERE });
}

/** `target = value` for one number: a definition of a promoted variable or a store to memory; the value as it is stored. */
export function storeInto(
  body: BodyLowering,
  target: Result,
  value: ValueIndex | null,
  node: AstNode,
): ValueIndex | null {
  return value === null ? null : body.store(target.site ?? null, value, node);
}

/** Notes that something takes a number as it lies in memory, or the memory. */
export function useInPlace(body: BodyLowering, { site, cell, value }: Result, by: string, node: AstNode): void {
  const read = value === undefined || value === null ? undefined : body.valueAt(value);
  const loaded = read?.kind === 'load' ? read.site : null;
  // the cell of a site is its index
  for (const used of [site, loaded, cell])
    if (used !== null && used !== undefined && used >= 0)
      body.builder.sites[used]!.usedInPlace ??= `${by} at ${body.placeText(node)}`;
}

export function literal(body: BodyLowering, node: AstNode, format: Format | null, text?: string): ValueIndex | null {
  if (format === null) return null;
  const place = body.place(node) ?? NOWHERE;
  const written =
    text ?? (place === NOWHERE ? String(node.value ?? '') : body.builder.places.text(place.spelling ?? place.range));
  return body.add({ kind: 'literal', format, text: written, place });
}

/** The format read or written when this type is used as one number. */
export function elementFormat(facts: TypeFacts): Format | null {
  return facts.shape === 'scalar' || facts.shape === 'reference' ? facts.format : null;
}

export function takeFunctionAddress(body: BodyLowering, index: FunctionIndex, node: AstNode): void {
  body.builder.functions[index]!.addressTaken ??= body.place(node);
}
