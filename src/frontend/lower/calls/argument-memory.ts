/** The callee and arguments of a call after lowering. */
import type { Place } from '../../../program/place.js';
import type { FunctionIndex } from '../../../program/program.js';
import type { AstNode } from '../../ast/node.js';
import type { BodyLowering } from '../body/function-body.js';
import type { Result } from '../expressions/results.js';

export interface Callee {
  readonly name: string;
  readonly function: FunctionIndex | undefined;
  readonly isTemplate: boolean;
  /** For a member function: the object it is called on. */
  readonly object: Result | null;
  /** Called through a variable, not by name. */
  readonly indirect: Result | null;
  readonly place: Place | null;
}

export interface Argument {
  readonly node: AstNode;
  readonly result: Result;
}

/** Whether an argument passes memory instead of one number. */
export function namesMemory(body: BodyLowering, node: AstNode): boolean {
  const facts = body.types(node);
  if (facts.isInteger || facts.isFunction) return false;
  return facts.isPointer || facts.shape === 'array' || facts.shape === 'container' || facts.record !== null;
}

/** A library may access elements beyond the pointer that it gets, up to a count or another pointer: `std::span(&p.x, 3)`. */
export function noteArgumentStride(body: BodyLowering, { node, result }: Argument): void {
  if (result.cell !== null && body.types(node).isPointer) body.builder.traversed.add(result.cell);
}
