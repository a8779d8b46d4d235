/**
 * Resolves the value of a variable from its assignments: `size = 64;`, or a `dim3` member by member. Each assignment must be a statement of a
 * compound statement `{ … }` that contains every read, and precede them, so that every read sees the assigned value.
 */
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { SyntaxTree } from '../accumulators/syntax-tree.js';

export interface Assignment {
  /** Null if the whole variable is assigned. */
  readonly member: string | null;
  readonly statement: AstNode;
  readonly value: AstNode;
}

/** The assignments that are the only writes to a variable; null if something else writes it, or a read may precede one of them. */
export function settlingAssignments(
  tree: SyntaxTree,
  uses: readonly AstNode[],
  writes: readonly AstNode[],
): Assignment[] | null {
  const found = writes.map((write) => assignmentTo(tree, write));
  const known = found.filter((one) => one !== null);
  const members = known.map(({ member }) => member);
  if (known.length < found.length || new Set(members).size < members.length) return null;
  if (members.includes(null) && members.length > 1) return null;
  const reads = uses.filter((use) => !writes.includes(use));
  return known.every(({ statement }) => reads.every((read) => comesBefore(tree, statement, read))) ? known : null;
}

function assignmentTo(tree: SyntaxTree, write: AstNode): Assignment | null {
  const above = tree.parent(write);
  const isMember = above?.kind === 'MemberExpr' && above.isArrow !== true;
  const target = isMember ? above : write;
  const statement = tree.parent(target);
  if (!statement) return null;
  const [first, second, third] = children(statement);
  const isPlain = statement.kind === 'BinaryOperator' && statement.opcode === '=' && first === target;
  // dim3 is a record: assigning the whole calls its operator=
  const isOperator = statement.kind === 'CXXOperatorCallExpr' && second === target && tree.isStatement(statement);
  const value = isPlain ? second : isOperator ? third : undefined;
  return value ? { member: isMember ? (above.name ?? '') : null, statement, value } : null;
}

function comesBefore(tree: SyntaxTree, statement: AstNode, read: AstNode): boolean {
  const outer = tree.parent(statement)?.kind === 'ExprWithCleanups' ? tree.parent(statement)! : statement;
  const block = tree.parent(outer);
  if (block?.kind !== 'CompoundStmt' || !tree.isWithin(read, block)) return false;
  // a jump to a label in the block may skip the assignment
  const statements = children(block);
  const isLabelled = statements.some(
    ({ kind }) => kind === 'LabelStmt' || kind === 'CaseStmt' || kind === 'DefaultStmt',
  );
  const at = statements.indexOf(outer);
  return !isLabelled && statements.findIndex((one) => tree.isWithin(read, one)) > at;
}
