/**
 * Checks the values that a sentence contains (figures, sites, files, options) instead of its wording. The wording can then be improved, while a test
 * still fails if the content changes.
 */
import { expect } from 'vitest';

/** Equals a text that contains all of these. Strings are searched as whole words. */
export function naming(...names: readonly (string | RegExp)[]): unknown {
  return {
    asymmetricMatch: (text: unknown) => typeof text === 'string' && names.every((name) => isNamed(name, text)),
    toAsymmetricMatcher: () => `a text that names ${names.join(', ')}`,
    toString: () => 'naming',
  };
}

/** The same check, with the missing names in the failure message. */
export function expectNamed(text: string, ...names: readonly (string | RegExp)[]): void {
  expect(
    names.filter((name) => !isNamed(name, text)),
    text,
  ).toEqual([]);
}

/** Whether a text contains the name as a whole word. */
export function isNamed(name: string | RegExp, text: string): boolean {
  if (typeof name !== 'string') return name.test(text);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '];
    if (!(isWord(before) && isWord(name[0]!)) && !(isWord(after) && isWord(name.at(-1)!))) return true;
  }
  return false;
}

const isWord = (one: string): boolean => /\w/.test(one);
