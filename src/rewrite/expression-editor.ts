/**
 * The walk through a function's body shared by all editors of expressions: each node is passed to the editor of its kind, outer nodes first,
 * then its parts are visited.
 */

import { isScalarValue } from '../frontend/ast/c-types.js';
import { calleeOf } from '../frontend/ast/callee.js';
import { type AstNode, children, initialValue, isPresent, ofKind } from '../frontend/ast/node.js';
import { calledConstructor, calledFunction } from '../frontend/lower/calls/called-function.js';
import { isDeducedTemporary } from '../frontend/lower/expressions/deduced-containers.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import { becomesLongDouble, withoutTemporary } from './implicit-conversions.js';
import { type LibraryCall, libraryCallAt } from './library-calls.js';
import { type Operator, operatorAt } from './operators.js';
import { siteOf } from './site-of.js';
import { StoredValues } from './stored-values.js';

export abstract class ExpressionEditor extends StoredValues {
  protected abstract readonly operators: { write(scope: UnitScope, operator: Operator): unknown };
  protected abstract assignment(scope: UnitScope, node: AstNode, target: AstNode, value: AstNode): void;
  protected abstract conditional(scope: UnitScope, node: AstNode): void;
  /** A call of a function of the program; its arguments are passed afterwards. */
  protected ownCall(_scope: UnitScope, _node: AstNode, _own: FunctionIndex): void {}
  protected abstract libraryCall(scope: UnitScope, node: AstNode, call: LibraryCall, args: readonly AstNode[]): void;
  protected abstract readonly casts: { write(scope: UnitScope, node: AstNode): void };
  protected read(_scope: UnitScope, _node: AstNode, _place: AstNode): void {}

  /** The variable of a range-for. `sources`: the range, its start, and the variable's initialiser, as far as the tree has them. */
  protected rangeVariable(_scope: UnitScope, _variable: AstNode | undefined, _sources: readonly AstNode[]): void {}

  /** A declaration with an initialiser; the walk continues into the initialiser. */
  protected variable(scope: UnitScope, node: AstNode, value: AstNode, returns: SiteIndex | null): void {
    this.initialised(scope, node.id, value, returns);
  }

  protected returned(scope: UnitScope, site: SiteIndex, value: AstNode): void {
    this.pass(scope, site, value);
  }

  override function(scope: UnitScope, index: FunctionIndex, node: AstNode): void {
    if (this.unchangedFunctions.has(index)) return;
    const { returnSite } = this.edits.syntax.program.functions[index]!;
    this.edits.inLayerOf(index, () => {
      for (const child of children(node)) {
        const isParameter = child.kind === 'ParmVarDecl';
        const value = isParameter ? initialValue(child) : children(child)[0];
        if (!isParameter && child.kind !== 'CXXCtorInitializer') this.visit(scope, child, returnSite);
        else if (value && value.kind !== 'CXXDefaultInitExpr')
          this.initialised(scope, child.anyInit?.id ?? child.id, value);
      }
    });
  }

  /** `std::any a = x * 7`: it holds the type of the value, and is read by naming that type. */
  private keepForAny(scope: UnitScope, holder: AstNode | undefined, values: readonly AstNode[]): void {
    const type = holder?.type?.desugaredQualType ?? holder?.type?.qualType ?? '';
    if (!/^(?:const )?std::(?:__1::)?(?:any\b|variant<)/.test(type)) return;
    for (const given of values) this.keepFormats(scope, withoutTemporary(given));
  }

  /** `f(std::array{x, y})`: its elements determine its type. */
  private deducedTemporary(scope: UnitScope, node: AstNode): void {
    if (isDeducedTemporary(this.edits.syntax.places, node)) this.keepFormats(scope, node);
  }

  /** The value stored by `target = value`. */
  protected assign(scope: UnitScope, target: AstNode, value: AstNode): void {
    const facts = scope.types.read(target.type);
    if (isScalarValue(facts) || facts.shape === 'vector') this.store(scope, siteOf(scope, target), value, false);
  }

  protected construction(scope: UnitScope, node: AstNode, own: FunctionIndex | null): void {
    if (own !== null) this.passAll(scope, node, own, children(node));
  }

  private call(scope: UnitScope, node: AstNode): void {
    const own = calledFunction(scope, node);
    const args = children(node).slice(node.kind === 'CUDAKernelCallExpr' ? 2 : 1);
    if (own === null) {
      const isTemplate =
        node.kind === 'CallExpr' && calleeOf(node)?.foundReferencedDecl?.kind === 'FunctionTemplateDecl';
      for (const argument of isTemplate ? args : []) this.keepListed(scope, argument);
      const call = libraryCallAt(scope, node, args);
      if (call.kind === 'type-generic') this.keepGeneric(scope, args);
      else this.libraryCall(scope, node, call, args);
      return;
    }
    this.ownCall(scope, node, own);
    this.passAll(scope, node, own, args);
    // `report("%g", x)`: the parameter has no type
    const isVariadic = /\.\.\.\)/.test(children(node)[0]?.type?.qualType ?? '');
    const { parameters } = this.edits.syntax.program.functions[own]!;
    for (const argument of isVariadic ? args.slice(parameters.length) : [])
      this.numbers.give(scope, argument, 'unnamed argument');
  }

  private implicitCast(scope: UnitScope, node: AstNode, value: AstNode): void {
    if (node.castKind === 'LValueToRValue') this.read(scope, node, value);
    if (becomesLongDouble(scope, node)) this.numbers.give(scope, value, 'long double');
    if (node.castKind === 'FloatingToIntegral' || node.castKind === 'FloatingToBoolean')
      this.numbers.giveInteger(scope, value, node.type?.qualType ?? 'int');
  }

  protected override visit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    if (isElsewhere(node)) return;
    if (node.kind === 'LambdaExpr') return this.lambda(scope, node);
    if (node.kind === 'CXXForRangeStmt') return this.rangeFor(scope, node, returns);
    if (node.kind === 'VarDecl' || node.kind === 'DecompositionDecl') {
      const value = initialValue(node);
      if (value && node.init !== undefined && !node.isImplicit) this.variable(scope, node, value, returns);
      return;
    }
    this.edit(scope, node, returns);
    const parts = children(node);
    // the selector of a generic selection is not executed, and the copy of an array element has no text of its own
    const visited =
      node.kind === 'GenericSelectionExpr'
        ? parts.slice(1)
        : node.kind === 'ArrayInitLoopExpr'
          ? parts.slice(0, 1)
          : parts;
    for (const child of visited) this.visit(scope, child, returns);
  }

  /** Visits the range and the body; the other parts have no text of their own. */
  private rangeFor(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    const [before, range, begin, , , , declaration, body] = node.inner ?? [];
    if (before?.kind) this.visit(scope, before, returns);
    const [whole] = range ? children(range) : [];
    const list = whole && initialValue(whole);
    if (list) this.keepListed(scope, list);
    if (list) this.visit(scope, list, returns);
    const variable = declaration && children(declaration)[0];
    const given = [whole, begin && children(begin)[0], variable].map((one) => one && initialValue(one));
    this.rangeVariable(scope, variable, given.filter(isPresent));
    if (body) this.visit(scope, body, returns);
  }

  /** Edits the expression itself; its parts follow. */
  private edit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    const [first, second, ...others] = children(node);
    switch (node.kind) {
      case 'ReturnStmt':
        if (first && returns !== null) this.returned(scope, returns, first);
        return;
      case 'CXXThrowExpr':
        if (first) this.numbers.give(scope, first, 'as declared'); // the handler is chosen by its type
        return;
      case 'BinaryOperator':
      case 'CompoundAssignOperator':
      case 'UnaryOperator': {
        const operator = operatorAt(scope, node);
        if (operator) this.operators.write(scope, operator);
        else if (node.opcode === '=' && first && second) this.assignment(scope, node, first, second);
        return;
      }
      case 'ConditionalOperator':
        return this.conditional(scope, node);
      case 'CallExpr':
      case 'CXXMemberCallExpr':
      case 'CXXOperatorCallExpr':
      case 'CUDAKernelCallExpr':
        if (scope.boundCalls.has(node.id)) return; // its arguments are its results
        if (node.kind === 'CXXOperatorCallExpr') this.keepForAny(scope, second, others);
        this.call(scope, node);
        return this.namelessMaker(scope, node);
      case 'CompoundLiteralExpr':
      case 'CXXNewExpr':
        return this.compoundLiteral(scope, node);
      case 'InitListExpr':
        return this.bracedRecord(scope, node);
      case 'CXXConstructExpr':
      case 'CXXTemporaryObjectExpr':
        this.keepForAny(scope, node, children(node));
        this.deducedTemporary(scope, node);
        return this.construction(scope, node, calledConstructor(scope, node));
      case 'CStyleCastExpr':
      case 'CXXStaticCastExpr':
      case 'CXXFunctionalCastExpr':
        this.deducedTemporary(scope, node);
        return this.casts.write(scope, node);
      case 'ImplicitCastExpr':
        if (first) this.implicitCast(scope, node, first);
    }
  }
}

/** Not executed, or not in this function. */
const isElsewhere = ofKind(
  ...(['CXXDefaultArgExpr', 'CXXDefaultInitExpr', 'UnaryExprOrTypeTraitExpr', 'CXXRecordDecl'] as const),
  ...(['RecordDecl', 'TypeOfExprType', 'DecltypeType'] as const),
);
