/** Ids of template patterns: the uninstantiated text of templates, which is in the tree beside the instantiations. */
import { isFileLevel, isFunctionDeclaration } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';

export function templatePatterns(root: AstNode): ReadonlySet<string> {
  const patterns = new Set<string>();
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    const pattern = patternOf(node);
    if (pattern) patterns.add(pattern.id);
    pending.push(...children(node));
  }
  addMembersDefinedOutside(root, patterns);
  return patterns;
}

function patternOf(node: AstNode): AstNode | undefined {
  if (node.kind === 'FunctionTemplateDecl') return children(node).find((child) => isFunctionDeclaration(child));
  if (node.kind === 'ClassTemplateDecl') return children(node).find(({ kind }) => kind === 'CXXRecordDecl');
  if (node.kind === 'ClassTemplatePartialSpecializationDecl') return node;
  // the text of a generic lambda; the instantiations of its call operator are in its record
  const [record] = node.kind === 'LambdaExpr' ? children(node) : [];
  if (record && children(record).some(({ kind }) => kind === 'FunctionTemplateDecl'))
    return children(node).find(({ kind }) => kind === 'CompoundStmt');
  return undefined;
}

/** `template <class T> size_t Box<T>::bytes() { … }` */
function addMembersDefinedOutside(root: AstNode, patterns: Set<string>): void {
  const pending = [root];
  while (pending.length > 0) {
    const node = pending.pop()!;
    if (isFunctionDeclaration(node) && patterns.has(String(node.parentDeclContextId ?? ''))) patterns.add(node.id);
    if (isFileLevel(node)) pending.push(...children(node));
  }
}
