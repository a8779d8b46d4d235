/**
 * Classes declared in functions. clang's tree names their types by the class alone: where a unit has several of one name (`struct
 * Range` in one function and in another), each is named after its function, in the types of that function.
 */
import { isRecordDeclaration } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';

/** Names that several records of a unit have. */
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

/** Gives the types of everything in a function the record's full name. */
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
