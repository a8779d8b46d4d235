/**
 * Template text whose meaning depends on the type in more than the number format: a variable of each instantiation, a specialisation or an overload
 * selected by the type. If calls or instantiations got different formats, the meaning of such text would change.
 */
import type { FunctionIndex } from '../../../program/program.js';
import { ignoringImplicitCasts } from '../../ast/ignoring.js';
import { isCallOrLaunch, isFileLevel } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import { calledFunction } from '../calls/called-function.js';
import type { FunctionDraft } from '../drafts.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';

/**
 * `template <> struct Traits<double>`, `template <class T> struct Traits<T *>`; the explicit instantiation `template struct Traits<double>;` does not
 * count.
 */
export function findSpecialisedClasses(scope: UnitScope, around: AstNode): void {
  const { places } = scope.builder;
  for (const node of children(around)) {
    const isPartial = node.kind === 'ClassTemplatePartialSpecializationDecl';
    const place = node.kind === 'ClassTemplateSpecializationDecl' ? places.ofNode(node) : null;
    if (isPartial || (place && /^template\s*</.test(places.text(place.range))))
      scope.specialisedClasses.add(node.name ?? '');
    if (isFileLevel(node) || node.kind === 'CXXRecordDecl') findSpecialisedClasses(scope, node);
  }
}

export function noteTypeDependentCode(scope: UnitScope): void {
  const { functions } = scope.builder;
  const instances = scope.bodies.filter(({ function: index }) => isTemplateInstance(functions[index]!));
  for (const { function: index } of instances) {
    const draft = functions[index]!;
    if (scope.specialisedClasses.has(classOf(draft)))
      draft.decidedByType ??= { code: 'type-asked', at: scope.builder.at(draft.place) };
  }
  // the property propagates from called functions to callers
  for (let before = -1, after = 0; before !== after; after = functions.filter((one) => one.decidedByType).length) {
    before = after;
    for (const { function: index, node } of instances) visit(scope, functions[index]!, node);
  }
}

function isTemplateInstance({ templateParameters, recordParameters }: FunctionDraft): boolean {
  return templateParameters.length + recordParameters.length > 0;
}

function visit(scope: UnitScope, draft: FunctionDraft, node: AstNode): void {
  const { builder } = scope;
  if (node.kind === 'VarDecl' && isSharedByBlock(node)) draft.holdsSharedMemory = true;
  const code = hasOwnState(scope, node) ? 'own-variable' : isChosenByType(scope, draft, node) ? 'type-asked' : null;
  if (code !== null) draft.decidedByType ??= { code, at: builder.at(builder.places.ofNode(node) ?? draft.place) };
  for (const child of children(node)) visit(scope, draft, child);
}

/** `static int calls`, or a static member of a class template: one per type. */
function hasOwnState(scope: UnitScope, node: AstNode): boolean {
  if (node.kind === 'VarDecl') return isState(node) && !isSharedByBlock(node);
  const named = node.kind === 'MemberExpr' ? node.referencedMemberDecl : node.referencedDecl?.id;
  return scope.membersOfEachType.has(named ?? '');
}

/** Whether a variable outlives a call and can change. */
export function isState({ storageClass, constexpr, type }: AstNode): boolean {
  return storageClass === 'static' && constexpr !== true && !/^const\b|\bconst$/.test(type?.qualType ?? '');
}

function isSharedByBlock(node: AstNode): boolean {
  return node.storageClass !== 'extern' && children(node).some(({ kind }) => kind === 'CUDASharedAttr');
}

function isChosenByType(scope: UnitScope, draft: FunctionDraft, node: AstNode): boolean {
  if (!isCallOrLaunch(node)) return false;
  const callee = calledFunction(scope, node);
  if (callee === null) return false;
  const called = scope.builder.functions[callee]!;
  if (isTemplateInstance(called) && called !== draft && called.decidedByType !== null) return true;
  if (called.isSpecialised || scope.specialisedClasses.has(classOf(called))) return true;
  return hasOverloads(scope.builder, callee) && hasArgumentOfType(scope, draft, node);
}

function classOf({ name }: FunctionDraft): string {
  return name.split('::').at(-2) ?? '';
}

/** Whether other functions have this name and number of parameters. */
function hasOverloads({ functions }: ProgramBuilder, index: FunctionIndex): boolean {
  const { name, place, parameters } = functions[index]!;
  return functions.some(
    (other) =>
      other.name === name &&
      other.parameters.length === parameters.length &&
      placeKey(other.place) !== placeKey(place) &&
      !other.template.texts.some((text) => text?.file === place.range.file && contains(text, place.range)),
  );
}

function contains(outer: { begin: number; end: number }, inner: { begin: number; end: number }): boolean {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/** Whether the declared type of an argument contains the type of an instantiation's type parameter. */
function hasArgumentOfType(scope: UnitScope, { template }: FunctionDraft, call: AstNode): boolean {
  const argumentTypes = template.argumentTypes.flatMap((types) =>
    [...types.values()].filter(({ format }) => format !== null),
  );
  return children(call)
    .slice(1)
    .some((argument) => {
      const type = scope.types.expand(unconverted(argument).type?.qualType ?? '');
      return argumentTypes.some((one) => new RegExp(`\\b${one.type.replace(/\W/g, '\\$&')}\\b`).test(type));
    });
}

function unconverted(node: AstNode): AstNode {
  return ignoringImplicitCasts(node);
}

/** Whether one kernel reaches several of these functions, each with its own shared memory, which would be merged. */
export function shareMemoryInOneKernel(builder: ProgramBuilder, variants: readonly FunctionIndex[]): boolean {
  if (!variants.some((index) => builder.functions[index]!.holdsSharedMemory)) return false;
  return builder.functions.some(({ kind }, kernel) => {
    if (kind !== 'kernel') return false;
    const reached = new Set([kernel]);
    for (const index of reached) for (const callee of builder.functions[index]!.calls) reached.add(callee);
    return variants.filter((index) => reached.has(index)).length > 1;
  });
}
