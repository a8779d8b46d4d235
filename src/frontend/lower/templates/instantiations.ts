/** Functions instantiated from one template with several number types. */
import type { FunctionIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';

/** The functions that share a text with others, by text. */
export function instantiationsOfOneText(builder: ProgramBuilder): readonly (readonly FunctionIndex[])[] {
  const byText = new Map<string, FunctionIndex[]>();
  builder.functions.forEach(({ templateParameters, place, body }, index) => {
    if (templateParameters.length === 0 || body === null) return;
    const key = placeKey(place);
    byText.set(key, [...(byText.get(key) ?? []), index]);
  });
  return [...byText.values()].filter((variants) => variants.length > 1);
}

/** Whether a function only passes its arguments on, so that its unchanged text is right in any format. */
export function isGenericFunction({ sites }: ProgramBuilder, index: FunctionIndex): boolean {
  return sites.some((site) => site.function === index && site.frozen.some(({ code }) => code === 'generic'));
}
