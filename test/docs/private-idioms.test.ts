import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesThatSay } from '../support/source-files.js';

/**
 * Phrases that only this project used, and that a reader had to guess. Each with the words to use instead. Checked over the
 * texts and comments of the program and its page, the help of every command, and the documentation.
 */
const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:buy|buys|buying) (?:no )?time\b/i, 'is faster, has no speedup'],
  [/\bhas its turn\b/i, 'runs, is next'],
  [/\b(?<!needs )so (?:many|often)\b(?! (?:as|that|registers|terms)\b)/i, 'the number'],
  [/(?<!there )\bis none\b/i, 'there is no …'],
  [/\bas (?:it is|they are)\b(?=[,.;:)]|$)/i, 'unchanged'],
  [/\ball the same\b/i, 'still, even so'],
  [/\b(?:told|tells?) apart\b/i, 'distinguish, resolution'],
  [/\bthe text of today\b/i, 'the current sources'],
  [/\b(?:is|are|was|were|memory:) in order\b(?! of\b| to\b)/i, 'no errors found'],
  [/\bby itself\b/i, 'alone, automatically'],
  [/\bkeep it as it is\b/i, 'no speedup found: leave the program unchanged'],
  [/\b(?:the )?program as (?:it is )?written\b/i, 'the original program'],
  [/\bneighbou?rs? of\b/i, 'perturbed inputs'],
  [/\beverything narrow\b/i, 'all-fp32, or the format meant'],
  [/\b(?:un)?seen groups?\b/i, 'group without influence on the output'],
  [/\bcounted (?:run|program|build)\b/i, 'profiling run'],
  [/\bthe (?:wall|processor)['’]s clock\b/i, 'wall-clock time, CPU time'],
  [/\btimes whatever holds\b|\bwhat (?:holds|was told|is recommended)\b/i, 'a noun'],
  [/\bset aside\b/i, 'excluded'],
  [/\bnone of its own\b/i, 'identical to …'],
  [/\bbegun anew\b/i, 'starts over'],
  [/\bhow far off\b/i, 'the error'],
  [/\bnobody (?:says|said|knows|could)\b/i, 'unknown, not recorded'],
  [/\bthe time was up\b/i, 'the time limit was reached'],
];
const root = path.join(import.meta.dirname, '../..');
const pages = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join('docs', name));
const help = readdirSync(path.join(root, 'test/cli/help-texts')).map((name) => path.join('test/cli/help-texts', name));
const sources = sourcesThatSay(/./);
const fronts = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'action.yml'];

/** Words that cannot change: values written to journals, and verdicts that the gallery quotes from an earlier version. */
const RECORDED = /'a counted run'|\*\*Keep it as it is: .*?\*\*/g;

function idiomsIn(file: string): string[] {
  const lines = readFileSync(path.join(root, file), 'utf8').replace(RECORDED, '').split('\n');
  return lines.flatMap((line, at) =>
    IDIOMS.flatMap(([idiom, better]) => {
      const [phrase] = idiom.exec(line) ?? [];
      return phrase === undefined ? [] : [`${file}:${at + 1}: '${phrase}': write ${better}`];
    }),
  );
}

describe('private idioms', () => {
  it.each([...help, ...fronts, ...pages, 'src and viewer'])('%s has none', (name) => {
    const found = (name === 'src and viewer' ? sources : [name]).flatMap(idiomsIn);
    expect(found).toEqual([]);
  });

  it('are found where they stand', () => {
    for (const text of ['keep it as it is: it buys no time', 'memory: in order', 'another build is none of its own'])
      expect(IDIOMS.some(([idiom]) => idiom.test(text))).toBe(true);
  });
});
