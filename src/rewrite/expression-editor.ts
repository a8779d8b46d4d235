/**
 * The walk through a function's body that all who edit expressions make: each kind of node is handed to its editor, outer ones first, and
 * then its parts are visited.
 */
import { type AstNode, children, initialValue } from '../frontend/ast/node.js';
import { isDeducedTemporary } from '../frontend/lower/expressions/types-of-values.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import { withoutTemporary } from './source-edits.js';
import { StoredValues } from './stored-values.js';

export abstract class ExpressionEditor extends StoredValues {
  /** A declaration, with the initialiser it may have: the walk leaves it to this. */
  protected abstract variable(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void;
  protected abstract returned(scope: UnitScope, site: SiteIndex, value: AstNode): void;
  protected abstract binary(scope: UnitScope, node: AstNode): void;
  protected abstract compound(scope: UnitScope, node: AstNode): void;
  protected abstract unary(scope: UnitScope, node: AstNode): void;
  protected abstract conditional(scope: UnitScope, node: AstNode): void;
  protected abstract call(scope: UnitScope, node: AstNode): void;
  protected abstract construction(scope: UnitScope, node: AstNode): void;
  protected abstract writtenCast(scope: UnitScope, node: AstNode): void;
  protected abstract implicitCast(scope: UnitScope, node: AstNode): void;

  /** The variable of a range-for, which has no initialiser of its own in the text. */
  /** `sources` are what is iterated over, where it begins, and what the variable is given, as far as the tree says. */
  protected rangeVariable(_scope: UnitScope, _variable: AstNode | undefined, _sources: readonly AstNode[]): void {}

  override function(scope: UnitScope, index: FunctionIndex, node: AstNode): void {
    if (this.leftAsWritten.has(index)) return;
    const { returnSite } = this.edits.syntax.program.functions[index]!;
    this.edits.inLayerOf(index, () => {
      for (const child of children(node)) {
        if (child.kind === 'ParmVarDecl') this.parameter(scope, child);
        else if (child.kind === 'CXXCtorInitializer') this.memberInitialiser(scope, child);
        else this.visit(scope, child, returnSite);
      }
    });
  }

  /** `std::any a = x * 7`: what it holds has the type of the value, and is found again by that. */
  private keepForAny(scope: UnitScope, holder: AstNode | undefined, values: readonly AstNode[]): void {
    const type = holder?.type?.desugaredQualType ?? holder?.type?.qualType ?? '';
    if (!/^(?:const )?std::(?:__1::)?(?:any\b|variant<)/.test(type)) return;
    for (const given of values) this.keepFormats(scope, withoutTemporary(given));
  }

  /** `for (double e : {x, y})`: a list that nobody gives a type. */
  private rangeOf(scope: UnitScope, range: AstNode, returns: SiteIndex | null): void {
    if (/^(?:const )?std::(?:__1::)?initializer_list</.test(range.type?.qualType ?? '')) this.keepFormats(scope, range);
    this.visit(scope, range, returns);
  }

  /** `f(std::array{x, y})`: what it is made of says its type. */
  private deducedTemporary(scope: UnitScope, node: AstNode): void {
    if (isDeducedTemporary(this.edits.syntax.places, node)) this.keepFormats(scope, node);
  }

  protected override visit(scope: UnitScope, node: AstNode, returns: SiteIndex | null): void {
    switch (node.kind) {
      case 'CXXDefaultArgExpr':
      case 'CXXDefaultInitExpr':
      case 'UnaryExprOrTypeTraitExpr':
      case 'CXXRecordDecl':
      case 'RecordDecl':
      case 'TypeOfExprType':
      case 'DecltypeType':
        return; // elsewhere, or not executed
      case 'ArrayInitLoopExpr': {
        const [array] = children(node);
        if (array) this.visit(scope, array, returns);
        return; // the copy of an element has no text of its own
      }
      case 'GenericSelectionExpr':
        for (const child of children(node).slice(1)) this.visit(scope, child, returns);
        return; // what it goes by is not executed
      case 'LambdaExpr':
        return this.lambda(scope, node);
      case 'CXXForRangeStmt': {
        const [before, range, begin, , , , declaration, body] = node.inner ?? [];
        if (before?.kind) this.visit(scope, before, returns);
        const [whole] = range ? children(range) : [];
        const list = whole && initialValue(whole);
        if (list) this.rangeOf(scope, list, returns);
        const variable = declaration && children(declaration)[0];
        const given = [whole, begin && children(begin)[0], variable].map((one) => one && initialValue(one));
        this.rangeVariable(
          scope,
          variable,
          given.filter((value) => value !== undefined),
        );
        if (body) this.visit(scope, body, returns);
        return; // the rest of it has no text of its own
      }
      case 'VarDecl':
      case 'DecompositionDecl':
        return this.variable(scope, node, returns);
      case 'ReturnStmt': {
        const value = children(node)[0];
        if (value && returns !== null) this.returned(scope, returns, value);
        break;
      }
      case 'CXXThrowExpr': {
        const value = children(node)[0];
        if (value) this.keepFormat(scope, value); // a handler is found by it
        break;
      }
      case 'BinaryOperator':
        this.binary(scope, node);
        break;
      case 'CompoundAssignOperator':
        this.compound(scope, node);
        break;
      case 'UnaryOperator':
        this.unary(scope, node);
        break;
      case 'ConditionalOperator':
        this.conditional(scope, node);
        break;
      case 'CallExpr':
      case 'CXXMemberCallExpr':
      case 'CXXOperatorCallExpr':
      case 'CUDAKernelCallExpr':
        if (scope.boundCalls.has(node.id)) break; // its arguments are what it returns
        if (node.kind === 'CXXOperatorCallExpr') this.keepForAny(scope, children(node)[1], children(node).slice(2));
        this.keepListed(scope, node);
        this.call(scope, node);
        this.namelessMaker(scope, node);
        break;
      case 'CompoundLiteralExpr':
      case 'CXXNewExpr':
        this.compoundLiteral(scope, node);
        break;
      case 'InitListExpr':
        this.bracedRecord(scope, node);
        break;
      case 'CXXConstructExpr':
      case 'CXXTemporaryObjectExpr':
        this.keepForAny(scope, node, children(node));
        this.deducedTemporary(scope, node);
        this.construction(scope, node);
        break;
      case 'CStyleCastExpr':
      case 'CXXStaticCastExpr':
      case 'CXXFunctionalCastExpr':
        this.deducedTemporary(scope, node);
        this.writtenCast(scope, node);
        break;
      case 'ImplicitCastExpr':
        this.implicitCast(scope, node);
        break;
    }
    for (const child of children(node)) this.visit(scope, child, returns);
  }
}
