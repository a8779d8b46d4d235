/** Copies between host and device that could convert formats, and byte counts that could be given in bytes of another format. */
import type { Format } from '../../../numerics/format.js';
import type { MemoryCall } from '../../../program/library/memory-call.js';
import type { TransferDirection } from '../../../program/program.js';
import type { TypeFacts } from '../../ast/c-types.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import { factsOfElement } from '../expressions/library-elements.js';
import type { Argument } from './argument-memory.js';
import { pointee } from './untyped-pointers.js';

export type Convertible =
  | { readonly kind: 'convertible'; readonly format: Format }
  | { readonly kind: 'fixed'; readonly why: string };

/** A copy that a converting function could replace: the types of both sides are known, and which one is on the host. */
export function convertibleCopy(
  body: BodyLowering,
  node: AstNode,
  name: string,
  call: MemoryCall,
  direction: TransferDirection,
  args: readonly Argument[],
): Convertible {
  const fixed = (why: string): Convertible => ({ kind: 'fixed', why });
  if (direction === 'device-to-device') return fixed('it copies within the device');
  if (direction !== 'host-to-device' && direction !== 'device-to-host')
    return fixed('the call does not say which side is the host');
  if (call.converts === undefined) return fixed(`mantissa writes no conversion for ${name}`);
  const sides = [call.destination!, call.source!].map((position) => pointedNumbers(body, call, args, position));
  const [to, from] = sides;
  if (!to || !from) return fixed('its arguments do not both point to plain numbers');
  if (to !== from) return fixed(`one side is ${to} and the other ${from}`);
  // C has no overloads to select a conversion by
  const why = body.scope.unit.language === 'c' ? 'it is in a C source' : whyTextIsFixed(body, node);
  return why === null ? { kind: 'convertible', format: to } : fixed(why);
}

/** `cudaMalloc(&d, bytes)`: a count shared with another array may be in bytes of another format. For `malloc`, the element type is known later. */
export function convertibleCount(
  body: BodyLowering,
  node: AstNode,
  call: MemoryCall,
  args: readonly Argument[],
): { readonly format: Format | null } | null {
  const format = call.destination === undefined ? null : pointedNumbers(body, call, args, call.destination);
  const isNumbers = format !== null || call.allocates === true;
  return call.rescales === true && isNumbers && whyTextIsFixed(body, node) === null ? { format } : null;
}

/** The text of a template has several meanings, and a system macro cannot be edited. */
function whyTextIsFixed(body: BodyLowering, node: AstNode): string | null {
  const place = body.place(node);
  const begin = node.range?.begin.expansionLoc;
  if (begin && !begin.isMacroArgExpansion && place?.spelling === null) return 'a system macro contains it';
  return place !== null && body.scope.isInTemplate(place.range) ? 'it is in a template' : null;
}

/** The format of the plain numbers that an argument points to; null for anything else. */
function pointedNumbers(
  body: BodyLowering,
  call: MemoryCall,
  args: readonly Argument[],
  position: number,
): Format | null {
  const argument = args[position];
  if (!argument || argument.result.cell === null) return null;
  const facts = factsOfElement(body, pointee(body, argument.node), argument.result);
  if (facts.format === null || facts.isVector || facts.isVolatile || facts.isFunction) return null;
  const levels = levelsOf(facts);
  if (position === call.symbol) return facts.isPointer || levels === null ? null : facts.format;
  return levels === requiredLevels(call, position) ? facts.format : null;
}

/** The number of pointer levels above the numbers; an array counts as one, whatever its dimensions. */
function levelsOf(facts: TypeFacts): number | null {
  if (facts.shape === 'container' || facts.shape === 'vector') return null;
  if (facts.isArray) return facts.isPointer ? null : 1;
  return facts.pointerLevels;
}

function requiredLevels(call: MemoryCall, position: number): number {
  return call.pointed === true && position === call.destination ? 2 : 1;
}
