/** Edits in a text shared by several functions, which are possible if all of these functions need the same edits. */

import { rangeKey } from '../frontend/lower/places.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import { isWithin, type Range } from '../program/place.js';
import type { FunctionIndex, SiteIndex } from '../program/program.js';
import { InfeasibleEdit } from './declaration-edits.js';
import type { SourceEdits } from './source-edits.js';

export interface SharedText {
  /** From the first word behind `template <…>` to the end of the template. */
  readonly text: Range;
  readonly functions: readonly FunctionIndex[];
}

/** Every text shared by several functions, including their declarations. */
export function sharedTextsOf({ syntax }: SourceEdits): SharedText[] {
  const { program, scopes } = syntax;
  const found = new Map<string, { text: Range; functions: FunctionIndex[] }>();
  program.functions.forEach(({ sharesText }, index) => {
    if (!sharesText) return;
    for (const text of scopes[0]!.builder.functions[index]!.template.texts) {
      if (text === null) continue;
      const known = found.get(rangeKey(text)) ?? { text, functions: [] };
      found.set(rangeKey(text), { text, functions: [...known.functions, index] });
    }
  });
  return [...found.values(), ...repeatedTextsOf(syntax)];
}

/** Functions of a file that is included more than once. */
function repeatedTextsOf({ program, scopes }: ProgramSyntax): SharedText[] {
  return (scopes[0]?.builder.repeatedTexts ?? []).flatMap((functions) => {
    const { place, body } = program.functions[functions[0]!]!;
    return body === null ? [] : [{ text: { ...body, begin: Math.min(place.range.begin, body.begin) }, functions }];
  });
}

export function adoptSharedEdits(edits: SourceEdits, changed: SiteIndex): void {
  for (const text of edits.syntax.scopes.at(0)?.builder.unchangedTexts ?? [])
    if (edits.edited(text) !== edits.text(text))
      throw new InfeasibleEdit(
        changed,
        `'${edits.text(text)}' would have to be edited, and is included more than once`,
      );
  const { functions } = edits.syntax.program;
  for (const { text, functions: made } of sharedTextsOf(edits)) {
    const [first, ...others] = made.map((index) => edits.edited(text, index));
    if (others.some((other) => other !== first))
      throw new InfeasibleEdit(
        changed,
        `${made.map((index) => `'${functions[index]!.name}'`).join(' and ')} share one source text, which would have to differ between them`,
      );
    const { body } = functions[made[0]!]!;
    if (body !== null && isWithin(body, text)) edits.adopt(made[0]!);
  }
}
