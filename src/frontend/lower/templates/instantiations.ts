/** Functions that are made of one text, by instantiating a template with several types of numbers. */
import type { FunctionIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';

/** The functions that share each text with others. */
export function instantiationsOfOneText(builder: ProgramBuilder): readonly (readonly FunctionIndex[])[] {
  const byText = new Map<string, FunctionIndex[]>();
  builder.functions.forEach(({ templateParameters, place, body }, index) => {
    if (templateParameters.length === 0 || body === null) return;
    const key = placeKey(place);
    byText.set(key, [...(byText.get(key) ?? []), index]);
  });
  return [...byText.values()].filter((variants) => variants.length > 1);
}

/** True for a function that only hands on what each call gives it: its text means that without being changed. */
export function isGenericFunction({ sites }: ProgramBuilder, index: FunctionIndex): boolean {
  return sites.some((site) => site.function === index && site.frozen.some(({ code }) => code === 'generic'));
}
