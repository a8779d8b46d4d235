/** Arguments whose types choose what is called, and which keep them: one of several functions, an instantiation, a constructor. */
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

/**
 * The argument as the source spells it, before it is converted to its parameter, where the format of its type chooses what is
 * called: an overload, or an instantiation. There it must keep that type.
 */
export function overloadArgument(
  { program, places }: ProgramSyntax,
  parameter: SiteIndex,
  argument: AstNode,
): AstNode | null {
  const { frozen, shape, declaration, type, function: owner } = program.sites[parameter]!;
  // a number of a template that is not spelt with its parameter has one type in every instantiation
  const isFixed = owner !== null && program.functions[owner]!.sharesText;
  // what is written through a reference is memory
  if (shape === 'reference' && !isTemporary(argument) && !/\bconst\b/.test(type)) return null;
  const chooses = frozen.some(({ code }) => {
    if (code === 'several-formats') return !isFixed;
    if (/^(?:overloaded|deduced|parameter-pack)$/.test(code)) return true;
    // memory has its type, a number is given it
    const isNumber = shape === 'scalar' || (shape === 'reference' && isTemporary(argument));
    if (code === 'generic') return isNumber;
    return code === 'type-asked' && isNumber && /\bauto\b/.test(places.text(declaration));
  });
  return chooses ? withoutConversion(argument) : null;
}

function isTemporary(argument: AstNode): boolean {
  return ignoringImplicitCasts(argument).kind === 'MaterializeTemporaryExpr';
}

/** The type of the argument chooses what is called: an instantiation, or one of several functions. */
export function isOverloadArgument(edits: SourceEdits, site: SiteIndex): boolean {
  const { overloadedFor } = edits.syntax.program.sites[site]!;
  return (
    edits.typeParameters.isDeducedFrom(site) || overloadedFor !== null || isToldFromIntegers(edits.syntax.program, site)
  );
}

/** `Length(double)` beside `Length(int)`: a double is converted to a float no sooner than to an int. */
export function isToldFromIntegers(program: Program, site: SiteIndex): boolean {
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

/** Overloads share a name, but for the number that tells them apart. */
function functionsByName(program: Program): Map<string, ProgramFunction[]> {
  const known = byName.get(program) ?? groupedBy(program.functions, ({ name }) => canonicalPath(name));
  byName.set(program, known);
  return known;
}

function canonicalPath(numbered: string): string {
  return numbered.replace(/~\d+$/, '');
}

/**
 * `std::accumulate(first, last, x)`: a number by value from whose type a library's template deduces what it computes in.
 * `std::to_chars(first, last, x)`: one by whose type an overload is chosen.
 */
export function choosesLibrary(scope: UnitScope, node: AstNode, argument: AstNode): boolean {
  const callee = calleeOf(node);
  const isTemplate = callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
  // `std::replace(first, last, x, y)`, `z + x` with a complex z: two say one type, and are only looked at
  const isDeduced = isTemplate || node.kind === 'CXXOperatorCallExpr';
  if (isDeduced && node.valueCategory === 'prvalue' && isLookedAt(scope, node, callee, argument)) return true;
  if (argument.valueCategory !== 'prvalue') return false;
  if (isTemplate) return true;
  // the same function of C takes whatever converts to its parameter, and a vector is made in the format it is stored in
  return (
    vectorMaker(node) === null &&
    node.kind === 'CallExpr' &&
    scope.unit.language !== 'c' &&
    argument.kind !== 'CXXDefaultArgExpr' &&
    takesByValue(callee, children(node).indexOf(argument) - 1)
  );
}

/** `std::swap(x, y)`: a variable that a library's template is given itself, and takes as what it is. */
export function isWrittenTo(node: AstNode, argument: AstNode): boolean {
  const callee = calleeOf(node);
  const isTemplate = callee?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
  const type = parameterTypes(callee)[children(node).indexOf(argument) - 1] ?? '';
  return isTemplate && argument.valueCategory === 'lvalue' && /^(?!const )[\w:]+ &&?$/.test(type);
}

/** `v.emplace_back(x)`, `make_unique<Point>(x)`: the types of the arguments choose a constructor of the program's. */
export function choosesConstructor(scope: UnitScope, node: AstNode): boolean {
  if (!libraryFunction(calleeName(node)).constructs) return false;
  const object = children(children(node)[0] ?? node)[0];
  const types = [node.type, node.kind === 'CXXMemberCallExpr' ? object?.type : undefined];
  const words = types.flatMap((type) => (type?.desugaredQualType ?? type?.qualType ?? '').match(/[A-Za-z_]\w*/g) ?? []);
  return words.some((word) => scope.record(word) !== null);
}

/** A parameter that is a number itself, and none of those that `...` stands for. */
function takesByValue(callee: AstNode | undefined, position: number): boolean {
  return /^(?:float|double)$/.test(parameterTypes(callee)[position] ?? '');
}

/** A number that is taken by `const T &`, as another one is or a class of T: `const complex<T> &`. */
function isLookedAt(scope: UnitScope, call: AstNode, callee: AstNode | undefined, argument: AstNode): boolean {
  const [, ...args] = children(call);
  const types = parameterTypes(callee);
  const numbers = args.filter(
    ({ type }, at) => /^const (?:float|double) &$/.test(types[at] ?? '') && isScalarValue(scope.types.read(type)),
  );
  const isOfClass = /<(?:float|double)>/.test(callee?.referencedDecl?.type?.qualType ?? '');
  return (isOfClass || numbers.length > 1) && numbers.includes(argument);
}

/** The parameter types as clang prints them. A type that contains a comma is split, which does no harm: it is not a number. */
function parameterTypes(callee: AstNode | undefined): string[] {
  const type = callee?.referencedDecl?.type?.qualType ?? '';
  let plain = type.slice(type.indexOf('(') + 1).replace(/\)(?:\s*(?:const|&|noexcept)\b.*|[^()]*)$/s, '');
  while (/<[^<>]*>/.test(plain)) plain = plain.replace(/<[^<>]*>/g, '');
  return plain.split(',').map((one) => one.trim());
}
