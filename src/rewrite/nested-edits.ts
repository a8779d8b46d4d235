import { mergeIntoOneToken, SeparatedText } from '../support/token-separation.js';

/**
 * Edits that may nest: `a*b + c` becomes `add(mul(a, b), c)` by one edit per operation, each of which places the (edited) text of its parts.
 * Text outside edits is unchanged, except for a space where an edit would join the adjacent word: `return(x)`.
 */
export interface NestedEdit {
  readonly begin: number;
  readonly end: number;
  /** The new text; `inner(begin, end)` gives a part of the old text with the edits inside it applied. */
  readonly render: (inner: (begin: number, end: number) => string) => string;
  /** True for an edit that an enclosing one may leave out with the text around it. */
  readonly optional?: boolean;
}

interface Node {
  readonly edit: NestedEdit;
  readonly children: Node[];
}

/** Applies the edits; of two with the same range, the first is the outer one. Edits that overlap without nesting are an error. */
export function applyNestedEdits(text: string, edits: readonly NestedEdit[]): string {
  const rendered = new Set<NestedEdit>();
  const result = renderBetween(text, nest(edits), 0, text.length, rendered);
  requireAll(text, edits, rendered);
  return result;
}

/** A range and its replacement. */
export interface Replacement {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
}

/** The edits that no other edit contains, with nested edits applied. */
export function outermostEdits(text: string, edits: readonly NestedEdit[]): Replacement[] {
  const rendered = new Set<NestedEdit>();
  const outermost = nest(edits).map(({ edit, children }) => {
    rendered.add(edit);
    const { begin, end } = edit;
    return { begin, end, text: edit.render((from, to) => renderBetween(text, children, from, to, rendered)) };
  });
  requireAll(text, edits, rendered);
  return outermost;
}

function nest(edits: readonly NestedEdit[]): Node[] {
  const ordered = edits
    .map((edit, order) => ({ edit, order }))
    .sort(
      (a, b) =>
        a.edit.begin - b.edit.begin || insertionFirst(a.edit, b.edit) || b.edit.end - a.edit.end || a.order - b.order,
    );
  const roots: Node[] = [];
  const open: Node[] = [];
  for (const { edit } of ordered) {
    while (open.length > 0 && open.at(-1)!.edit.end <= edit.begin) open.pop();
    const parent = open.at(-1);
    if (parent && edit.end > parent.edit.end)
      throw new RangeError(`edits overlap: ${parent.edit.begin}–${parent.edit.end} and ${edit.begin}–${edit.end}`);
    const node: Node = { edit, children: [] };
    (parent?.children ?? roots).push(node);
    open.push(node);
  }
  return roots;
}

function requireAll(text: string, edits: readonly NestedEdit[], rendered: ReadonlySet<NestedEdit>): void {
  const lost = edits.find((edit) => !edit.optional && !rendered.has(edit));
  if (lost) throw new RangeError(`an edit was lost: '${text.slice(lost.begin, lost.end)}' at ${lost.begin}`);
}

/** An insertion at a place precedes an edit that begins there. */
function insertionFirst(a: NestedEdit, b: NestedEdit): number {
  return Number(a.end !== a.begin) - Number(b.end !== b.begin);
}

function renderBetween(
  text: string,
  nodes: readonly Node[],
  begin: number,
  end: number,
  rendered: Set<NestedEdit>,
): string {
  const output = new SeparatedText();
  // inside a word (a conversion in a format string) no space is inserted
  const append = (part: string, offset: number): void =>
    output.append(part, mergeIntoOneToken(text[offset - 1], text[offset]));
  let at = begin;
  for (const { edit, children } of nodes) {
    if (edit.begin < begin || edit.end > end) continue;
    rendered.add(edit);
    append(text.slice(at, edit.begin), at);
    append(
      edit.render((from, to) => renderBetween(text, children, from, to, rendered)),
      edit.begin,
    );
    at = edit.end;
  }
  append(text.slice(at, end), at);
  return output.toString();
}
