/** The variables of a function, or of a file: what each is set to where it is declared, and where else it may be set. */
import { type AstNode, children, initialValue } from '../../frontend/ast/node.js';
import { SyntaxTree } from '../accumulators/syntax-tree.js';

export interface Variable {
  readonly declaration: AstNode;
  readonly initial: AstNode | undefined;
  /** Every place that names it. */
  readonly uses: readonly AstNode[];
  /** Places that may set it: whatever does more than read it. */
  readonly writes: readonly AstNode[];
  /** Nobody outside of the function can set it. */
  readonly isOwn: boolean;
}

export class Variables {
  readonly tree: SyntaxTree;
  private readonly known = new Map<string, Variable>();

  constructor(
    root: AstNode,
    /** Declarations outside of the function, by id. */
    outside: ReadonlyMap<string, AstNode>,
  ) {
    this.tree = new SyntaxTree(root);
    const uses = new Map<string, AstNode[]>();
    for (const node of this.tree.nodes) {
      const id = node.kind === 'DeclRefExpr' ? node.referencedDecl?.id : undefined;
      if (id === undefined) continue;
      const list = uses.get(id) ?? [];
      list.push(node);
      uses.set(id, list);
    }
    for (const node of this.tree.nodes) {
      if (node.kind !== 'VarDecl' && node.kind !== 'ParmVarDecl') continue;
      this.known.set(node.id, this.variable(node, uses.get(node.id) ?? [], node.storageClass === undefined));
    }
    for (const [id, named] of uses) {
      const declaration = outside.get(id);
      if (!declaration || this.known.has(id)) continue;
      const isConstant = /\bconst\b/.test(declaration.type?.qualType ?? '') || declaration.constexpr === true;
      this.known.set(id, this.variable(declaration, named, isConstant));
    }
  }

  of(id: string | undefined): Variable | null {
    return (id !== undefined && this.known.get(id)) || null;
  }

  get all(): Iterable<Variable> {
    return this.known.values();
  }

  private variable(declaration: AstNode, uses: readonly AstNode[], isOwn: boolean): Variable {
    const isReference = /&/.test(declaration.type?.qualType ?? '');
    return {
      declaration,
      initial: declaration.kind === 'VarDecl' && !isReference ? initialValue(declaration) : undefined,
      uses,
      writes: uses.filter((use) => !this.isRead(use)),
      isOwn: isOwn && !isReference,
    };
  }

  /** Its value is taken: of itself, of a member, or as a copy of the whole. */
  private isRead(use: AstNode): boolean {
    let node = use;
    for (let above = this.tree.parent(node); above; node = above, above = this.tree.parent(node)) {
      if (above.kind === 'ParenExpr' || (above.kind === 'MemberExpr' && above.isArrow !== true)) continue;
      if (above.kind === 'ImplicitCastExpr') {
        if (above.castKind === 'LValueToRValue') return true;
        if (above.castKind === 'NoOp' && /\bconst\b/.test(above.type?.qualType ?? '')) continue;
        return false;
      }
      if (above.kind === 'CXXConstructExpr') return children(above).length === 1;
      return above.kind === 'UnaryExprOrTypeTraitExpr';
    }
    return false;
  }
}
