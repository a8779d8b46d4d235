/** Finds the pointers of a unit that refer to fields other than numbers, and pointer arithmetic on them (field-pointer-strides.ts). */
import type { FunctionIndex } from '../../../program/program.js';
import { namesFunction } from '../../ast/callee.js';
import { ignoringParenCasts } from '../../ast/ignoring.js';
import { isCallOrLaunch } from '../../ast/kinds.js';
import { type AstNode, children, initialValue, type TypeName } from '../../ast/node.js';
import { parameterKey } from '../builder.js';
import { calledConstructor, calledFunction } from '../calls/called-function.js';
import { integerConstant } from '../expressions/integer-constants.js';
import type { UnitScope } from '../unit-scope.js';
import { calledKey, type PointerSource } from './field-pointer-strides.js';
import { holdsNumbers, isAddressAsInteger, isSameValue, PointerSources } from './pointer-sources.js';
import { recordSites } from './record-sites.js';

export function followFieldAddresses(scope: UnitScope): void {
  const follower = new AddressFollower(scope);
  for (const { function: index, node } of scope.bodies) follower.visit(node, index);
  for (const { node } of scope.initialisers) follower.visit(node, null);
}

class AddressFollower {
  private readonly sources: PointerSources;

  constructor(private readonly scope: UnitScope) {
    this.sources = new PointerSources(scope);
  }

  visit(node: AstNode, owner: FunctionIndex | null): void {
    const within = this.scope.functions.get(node.id) ?? owner;
    const parts = children(node);
    if (isCallOrLaunch(node)) this.call(node, parts);
    switch (node.kind) {
      case 'VarDecl':
        this.keep(this.sources.named(node.id), node.type, initialValue(node));
        break;
      case 'BinaryOperator':
        if (node.opcode === '=') this.keep(this.sources.value(parts[0]!), parts[0]!.type, parts[1]);
        else if (/^[-+]$/.test(node.opcode ?? '')) this.step(node, parts[0]!, parts[1]!);
        break;
      case 'CompoundAssignOperator':
        if (this.leadsToElements(parts[0]!)) this.walk(parts[0]!, parts[1]!);
        break;
      case 'UnaryOperator':
        if (/^(?:\+\+|--)$/.test(node.opcode ?? '') && this.leadsToElements(parts[0]!)) this.walk(parts[0]!, null);
        break;
      case 'ArraySubscriptExpr': {
        const [base, index] = this.leadsToElements(parts[0]!) ? [parts[0]!, parts[1]!] : [parts[1]!, parts[0]!];
        if (this.leadsToElements(base)) this.walk(base, index);
        break;
      }
      case 'ReturnStmt':
        if (within !== null && parts[0]) this.flow([{ key: `returned ${within}` }], this.returned(parts[0]));
        break;
      case 'CXXCtorInitializer':
        this.member(node, parts[0]);
        break;
      case 'InitListExpr':
        this.list(node, parts);
        break;
      case 'CXXConstructExpr':
      case 'CXXTemporaryObjectExpr': {
        const constructed = calledConstructor(this.scope, node);
        if (constructed !== null) this.pass(parts, (position) => parameterKey(constructed, position), constructed);
        break;
      }
    }
    // the tree contains the body of a lambda in its call operator as well
    const inside = node.kind === 'LambdaExpr' ? parts.filter(({ kind }) => kind !== 'CompoundStmt') : parts;
    for (const part of inside) this.visit(part, within);
  }

  private call(node: AstNode, [callee, ...rest]: AstNode[]): void {
    const index = calledFunction(this.scope, node);
    const passed = node.kind === 'CUDAKernelCallExpr' ? rest.slice(1) : rest;
    if (index === null) {
      if (/\(\*|\^\)/.test(callee?.type?.qualType ?? '') && !this.isNamedFunction(callee)) this.pass(passed, calledKey);
      return;
    }
    const isMember =
      node.kind === 'CXXOperatorCallExpr' &&
      passed.length > (this.scope.parameterIds.get(index)?.length ?? passed.length);
    this.pass(isMember ? passed.slice(1) : passed, (position) => parameterKey(index, position), index);
  }

  private isNamedFunction(callee: AstNode | undefined): boolean {
    return callee !== undefined && namesFunction(ignoringParenCasts(callee));
  }

  private pass(passed: readonly AstNode[], key: (position: number) => string, index?: FunctionIndex): void {
    const ids = index === undefined ? [] : (this.scope.parameterIds.get(index) ?? []);
    passed.forEach((argument, position) => {
      const declared = this.scope.others.get(ids[position] ?? '');
      this.keep([{ key: key(position) }], declared?.type ?? argument.type, argument);
    });
  }

  private member(node: AstNode, value: AstNode | undefined): void {
    const { id } = (node.anyInit ?? {}) as { id?: string };
    const field = id === undefined ? undefined : this.scope.others.get(id);
    if (field) this.keep(this.sources.named(field.id), field.type, value);
  }

  private list(node: AstNode, values: readonly AstNode[]): void {
    const info = this.scope.recordOf(node.type);
    values.forEach((value, position) => {
      const field = info?.fields[position];
      if (field) this.keep(this.sources.named(field.id), field.type, value);
    });
  }

  /** Assigns a value to targets of this type: a pointer, an array of pointers, or a reference. */
  private keep(targets: readonly PointerSource[], type: TypeName | undefined, value: AstNode | undefined): void {
    const { isPointer, isReference } = this.scope.types.read(type);
    if (value && (isPointer || isReference))
      this.flow(targets, isReference ? this.sources.place(value) : this.sources.value(value));
  }

  private flow(targets: readonly PointerSource[], sources: readonly PointerSource[]): void {
    for (const target of targets) for (const source of sources) this.scope.builder.recordWalks.flow(target, source);
  }

  private returned(value: AstNode): PointerSource[] {
    return value.valueCategory === 'lvalue' ? this.sources.place(value) : this.sources.value(value);
  }

  /** `p + n`, and the same arithmetic on an integer cast from a pointer. */
  private step(node: AstNode, left: AstNode, right: AstNode): void {
    if (this.scope.types.read(node.type).isPointer) {
      const [base, count] = this.scope.types.read(left.type).isPointer ? [left, right] : [right, left];
      if (this.leadsToElements(base)) this.walk(base, count);
    } else
      for (const [base, count] of [
        [left, right],
        [right, left],
      ] as const)
        if (isAddressAsInteger(base)) this.walk(base, count);
  }

  private walk(base: AstNode, count: AstNode | null): void {
    if (count !== null && (integerConstant(count, this.scope.integers) === 0 || this.followsLayout(count))) return;
    const step = count === null ? 1 : this.stepOf(count);
    for (const source of this.sources.value(base)) this.scope.builder.recordWalks.walk(source, step);
  }

  /** The step in elements, as far as it is constant: 16 in `16 * i`. */
  private stepOf(count: AstNode): number {
    const known = integerConstant(count, this.scope.integers);
    if (known !== null) return Math.abs(known);
    const parts = children(count);
    if (isSameValue(count) && parts[0]) return this.stepOf(parts[0]);
    const isSum = count.kind === 'BinaryOperator' && /^[-+*]$/.test(count.opcode ?? '');
    return isSum ? Math.max(1, ...parts.map((part) => this.stepOf(part))) : 1;
  }

  /** `i * sizeof(struct atom)`, `offsetof(struct atom, kind)`: a step that changes with the record. */
  private followsLayout(count: AstNode): boolean {
    const parts = children(count);
    if (count.kind === 'OffsetOfExpr') return true;
    if (count.kind === 'UnaryExprOrTypeTraitExpr')
      return holdsNumbers(recordSites(this.scope, count.argType ?? parts[0]?.type));
    if (isSameValue(count) || count.kind === 'UnaryOperator')
      return parts[0] !== undefined && this.followsLayout(parts[0]);
    if (count.kind !== 'BinaryOperator') return false;
    const follows = parts.map((part) => this.followsLayout(part));
    return count.opcode === '*' ? follows.some(Boolean) : /^[-+]$/.test(count.opcode ?? '') && follows.every(Boolean);
  }

  /** Whether this is a pointer to something other than a pointer. */
  private leadsToElements(node: AstNode): boolean {
    const { isPointer, pointerLevels } = this.scope.types.read(node.type);
    return isPointer && pointerLevels === 1;
  }
}
