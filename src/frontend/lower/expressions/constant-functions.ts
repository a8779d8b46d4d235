/**
 * constexpr functions that the compiler evaluates at compile time: for a constexpr variable, an array bound, a case label, a template argument, a
 * static_assert. They cannot be emulated at run time, so they and the sites they read keep their formats. Any other constexpr function is an ordinary
 * function.
 */
import type { FunctionIndex } from '../../../program/program.js';
import { endOfBracket } from '../../../support/token-lists.js';
import { isConstruction } from '../../ast/kinds.js';
import { type AstNode, children, initialValue, ofKind } from '../../ast/node.js';
import { namedIn } from '../declarations/named-declarations.js';
import type { UnitScope } from '../unit-scope.js';
import { isEnclosed } from './constants-in-types.js';

export function freezeConstantFunctions(scope: UnitScope, root: AstNode): void {
  if (scope.unit.language === 'c') return;
  const found = constantFunctions(scope, root);
  const { builder } = scope;
  for (const { function: index, node } of scope.functionNodes) {
    if (!found.has(index)) continue;
    scope.constantFunctions.add(index);
    const { name } = builder.functions[index]!;
    builder.sites.forEach((site, position) => {
      if (site.function === index) builder.freeze(position, 'constant-expression', name);
    });
    freezeNamed(scope, node, name);
  }
}

function freezeNamed(scope: UnitScope, node: AstNode, evidence: string): void {
  for (const id of namedIn(node)) {
    const site = scope.sites.get(id);
    if (site !== undefined) scope.builder.freeze(site, 'constant-expression', evidence);
  }
}

function constantFunctions(scope: UnitScope, root: AstNode): Set<FunctionIndex> {
  const bodies = new Map<FunctionIndex, AstNode[]>();
  const byName = new Map<string, FunctionIndex[]>();
  for (const { function: index, node } of scope.functionNodes) {
    if (node.constexpr !== true) continue;
    bodies.set(index, [...(bodies.get(index) ?? []), node]);
    byName.set(node.name ?? '', [...(byName.get(node.name ?? '') ?? []), index]);
  }
  const found = new Set<FunctionIndex>();
  const add = (node: AstNode): void => {
    for (const id of namedIn(node)) addFunction(scope.functions.get(id));
    for (const index of constructorsIn(scope, node)) addFunction(index);
  };
  const addFunction = (index: FunctionIndex | undefined): void => {
    if (index === undefined || found.has(index) || !bodies.has(index)) return;
    found.add(index);
    for (const node of bodies.get(index)!) add(node);
  };
  for (const [index, nodes] of bodies) if (nodes.some((node) => node.immediate === true)) addFunction(index);
  const visit = (node: AstNode): void => {
    if (isConstantContext(scope, node)) {
      add(node);
      if (node.kind !== 'EnumConstantDecl' && isEvaluatedByCompiler(node)) freezeNamed(scope, node, '');
    }
    for (const child of children(node)) visit(child);
  };
  visit(root);
  for (const [name, indices] of byName) {
    const isConstructor = indices.some((index) => bodies.get(index)!.some(({ kind }) => kind === 'CXXConstructorDecl'));
    if (isConstructor ? isConstructedInBrackets(scope, name) : isNamedElsewhere(scope, root, name))
      indices.forEach(addFunction);
  }
  return found;
}

const isEvaluatedByCompiler = ofKind('ConstantExpr', 'StaticAssertDecl', 'EnumConstantDecl');

function isConstantContext(scope: UnitScope, node: AstNode): boolean {
  if (isEvaluatedByCompiler(node)) return true;
  if (node.kind !== 'VarDecl' || !initialValue(node)) return false;
  if (node.constexpr === true || children(node).some(({ kind }) => kind === 'ConstInitAttr')) return true;
  return scope.types.read(node.type).isInteger && /\bconst\b/.test(node.type?.qualType ?? '');
}

/** Whether the text contains a call that the tree omits: in an array bound or a template argument. */
function isNamedElsewhere(scope: UnitScope, root: AstNode, name: string): boolean {
  if (!/^\w+$/.test(name)) return false;
  const shown = new Set<string>();
  const visit = (node: AstNode): void => {
    if (node.name === name || node.referencedDecl?.name === name) {
      for (const place of [scope.builder.places.ofName(node), scope.builder.places.ofNode(node)]) {
        if (!place) continue;
        const at = scope.builder.places.text(place.range).search(new RegExp(`\\b${name}\\b`));
        if (at >= 0) shown.add(`${place.range.file}:${place.range.begin + at}`);
      }
    }
    for (const child of children(node)) visit(child);
  };
  visit(root);
  return scope.builder.places.files.some(({ source }, file) =>
    source.tokens.list.some(
      ({ text, begin, index }, _, list) =>
        text === name && ['(', '<'].includes(list[index + 1]?.text ?? '') && !shown.has(`${file}:${begin}`),
    ),
  );
}

/** `double a[Size(3).count]`, `#define SIZE Size(3).count`: an object of the class, created in text that the tree omits. */
function isConstructedInBrackets({ builder }: UnitScope, name: string): boolean {
  return builder.places.files.some(({ source: { tokens } }) =>
    tokens.list.some((token) => {
      if (token.text !== name) return false;
      const next = tokens.list[token.index + 1];
      const end = next?.text === '<' ? endOfBracket(tokens, next) : (next?.begin ?? null);
      const behind = end === null ? undefined : tokens.list[tokens.indexFrom(end)];
      if (!['(', '{'].includes(behind?.text ?? '')) return false;
      return token.directive || isEnclosed(tokens, token.index, '<') || isEnclosed(tokens, token.index, '[');
    }),
  );
}

function constructorsIn(scope: UnitScope, node: AstNode): FunctionIndex[] {
  const inner = children(node).flatMap((child) => constructorsIn(scope, child));
  if (!isConstruction(node)) return inner;
  const type = node.ctorType.qualType;
  const { record } = scope.types.read(node.type);
  const name = record && (scope.record(record)?.name ?? record).replace(/<.*>/s, '');
  const index = name ? scope.constructors.get(`${name} ${type}`) : undefined;
  return index === undefined ? inner : [index, ...inner];
}
