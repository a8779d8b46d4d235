/**
 * Finds the definition of a named byte count: `n * sizeof(double)` for `bytes`. The definition can be repeated at a use of the count if neither
 * the count nor any of its operands ever changes, and all names in it have the same meaning there.
 */
import { Variables } from '../analysis/launches/variables.js';
import { type AstNode, children } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';
import type { SourceEdits } from './source-edits.js';

/** Expressions without side effects whose value depends only on their operands. */
const REPEATABLE: ReadonlySet<string> = new Set([
  'ParenExpr',
  'ImplicitCastExpr',
  'CStyleCastExpr',
  'CXXStaticCastExpr',
  'IntegerLiteral',
  'DeclRefExpr',
  'UnaryExprOrTypeTraitExpr',
]);

export class CountDefinitions {
  /** The function of each local variable, by unit. */
  private owners: ReadonlyMap<UnitScope, ReadonlyMap<string, AstNode>> | null = null;
  private readonly variables = new Map<AstNode, Variables>();

  constructor(private readonly edits: SourceEdits) {}

  of(scope: UnitScope, count: AstNode): AstNode | null {
    const id = namedBy(count);
    const owner = id === null ? undefined : this.ownersIn(scope).get(id);
    if (id === null || !owner) return null;
    const variables = this.variablesOf(owner);
    const named = variables.of(id);
    if (!named?.initial || !named.isOwn || named.writes.length > 0) return null;
    if (variables.tree.nodes.some(({ kind }) => kind === 'LambdaExpr')) return null; // which would have to capture the operands
    const all = [...variables.all];
    const isKept = (node: AstNode): boolean => {
      if (node.kind === 'UnaryExprOrTypeTraitExpr' && node.argType) return true;
      const isProduct = node.kind === 'BinaryOperator' && node.opcode === '*';
      if (!isProduct && !REPEATABLE.has(node.kind)) return false;
      if (node.kind !== 'DeclRefExpr') return children(node).every(isKept);
      const operand = variables.of(node.referencedDecl?.id);
      const isOnlyOne = all.filter(({ declaration }) => declaration.name === node.referencedDecl?.name).length === 1;
      return operand?.isOwn === true && operand.writes.length === 0 && isOnlyOne;
    };
    return isKept(named.initial) ? named.initial : null;
  }

  private variablesOf(owner: AstNode): Variables {
    const known = this.variables.get(owner) ?? new Variables(owner, new Map());
    this.variables.set(owner, known);
    return known;
  }

  private ownersIn(scope: UnitScope): ReadonlyMap<string, AstNode> {
    if (this.owners === null) {
      const found = new Map<UnitScope, Map<string, AstNode>>();
      for (const { scope: unit, node: owner } of this.edits.syntax.functions) {
        const own = found.get(unit) ?? new Map<string, AstNode>();
        found.set(unit, own);
        const visit = (node: AstNode): void => {
          if (node.kind === 'VarDecl') own.set(node.id, owner);
          for (const child of children(node)) visit(child);
        };
        visit(owner);
      }
      this.owners = found;
    }
    return this.owners.get(scope) ?? new Map();
  }
}

function namedBy(count: AstNode): string | null {
  const inner = children(count)[0];
  if (count.kind === 'ImplicitCastExpr' && inner) return namedBy(inner);
  return count.kind === 'DeclRefExpr' ? (count.referencedDecl?.id ?? null) : null;
}
