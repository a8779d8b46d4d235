/**
 * `typeof (x)`, `decltype(x)`: types given by an expression. clang prints the actual type if the specifier is the whole type of something, but not
 * for `typeof (x)[3]`.
 */
import { isTypeAlias } from './kinds.js';
import type { AstNode } from './node.js';

export const SAYS_TYPE = /\b(?:typeof(?:_unqual)?|__typeof(?:__)?|decltype)\s*(?=\()/;

/** The first such specifier in the text, with its parentheses; null if there is none. */
export function findTypeOfExpression(text: string): { begin: number; end: number } | null {
  const word = SAYS_TYPE.exec(text);
  if (!word) return null;
  let depth = 0;
  for (let at = word.index + word[0].length; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return { begin: word.index, end: at + 1 };
  }
  return null;
}

export class TypesOfExpressions {
  /** Null for a specifier with different meanings in several places. */
  private readonly meanings = new Map<string, string | null>();
  /** `using number = decltype(x);` */
  readonly aliases: AstNode[] = [];

  learn(root: AstNode): void {
    const pending = [root];
    while (pending.length > 0) {
      const node = pending.pop()!;
      const { type, inner } = node;
      if (isTypeAlias(node) && SAYS_TYPE.test(node.type?.qualType ?? '')) this.aliases.push(node);
      if (type?.desugaredQualType && SAYS_TYPE.test(type.qualType)) this.add(type.qualType, type.desugaredQualType);
      for (const child of inner ?? []) if (child) pending.push(child);
    }
  }

  private add(spelling: string, meaning: string): void {
    const bare = spelling.replace(QUALIFIERS, '');
    const found = findTypeOfExpression(bare);
    if (found?.begin !== 0 || found.end !== bare.length) return;
    const known = this.meanings.get(bare);
    const unqualified = meaning.replace(QUALIFIERS, '');
    this.meanings.set(bare, known === undefined || known === unqualified ? unqualified : null);
  }

  /** The text with such specifiers replaced by their types, where known. */
  expand(text: string): string {
    const found = findTypeOfExpression(text);
    if (!found) return text;
    const spelling = text.slice(found.begin, found.end);
    return text.slice(0, found.begin) + (this.meanings.get(spelling) ?? spelling) + this.expand(text.slice(found.end));
  }
}
const QUALIFIERS = /^(?:(?:const|volatile)\s+)+/;
