/** The flags in a Makefile's text, for machines without make: values of variables whose name contains FLAGS; words with `$` are skipped. */
import { readCompileFlags } from '../project/compile-flags.js';
import { settleMacros } from '../project/macros.js';
import type { TranslationUnit } from '../project/project.js';
import { splitShellWords, UnclosedQuote } from '../project/shell-words.js';
import { suits } from '../project/standards.js';

const FLAGS = /^[ \t]*\w*FLAGS\w*[ \t]*(?:[:+?]?=)[ \t]*(.*)$/gm;

export function withMakefileFlags(units: readonly TranslationUnit[], text: string, folder: string): TranslationUnit[] {
  const words = [...text.replace(/\\\r?\n/g, ' ').matchAll(FLAGS)].flatMap(([, value]) => wordsOf(value!));
  const flags = readCompileFlags(
    words.filter((word) => !word.includes('$')),
    folder,
    'gcc',
  );
  return units.map((unit) => ({
    ...unit,
    includeFolders: [...new Set([...flags.includeFolders, ...unit.includeFolders])],
    ...settleMacros(flags.macros),
    standard: flags.standard !== null && suits(flags.standard, unit.language) ? flags.standard : unit.standard,
  }));
}

function wordsOf(value: string): string[] {
  try {
    return splitShellWords(value.replace(/(?:^|\s)#.*$/, ''));
  } catch (error) {
    if (error instanceof UnclosedQuote) return [];
    throw error;
  }
}
