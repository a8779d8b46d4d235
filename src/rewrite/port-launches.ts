/** `k<<<grid, block>>>(x)` as a call of the port, which runs every thread of every block (runtime/port/mx/launch.h). */
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { FunctionSyntax } from '../frontend/lower/lower-units.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex } from '../program/program.js';
import { descendants } from './declaration-edits.js';
import { calledFunction, keyOf, type SourceEdits } from './source-edits.js';

/** The spelling of a kernel parameter's type in the text that is being made. */
export type ParameterType = (scope: UnitScope, kernel: FunctionIndex, position: number, declared: string) => string;

export function portLaunches(
  edits: SourceEdits,
  bodies: readonly FunctionSyntax[],
  parameterType: ParameterType,
): void {
  const launches = new Map<string, { node: AstNode; types: string[][] }>();
  for (const { scope, node } of bodies) {
    for (const child of descendants(node)) {
      if (child.kind !== 'CUDAKernelCallExpr') continue;
      const whole = edits.rangeOf(child);
      const kernel = calledFunction(scope, child);
      const callee = children(child)[0];
      if (!whole || kernel === null || !callee || !edits.rangeOf(callee))
        throw new MantissaError('MX4003', {
          text: 'a launch through a pointer or a macro cannot run on a CPU',
          ...placeOf(edits, child),
        });
      const types = parameterTypes(calleeType(callee)).map((declared, position) =>
        parameterType(scope, kernel, position, declared),
      );
      const known = launches.get(keyOf(whole));
      if (known) known.types.push(types);
      else launches.set(keyOf(whole), { node: child, types: [types] });
    }
  }
  for (const { node, types } of launches.values()) portLaunch(edits, node, types);
}

/** `types` are the kernel's parameters, once for each instantiation of the template that the launch may stand in. */
function portLaunch(edits: SourceEdits, node: AstNode, types: readonly (readonly string[])[]): void {
  const [callee, configuration, ...args] = children(node);
  const whole = edits.rangeOf(node)!;
  const name = edits.rangeOf(callee!)!;
  const parts = children(configuration!)
    .slice(1)
    .filter((part) => part.kind !== 'CXXDefaultArgExpr')
    .map((part) => edits.rangeOf(part)!);
  const written = args.filter((argument) => argument.kind !== 'CXXDefaultArgExpr');
  const ranges = written.map((argument) => edits.rangeOf(argument)!);
  edits.replace(whole, 'launch', (inner) => {
    const kernel = inner(name.begin, name.end);
    const grid = parts.map((part) => inner(part.begin, part.end)).join(', ');
    const passed = ranges.map((range) => inner(range.begin, range.end));
    const parameters = written.map((argument, position) => {
      const spellings = new Set(types.map((one) => one[position] ?? 'auto'));
      const [only] = spellings;
      const type =
        spellings.size === 1 && !UNSPEAKABLE.test(only!)
          ? only!
          : followingType(argument, passed[position]!, kernel, position);
      return `${type} mx_${position}`;
    });
    const names = parameters.map((_, position) => `mx_${position}`).join(', ');
    const call = `[&](${parameters.join(', ')}) { return ${kernel}(${names}); }`;
    return `::mx::port::prepare(::mx::port::configure(${grid}), ${call})(${passed.join(', ')})`;
  });
}

/** A type that clang describes but no text can name. */
const UNSPEAKABLE = /\((?:lambda|anonymous|unnamed)\b/;

/** A type that is not the same in all instantiations, or has no name: the argument's own, from which the kernel makes its parameter. */
function followingType(argument: AstNode, text: string, kernel: string, position: number): string {
  let node = argument;
  while (/^(?:ImplicitCastExpr|ExprWithCleanups|MaterializeTemporaryExpr|CXXConstructExpr)$/.test(node.kind)) {
    if (node.castKind === 'NullToPointer') return 'std::nullptr_t';
    const inner = children(node);
    if (inner.length !== 1) break;
    node = inner[0]!;
  }
  return text.startsWith('{')
    ? `::mx::port::parameter_of<${position}, decltype(&${kernel})>`
    : `std::decay_t<decltype(${text})>`;
}

function calleeType(callee: AstNode): string {
  let at = callee;
  while (at.kind === 'ImplicitCastExpr' || at.kind === 'ParenExpr') at = children(at)[0]!;
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
