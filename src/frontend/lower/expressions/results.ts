/** The result of an expression: a floating-point value, storage, memory it points to, or a function. */
import type { Format } from '../../../numerics/format.js';
import type { CellIndex, FunctionIndex, SiteIndex, ValueIndex } from '../../../program/program.js';
import type { TypeFacts } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { NOWHERE } from '../places.js';

export interface Result {
  /** The floating-point value, if already read. */
  readonly value?: ValueIndex | null;
  /** The storage that an lvalue names or a pointer refers to. */
  readonly site?: SiteIndex | null;
  /** The cell that shares the expression's format: the memory it names or points to, or a byte count. */
  readonly cell: CellIndex | null;
  /** Set for an lvalue of one floating-point number: the format of the value read from it. */
  readonly format?: Format | null;
  readonly function?: FunctionIndex;
  /** Id of the named integer variable, which becomes a byte count when one is assigned to it. */
  readonly integer?: string;
  readonly declared?: AstNode;
  /** The memory was allocated by external code, or is stored in its objects. */
  readonly isExternal?: true;
}

export const NONE: Result = { cell: null };

/** The floating-point value of a result, loaded from its storage if necessary; null for anything else. */
export function readValue(body: BodyLowering, result: Result, node: AstNode): ValueIndex | null {
  if (result.value !== undefined && result.value !== null) return result.value;
  const facts = body.types(node);
  const format =
    result.format ??
    (facts.shape === 'scalar' || facts.shape === 'reference' || facts.shape === 'vector' ? facts.format : null);
  if (format === null) return null;
  const holder = result.site ?? null;
  // a value read in a format other than that of its memory (a pair of a float and a double, bytes read as halves) has no site
  const site = holder !== null && body.builder.sites[holder]!.format !== format ? null : holder;
  if (site !== null && body.initialised !== null) body.builder.freeze(site, 'starting-value', body.initialised);
  if (site !== null && body.promoted.has(site)) return body.read(site);
  return body.add({ kind: 'load', site, format, place: body.place(node) ?? NOWHERE });
}

/** `target = value` for one number: defines a promoted variable or stores to memory; returns the value as stored. */
export function storeInto(
  body: BodyLowering,
  target: Result,
  value: ValueIndex | null,
  node: AstNode,
): ValueIndex | null {
  return value === null ? null : body.store(target.site ?? null, value, node);
}

/** Records an access to a number in its memory other than a load or store. */
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

/** The format of a load or store of one number of this type. */
export function elementFormat(facts: TypeFacts): Format | null {
  return facts.shape === 'scalar' || facts.shape === 'reference' ? facts.format : null;
}

export function takeFunctionAddress(body: BodyLowering, index: FunctionIndex, node: AstNode): void {
  body.builder.functions[index]!.addressTaken ??= body.place(node);
}
