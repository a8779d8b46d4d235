/** Arguments that must keep their types because these choose an overload, a template instantiation or a constructor. */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeName, calleeOf } from '../frontend/ast/callee.js';
import { ignoringImplicitCasts } from '../frontend/ast/ignoring.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { libraryFunction } from '../program/library/library.js';
import type { Program, ProgramFunction, SiteIndex } from '../program/program.js';
import { groupedBy } from '../support/grouped-by.js';
import { vectorMaker, withoutConversion } from './implicit-conversions.js';
import type { SourceEdits } from './source-edits.js';

/** The argument before its conversion to the parameter type, if its type chooses an overload or an instantiation. There it must keep that type. */
export function overloadArgument(
  { program, places }: ProgramSyntax,
  parameter: SiteIndex,
  argument: AstNode,
): AstNode | null {
  const { frozen, shape, declaration, type, function: owner } = program.sites[parameter]!;
  // a number of a template whose type is no template parameter has one type in every instantiation
  const isFixed = owner !== null && program.functions[owner]!.sharesText;
  // memory that is written through a reference
  if (shape === 'reference' && !isTemporary(argument) && !/\bconst\b/.test(type)) return null;
  const chooses = frozen.some(({ code }) => {
    if (code === 'several-formats') return !isFixed;
    if (/^(?:overloaded|deduced|parameter-pack)$/.test(code)) return true;
    // memory has its type; a number can be converted
    const isNumber = shape === 'scalar' || (shape === 'reference' && isTemporary(argument));
    if (code === 'generic') return isNumber;
    return code === 'type-asked' && isNumber && /\bauto\b/.test(places.text(declaration));
  });
  return chooses ? withoutConversion(argument) : null;
}

function isTemporary(argument: AstNode): boolean {
  return ignoringImplicitCasts(argument).kind === 'MaterializeTemporaryExpr';
}

/** True if the type of the argument chooses an instantiation or an overload. */
export function isOverloadArgument(edits: SourceEdits, site: SiteIndex): boolean {
  const { overloadedFor } = edits.syntax.program.sites[site]!;
  return (
    edits.typeParameters.isDeducedFrom(site) ||
    overloadedFor !== null ||
    isAmbiguousWithIntegers(edits.syntax.program, site)
  );
}

/** `Length(double)` beside `Length(int)`: for a double, C++ ranks conversions to float and to int equally. */
export function isAmbiguousWithIntegers(program: Program, site: SiteIndex): boolean {
  const { function: owner, kind } = program.sites[site]!;
  if (owner === null || kind !== 'parameter') return false;
  const { name, parameters, place } = program.functions[owner]!;
  return functionsByName(program)
    .get(canonicalPath(name))!
    .some(
      (other) =>
        other.place.range.begin !== place.range.begin &&
        other.parameters.some((one, at) => at < parameters.length && (one === null) !== (parameters[at] === null)),
    );
}

const byName = new WeakMap<Program, Map<string, ProgramFunction[]>>();

/** Overloads share a name, apart from their number. */
function functionsByName(program: Program): Map<string, ProgramFunction[]> {
  const known = byName.get(program) ?? groupedBy(program.functions, ({ name }) => canonicalPath(name));
  byName.set(program, known);
  return known;
}

function canonicalPath(numbered: string): string {
  return numbered.replace(/~\d+$/, '');
}

/**
 * `std::accumulate(first, last, x)`: a number passed by value, from whose type a library template deduces the type it computes in.
 * `std::to_chars(first, last, x)`: a number whose type chooses an overload.
 */
export function choosesLibrary(scope: UnitScope, node: AstNode, argument: AstNode): boolean {
  const callee = calleeOf(node);
  const isTemplate = callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
  // `std::replace(first, last, x, y)`, `z + x` with a complex z: two arguments deduce one type, and are only read
  const isDeduced = isTemplate || node.kind === 'CXXOperatorCallExpr';
  if (isDeduced && node.valueCategory === 'prvalue' && isLookedAt(scope, node, callee, argument)) return true;
  if (argument.valueCategory !== 'prvalue') return false;
  if (isTemplate) return true;
  // a C function accepts whatever converts to its parameter, and a vector is made in the format it is stored in
  return (
    vectorMaker(node) === null &&
    node.kind === 'CallExpr' &&
    scope.unit.language !== 'c' &&
    argument.kind !== 'CXXDefaultArgExpr' &&
    takesByValue(callee, children(node).indexOf(argument) - 1)
  );
}

/** `std::swap(x, y)`: a variable that a library template takes by reference, with its own type. */
export function isWrittenTo(node: AstNode, argument: AstNode): boolean {
  const callee = calleeOf(node);
  const isTemplate = callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
  const type = parameterTypes(callee)[children(node).indexOf(argument) - 1] ?? '';
  return isTemplate && argument.valueCategory === 'lvalue' && /^(?!const )[\w:]+ &&?$/.test(type);
}

/** `v.emplace_back(x)`, `make_unique<Point>(x)`: the types of the arguments choose a constructor of the program. */
export function choosesConstructor(scope: UnitScope, node: AstNode): boolean {
  if (!libraryFunction(calleeName(node)).constructs) return false;
  const object = children(children(node)[0] ?? node)[0];
  const types = [node.type, node.kind === 'CXXMemberCallExpr' ? object?.type : undefined];
  const words = types.flatMap((type) => (type?.desugaredQualType ?? type?.qualType ?? '').match(/[A-Za-z_]\w*/g) ?? []);
  return words.some((word) => scope.record(word) !== null);
}

/** A parameter that is a number itself; not one of `...`. */
function takesByValue(callee: AstNode | undefined, position: number): boolean {
  return /^(?:float|double)$/.test(parameterTypes(callee)[position] ?? '');
}

/** A number passed as `const T &`, together with another number or a class of T: `const complex<T> &`. */
function isLookedAt(scope: UnitScope, call: AstNode, callee: AstNode | undefined, argument: AstNode): boolean {
  const [, ...args] = children(call);
  const types = parameterTypes(callee);
  const numbers = args.filter(
    ({ type }, at) => /^const (?:float|double) &$/.test(types[at] ?? '') && isScalarValue(scope.types.read(type)),
  );
  const isOfClass = /<(?:float|double)>/.test(callee?.referencedDecl?.type?.qualType ?? '');
  return (isOfClass || numbers.length > 1) && numbers.includes(argument);
}

/** The parameter types as printed by clang. A type that contains a comma is split, which does no harm: it is not a number. */
function parameterTypes(callee: AstNode | undefined): string[] {
  const type = callee?.referencedDecl?.type?.qualType ?? '';
  let plain = type.slice(type.indexOf('(') + 1).replace(/\)(?:\s*(?:const|&|noexcept)\b.*|[^()]*)$/s, '');
  while (/<[^<>]*>/.test(plain)) plain = plain.replace(/<[^<>]*>/g, '');
  return plain.split(',').map((one) => one.trim());
}
