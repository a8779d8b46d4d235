/** The variables of a function or of a file: the initial value of each, and where else it may be set. */
import { type AstNode, children, initialValue } from '../../frontend/ast/node.js';
import { SyntaxTree } from '../accumulators/syntax-tree.js';
import { settlingAssignments } from './assignments.js';

export interface Variable {
  readonly declaration: AstNode;
  /** Its value wherever it is read, unless one of `writes` sets it. */
  readonly initial: AstNode | undefined;
  /** For a record that is set member by member: the value of each member. */
  readonly members: ReadonlyMap<string, AstNode>;
  /** The declaration or the assignment that sets a value in `initial` or `members`. */
  setterOf(value: AstNode): AstNode;
  /** Every mention of it. */
  readonly uses: readonly AstNode[];
  /** Mentions that may set it: everything but plain reads. */
  readonly writes: readonly AstNode[];
  /** No code outside the function can set it. */
  readonly isOwn: boolean;
}

export class Variables {
  readonly tree: SyntaxTree;
  private readonly known = new Map<string, Variable>();

  constructor(
    root: AstNode,
    /** Declarations outside the function, by id. */
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
    const isLocal = isOwn && !isReference && declaration.kind === 'VarDecl';
    const writes = uses.filter((use) => !this.isRead(use));
    const assigned = isLocal && writes.length > 0 ? settlingAssignments(this.tree, uses, writes) : null;
    const whole = assigned?.find(({ member }) => member === null)?.value;
    const declared = declaration.kind === 'VarDecl' && !isReference ? initialValue(declaration) : undefined;
    return {
      declaration,
      initial: whole ?? declared,
      members: new Map(assigned?.flatMap(({ member, value }) => (member === null ? [] : [[member, value]]))),
      setterOf: (value) => assigned?.find((one) => one.value === value)?.statement ?? declaration,
      uses,
      writes: assigned ? [] : writes,
      isOwn: isOwn && !isReference,
    };
  }

  /** A use that only reads the value: of the variable, of a member, or as a copy of the whole. */
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
