/** A function's syntax tree with links to parents. */
import { isLoop } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';

export class SyntaxTree {
  readonly nodes: AstNode[] = [];
  private readonly parents = new Map<AstNode, AstNode>();

  constructor(root: AstNode) {
    this.add(root);
  }

  private add(node: AstNode): void {
    this.nodes.push(node);
    for (const child of children(node)) {
      this.parents.set(child, node);
      this.add(child);
    }
  }

  parent(node: AstNode): AstNode | null {
    return this.parents.get(node) ?? null;
  }

  /** From the innermost outwards. */
  ancestors(node: AstNode): AstNode[] {
    const found: AstNode[] = [];
    for (let at = this.parent(node); at; at = this.parent(at)) found.push(at);
    return found;
  }

  isWithin(node: AstNode, around: AstNode): boolean {
    return node === around || this.ancestors(node).includes(around);
  }

  /** The nearest ancestor that is more than parentheses or a cast around the same value. */
  user(node: AstNode): AstNode | null {
    const above = this.ancestors(node).find(({ kind }) => kind !== 'ParenExpr' && kind !== 'ExprWithCleanups');
    return above ?? null;
  }

  /** An expression statement whose value is unused: in a block, or as the whole body of a loop or a branch. */
  isStatement(node: AstNode): boolean {
    const parent = this.parent(node);
    if (!parent) return false;
    if (parent.kind === 'ExprWithCleanups') return this.isStatement(parent);
    const slots = parent.inner ?? [];
    const at = slots.indexOf(node);
    switch (parent.kind) {
      case 'CompoundStmt':
        return true;
      case 'ForStmt':
      case 'CXXForRangeStmt':
        return at === slots.length - 1;
      case 'WhileStmt':
        return at > 0 && at === slots.length - 1;
      case 'CaseStmt':
        return at > 0 && at === slots.length - 1;
      case 'DoStmt':
      case 'DefaultStmt':
        return at === 0;
      case 'IfStmt':
        return at > 0 && parent.hasInit !== true && parent.hasVar !== true;
      default:
        return false;
    }
  }

  /** The loops around a node, outermost first. */
  loopsAround(node: AstNode): AstNode[] {
    return this.ancestors(node)
      .filter((above) => isLoop(above))
      .reverse();
  }
}
