/**
 * Removes the code that the compiler adds to coroutines: a body becomes its statements, `co_yield x` and `co_await x` become the calls that produce
 * their value, `co_return x` the call that consumes it. clang prints the operand once for each of these calls.
 */
import { type AstNode, children } from './node.js';

/** Modifies the tree. */
export function simplifyCoroutines(node: AstNode): void {
  const inner = children(node);
  const simplified = inner.map((child) => (child.kind === 'CoroutineBodyStmt' ? (children(child)[0] ?? child) : child));
  switch (node.kind) {
    case 'CoyieldExpr':
    case 'CoawaitExpr': {
      // the operand, the awaiter, and the calls of await_ready, await_suspend and await_resume
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
      if (simplified.some((child, at) => child !== inner[at])) setChildren(node, simplified);
  }
  for (const child of children(node)) simplifyCoroutines(child);
}

/** The awaited expression is evaluated only once. */
function forgetOperand(node: AstNode): void {
  if (node.kind === 'OpaqueValueExpr') setChildren(node, []);
  else for (const child of children(node)) forgetOperand(child);
}

function setChildren(node: AstNode, inner: readonly AstNode[]): void {
  (node as { inner?: readonly AstNode[] }).inner = inner;
}
