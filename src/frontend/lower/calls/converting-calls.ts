/** Which copies between host and device could convert on the way, and which byte counts could be given in another format's bytes. */
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

/** A copy that a small function could stand in for: it knows the type of both sides, and which of them is the host's. */
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
    return fixed('which side is the host is not said where it is called');
  if (call.converts === undefined) return fixed(`mantissa writes no conversion for ${name}`);
  const sides = [call.destination!, call.source!].map((position) => numbersBehind(body, call, args, position));
  const [to, from] = sides;
  if (!to || !from) return fixed('its arguments do not both point to plain numbers');
  if (to !== from) return fixed(`one side is ${to} and the other ${from}`);
  // there are no overloads to choose a conversion by
  const why = body.scope.unit.language === 'c' ? 'it is in a C source' : whyTextIsFixed(body, node);
  return why === null ? { kind: 'convertible', format: to } : fixed(why);
}

/** `cudaMalloc(&d, bytes)`: a count that another array shares need not be in the bytes of what it makes. What `malloc` makes is known later. */
export function convertibleCount(
  body: BodyLowering,
  node: AstNode,
  call: MemoryCall,
  args: readonly Argument[],
): { readonly format: Format | null } | null {
  const format = call.destination === undefined ? null : numbersBehind(body, call, args, call.destination);
  const isNumbers = format !== null || call.allocates === true;
  return call.rescales === true && isNumbers && whyTextIsFixed(body, node) === null ? { format } : null;
}

/** A template's text means whatever it is instantiated with, and a macro of the system's is not edited. */
function whyTextIsFixed(body: BodyLowering, node: AstNode): string | null {
  const place = body.place(node);
  const begin = node.range?.begin.expansionLoc;
  if (begin && !begin.isMacroArgExpansion && place?.spelling === null) return 'a system macro contains it';
  return place !== null && body.scope.isInTemplate(place.range) ? 'it is in a template' : null;
}

/** The format of the plain numbers that an argument leads to; null for anything else. */
function numbersBehind(
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
  return levels === levelsWanted(call, position) ? facts.format : null;
}

/** How many pointers lead to the numbers; an array is one of them, however many bounds it has. */
function levelsOf(facts: TypeFacts): number | null {
  if (facts.shape === 'container' || facts.shape === 'vector') return null;
  if (facts.isArray) return facts.isPointer ? null : 1;
  return facts.pointerLevels;
}

function levelsWanted(call: MemoryCall, position: number): number {
  return call.pointed === true && position === call.destination ? 2 : 1;
}
