/** Removes or adds words of declarations for an instrumented program. */
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { FunctionIndex, Program } from '../../program/program.js';
import type { SourceEdits } from '../source-edits.js';

/** Removes constexpr: the compiler cannot evaluate instrumented operations. */
export function dropConstexpr(edits: SourceEdits, node: AstNode): void {
  const range = node.constexpr === true ? edits.rangeOf(node) : null;
  const name = edits.syntax.places.ofName(node);
  if (!range || !name || name.range.begin < range.begin) return;
  const found = /\bconstexpr\b/.exec(edits.text({ ...range, end: name.range.begin }));
  if (!found) return;
  const begin = range.begin + found.index;
  edits.replace({ file: range.file, begin, end: begin + found[0].length }, 'constexpr', () => 'inline');
}

/** Removes register: a number that is updated in place needs an address. */
export function dropRegister(edits: SourceEdits, node: AstNode): void {
  const range = node.storageClass === 'register' ? edits.rangeOf(node) : null;
  const found = range && /\bregister\b\s*/.exec(edits.text(range));
  if (!range || !found) return;
  const begin = range.begin + found.index;
  edits.replace({ file: range.file, begin, end: begin + found[0].length }, 'removed', () => '', true);
}

/** The functions on the device whose operations have errors in a shadow run. Each is a frame, numbered in this order. */
export function framesOf({ functions, operations }: Program): FunctionIndex[] {
  const computing = new Set(
    operations.filter(({ kind }) => kind !== 'compare' && kind !== 'convert').map((one) => one.function),
  );
  return [...functions.keys()].filter((index) => functions[index]!.kind !== 'host' && computing.has(index));
}

/** Declares in a device function the place where its operations add up errors (runtime/instrument/device-shadow.h). */
export function declareFrame(edits: SourceEdits, index: FunctionIndex, node: AstNode): void {
  const { program } = edits.syntax;
  const body = children(node).find((child) => child.kind === 'CompoundStmt');
  const range = body && edits.rangeOf(body);
  if (program.functions[index]!.kind === 'host' || !range || node.constexpr === true) return;
  const frame = framesOf(program).indexOf(index);
  if (frame >= 0) edits.insert(range.file, edits.firstToken(range)!.end, 'frame', ` MX_FRAME(${frame})`);
}
