/**
 * Coroutines without what the compiler adds to them: a body is its statements, `co_yield x` and `co_await x` are the calls that give them
 * their value, and `co_return x` is the call that takes it. clang prints their operand once for each of these calls.
 */
import { type AstNode, children } from './node.js';

/** Changes the tree. */
export function simplifyCoroutines(node: AstNode): void {
  const inner = children(node);
  const kept = inner.map((child) => (child.kind === 'CoroutineBodyStmt' ? (children(child)[0] ?? child) : child));
  switch (node.kind) {
    case 'CoyieldExpr':
    case 'CoawaitExpr': {
      // the operand, what is awaited, whether it is ready, what suspends, and what it resumes with
      const [ready, suspend, resume] = inner.slice(-3);
      if (inner.length < 4 || !ready || !suspend || !resume) break;
      for (const call of [ready, suspend]) forgetOperand(call);
      setChildren(node, [ready, suspend, resume]);
      break;
    }
    case 'CoreturnStmt':
      setChildren(node, inner.slice(-1));
      break;
    default:
      if (kept.some((child, at) => child !== inner[at])) setChildren(node, kept);
  }
  for (const child of children(node)) simplifyCoroutines(child);
}

/** What is awaited is evaluated once. */
function forgetOperand(node: AstNode): void {
  if (node.kind === 'OpaqueValueExpr') setChildren(node, []);
  else for (const child of children(node)) forgetOperand(child);
}

function setChildren(node: AstNode, inner: readonly AstNode[]): void {
  (node as { inner?: readonly AstNode[] }).inner = inner;
}
