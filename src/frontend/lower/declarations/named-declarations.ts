import { type AstNode, children } from '../../ast/node.js';

/** The ids of all declarations that a subtree names: variables, fields, functions, members initialised by a constructor. */
export function namedIn(node: AstNode): string[] {
  const initialised = (node.anyInit as { id?: string } | undefined)?.id;
  const own = [node.referencedDecl?.id, node.referencedMemberDecl, initialised].filter((id) => id !== undefined);
  return [...own, ...children(node).flatMap(namedIn)];
}
