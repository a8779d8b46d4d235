/** Ports `k<<<grid, block>>>(x)` to a call that runs every thread of every block (runtime/port/mx/launch.h). */
import path from 'node:path';
import { ignoringParenImpCasts, isImplicit } from '../frontend/ast/ignoring.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import { calledFunction } from '../frontend/lower/calls/called-function.js';
import type { FunctionSyntax } from '../frontend/lower/lower-units.js';
import { rangeKey } from '../frontend/lower/places.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { Range } from '../program/place.js';
import type { FunctionIndex } from '../program/program.js';
import { descendants } from './declaration-edits.js';
import { NotPortable } from './not-portable.js';
import { dropDormantLaunches } from './port-dormant-launches.js';
import type { SourceEdits } from './source-edits.js';

/** The type of a kernel parameter in the new text; null if it follows the argument of the launch. */
export type ParameterType = (
  scope: UnitScope,
  kernel: FunctionIndex,
  position: number,
  declared: string,
) => string | null;

export function portLaunches(
  edits: SourceEdits,
  bodies: readonly FunctionSyntax[],
  parameterType: ParameterType,
): void {
  const launches = new Map<string, { node: AstNode; types: (string | null)[][] }>();
  for (const { scope, node } of bodies) {
    for (const child of descendants(node)) {
      if (child.kind !== 'CUDAKernelCallExpr') continue;
      const whole = edits.rangeOf(child);
      const kernel = calledFunction(scope, child);
      const callee = children(child)[0];
      if (!whole || kernel === null || !callee || !edits.rangeOf(callee))
        throw new NotPortable({
          text: 'a kernel launch through a pointer or a macro cannot run on a CPU',
          ...placeOf(edits, child),
        });
      const types = parameterTypes(calleeType(callee)).map((declared, position) =>
        parameterType(scope, kernel, position, declared),
      );
      const known = launches.get(rangeKey(whole));
      if (known) known.types.push(types);
      else launches.set(rangeKey(whole), { node: child, types: [types] });
    }
  }
  for (const { node, types } of launches.values()) portLaunch(edits, node, types);
  dropDormantLaunches(
    edits,
    [...launches.values()].map(({ node }) => edits.rangeOf(node)!),
  );
}

/** `types`: the kernel's parameter types, once per instantiation of the template that contains the launch. */
function portLaunch(edits: SourceEdits, node: AstNode, types: readonly (readonly (string | null)[])[]): void {
  const [callee, configuration, ...args] = children(node);
  const whole = edits.rangeOf(node)!;
  const name = edits.rangeOf(callee!)!;
  const parts = children(configuration!)
    .slice(1)
    .filter((part) => part.kind !== 'CXXDefaultArgExpr')
    .map((part) => textOf(edits, part));
  const written = args.filter((argument) => argument.kind !== 'CXXDefaultArgExpr');
  const ranges = written.map((argument) => textOf(edits, argument));
  edits.replace(whole, 'launch', (inner) => {
    const kernel = inner(name.begin, name.end);
    const grid = parts.map((part) => inner(part.begin, part.end)).join(', ');
    const passed = ranges.map((range) => inner(range.begin, range.end));
    const spelt = written.map((argument, position) => {
      const spellings = new Set(types.map((one) => one[position] ?? null));
      const [only] = spellings;
      return spellings.size === 1 && only && !UNSPEAKABLE.test(only)
        ? only
        : followingType(argument, passed[position]!, kernel, position);
    });
    const names = spelt.map((_, position) => `mx_${position}`);
    const launch = (parameters: readonly string[]): string =>
      `::mx_runtime::port::prepare(::mx_runtime::port::configure(${grid}), [&](${parameters.join(', ')}) { return ${kernel}(${names.join(', ')}); })`;
    const declared = names.map((one, position) => `${spelt[position]} ${one}`);
    if (!spelt.includes('auto')) return `${launch(declared)}(${passed.join(', ')})`;
    const following = names.map((one) => `decltype(mx_given${one.slice(2)}) ${one}`);
    const given = names.map((one) => `mx_given${one.slice(2)}`);
    const taken = given.map((one, position) => `${spelt[position]} ${one}`);
    return `[&](${taken.join(', ')}) { ${launch(following)}(${given.join(', ')}); }(${passed.join(', ')})`;
  });
}

function textOf(edits: SourceEdits, part: AstNode): Range {
  const range = edits.rangeOfWhole(part);
  if (!range)
    throw new NotPortable({
      text: 'a kernel launch inside a macro cannot run on a CPU',
      ...placeOf(edits, part),
    });
  return range;
}

/** A type in clang's notation that C++ cannot name. */
const UNSPEAKABLE = /\((?:lambda|anonymous|unnamed)\b/;

/**
 * The parameter type if it differs between instantiations, or has no name: `auto`, which takes the argument's type; the kernel converts it to
 * its parameter. A null pointer needs std::nullptr_t, and braces have no type.
 */
function followingType(argument: AstNode, text: string, kernel: string, position: number): string {
  let node = argument;
  while (isImplicit(node) || node.kind === 'CXXConstructExpr') {
    if (node.castKind === 'NullToPointer') return 'std::nullptr_t';
    const inner = children(node);
    if (inner.length !== 1) break;
    node = inner[0]!;
  }
  return text.startsWith('{') ? `::mx_runtime::port::parameter_of<${position}, decltype(&${kernel})>` : 'auto';
}

function calleeType(callee: AstNode): string {
  const at = ignoringParenImpCasts(callee);
  return at.referencedDecl?.type?.qualType ?? at.type?.qualType ?? '';
}

/** `void (Real_t *, int)` → [`Real_t *`, `int`]. */
function parameterTypes(functionType: string): string[] {
  const open = functionType.indexOf('(');
  const inside = functionType.slice(open + 1, functionType.lastIndexOf(')'));
  const types: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of inside) {
    if ('<(['.includes(character)) depth++;
    if ('>)]'.includes(character)) depth--;
    if (character === ',' && depth === 0) {
      types.push(current.trim());
      current = '';
    } else current += character;
  }
  if (current.trim() !== '') types.push(current.trim());
  return types;
}

export function placeOf(
  edits: SourceEdits,
  node: AstNode,
): { place: { file: string; line: number } } | Record<string, never> {
  const place = edits.syntax.places.ofNode(node);
  if (!place) return {};
  const file = edits.syntax.places.files[place.range.file]!;
  return { place: { file: path.basename(file.absolutePath), line: file.source.position(place.range.begin).line } };
}
