import { type AstNode, children } from '../../ast/node.js';

/** The ids of all that a text names: variables, fields, functions, members that a constructor initialises. */
export function namedIn(node: AstNode): string[] {
  const initialised = (node.anyInit as { id?: string } | undefined)?.id;
  const own = [node.referencedDecl?.id, node.referencedMemberDecl, initialised].filter((id) => id !== undefined);
  return [...own, ...children(node).flatMap(namedIn)];
}
