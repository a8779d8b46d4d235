/**
 * Finds operands whose evaluation order does not matter even beside a call: constants, and values computed from local variables that no other
 * code can reach, since they are only read and assigned by name.
 */
import { isScalarValue } from '../frontend/ast/c-types.js';
import { isParenOrCast } from '../frontend/ast/ignoring.js';
import { isArithmeticLiteral, isAssignment, isVariable } from '../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { changesState } from './evaluation-order.js';

/** Computes from its operands only. */
const isPlain = (node: AstNode): boolean => isArithmeticLiteral(node) || isParenOrCast(node) || isOperator(node);
const isOperator = ofKind('BinaryOperator', 'UnaryOperator', 'ConditionalOperator');
const actsByItself = ofKind(
  'CXXNewExpr',
  'CXXDeleteExpr',
  'StmtExpr',
  'CoyieldExpr',
  'CoawaitExpr',
  'CXXThrowExpr',
  'LambdaExpr',
);
/** Writes memory or follows an address. */
const reaches = (node: AstNode): boolean =>
  isAssignment(node) || (node.kind === 'UnaryOperator' && (node.opcode === '&' || node.opcode === '*'));

export class UnaliasedVariables {
  private readonly known = new Map<UnitScope, ReadonlySet<string>>();

  constructor(private readonly syntax: Pick<ProgramSyntax, 'functions'>) {}

  /** True if one operand has side effects only through calls, and the other cannot see them. */
  areApart(scope: UnitScope, left: AstNode, right: AstNode): boolean {
    const [changing, other] = changesState(scope, left) ? [left, right] : [right, left];
    return changesByCallsAlone(changing) && this.isOutOfReach(scope, other);
  }

  private isOutOfReach(scope: UnitScope, node: AstNode): boolean {
    if (node.kind === 'DeclRefExpr') return this.of(scope).has(node.referencedDecl?.id ?? '');
    if (!isPlain(node) || reaches(node)) return false;
    return children(node).every((child) => this.isOutOfReach(scope, child));
  }

  private of(scope: UnitScope): ReadonlySet<string> {
    const found = this.known.get(scope) ?? this.find(scope);
    this.known.set(scope, found);
    return found;
  }

  private find(scope: UnitScope): ReadonlySet<string> {
    const own = new Set<string>();
    const reached = new Set<string>();
    const visit = (node: AstNode, parent: AstNode | null, isInLambda: boolean): void => {
      if (isVariable(node) && !node.storageClass && !node.tls && isPlainNumber(scope, node)) own.add(node.id);
      if (node.kind === 'DeclRefExpr' && (isInLambda || !isUsedByName(node, parent)))
        reached.add(node.referencedDecl?.id ?? '');
      for (const child of children(node)) visit(child, node, isInLambda || node.kind === 'LambdaExpr');
    };
    for (const { node, scope: own } of this.syntax.functions) if (own === scope) visit(node, null, false);
    for (const id of reached) own.delete(id);
    return own;
  }
}

function isPlainNumber(scope: UnitScope, { type }: AstNode): boolean {
  if (/[&*[]|\bvolatile\b/.test(type?.qualType ?? '&')) return false;
  const facts = scope.types.read(type);
  return facts.shape !== 'reference' && facts.pointerLevels === 0 && (facts.isInteger || isScalarValue(facts));
}

function isUsedByName(node: AstNode, parent: AstNode | null): boolean {
  if (parent?.kind === 'ImplicitCastExpr') return parent.castKind === 'LValueToRValue';
  if (parent?.kind === 'UnaryOperator') return /^(?:\+\+|--)$/.test(parent.opcode ?? '');
  if (parent?.kind === 'CompoundAssignOperator') return true;
  return parent?.kind === 'BinaryOperator' && parent.opcode === '=' && children(parent)[0] === node;
}

/** True if the expression itself assigns nothing. */
function changesByCallsAlone(node: AstNode): boolean {
  return !isAssignment(node) && !actsByItself(node) && children(node).every(changesByCallsAlone);
}
