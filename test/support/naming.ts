/**
 * What a sentence names (figures, sites, files, options), without the sentence: wording can be improved while a test still fails where
 * something else is said.
 */
import { expect } from 'vitest';

/** Compares equal to a text that names all of these. A text is searched as whole words. */
export function naming(...names: readonly (string | RegExp)[]): unknown {
  return {
    asymmetricMatch: (text: unknown) => typeof text === 'string' && names.every((name) => isNamed(name, text)),
    toAsymmetricMatcher: () => `a text that names ${names.join(', ')}`,
    toString: () => 'naming',
  };
}

/** The same, with what is missing in the message of a test that fails. */
export function expectNamed(text: string, ...names: readonly (string | RegExp)[]): void {
  expect(
    names.filter((name) => !isNamed(name, text)),
    text,
  ).toEqual([]);
}

/** Whether a text names this, not as a part of a longer word. */
export function isNamed(name: string | RegExp, text: string): boolean {
  if (typeof name !== 'string') return name.test(text);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '];
    if (!(isWord(before) && isWord(name[0]!)) && !(isWord(after) && isWord(name.at(-1)!))) return true;
  }
  return false;
}

const isWord = (one: string): boolean => /\w/.test(one);
