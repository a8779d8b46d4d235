/**
 * Classes declared in functions. clang prints their types by the class name alone. If a unit has several with one name (`struct Range` in two
 * functions), each gets the name of its function in the types of that function.
 */
import { isRecordDeclaration } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';

/** Names shared by several records of a unit. */
export function repeatedRecordNames(root: AstNode): Set<string> {
  const known = new Set<string>();
  const repeated = new Set<string>();
  const visit = (node: AstNode): void => {
    if (isRecordDeclaration(node) && node.name && node.completeDefinition && !node.isImplicit) {
      if (known.has(node.name)) repeated.add(node.name);
      known.add(node.name);
    }
    for (const child of children(node)) visit(child);
  };
  visit(root);
  return repeated;
}

/** Replaces the record's name by its full name in all types inside a function. */
export function nameAfterFunction(owner: AstNode, record: string, qualifiers: readonly string[]): void {
  const word = new RegExp(`(?<![\\w:])${record}(?!\\w)`, 'g');
  const full = [...qualifiers, record].join('::');
  const visit = (value: object): void => {
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string') {
        if (key === 'qualType' || key === 'desugaredQualType')
          (value as Record<string, string>)[key] = inner.replace(word, full);
      } else if (inner !== null && typeof inner === 'object') visit(inner);
    }
  };
  visit(owner);
}
