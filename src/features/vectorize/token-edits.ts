import { type Span, Tokens } from '../../support/tokens.js';

export interface Edit extends Span {
  readonly text: string;
}

/** A span of a text after non-overlapping edits. */
export function edited(text: string, { begin, end }: Span, edits: readonly Edit[]): string {
  let [changed, last] = ['', begin];
  for (const edit of edits.toSorted((a, b) => a.begin - b.begin)) {
    changed += text.slice(last, edit.begin) + edit.text;
    last = edit.end;
  }
  return changed + text.slice(last, end);
}

/** Replaces words. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const edits = new Tokens(text).list.flatMap(({ kind, text: name, begin, end }) => {
    const other = kind === 'name' ? names.get(name) : undefined;
    return other === undefined ? [] : [{ begin, end, text: other }];
  });
  return edited(text, { begin: 0, end: text.length }, edits);
}
