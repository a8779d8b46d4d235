import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const filesIn = (folder: string, ending: RegExp) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.join(folder, name));

/** Each a second word for what docs/glossary.md has one for, as it would stand in a sentence. */
const SECOND_WORDS: readonly (readonly [word: string, instead: RegExp, example: string])[] = [
  [
    'site',
    /\b(?:tunable|tuned|frozen|lowered|untunable|floating-point) (?:places?|spots?|locations?|knobs?|slots?|entit(?:y|ies))\b/i,
    '3 frozen places',
  ],
  [
    'site',
    /\b(?:place(?: that [^.;]{1,40})? (?:is|stays|was)|places(?: that [^.;]{1,40})? (?:are|stay|were)) (?:frozen|tunable|lowered|tuned)\b|\bplaces? in fp\d/i,
    'this place is frozen',
  ],
  ['site', /\b(?:knobs?|tuning (?:points?|places?|variables?))\b/i, 'two knobs'],
  ['site', /\bformats? of (?:a|the|each|every|this) (?:place|spot|knob)\b/i, 'the format of each place'],
  [
    'group',
    /\b(?:clusters?|bundles?|buckets?|classes|families|sets?) of (?:sites|declarations|variables)\b/i,
    'a cluster of sites',
  ],
  ['group', /\bsite groups?\b|\bgroups? of (?:places|knobs)\b/i, 'a group of places'],
  [
    'format',
    /\bprecision (?:levels?|classes)\b|\b(?:data|number) types? of (?:a|the) (?:site|group)\b/i,
    'precision levels',
  ],
  [
    'accurate',
    /\b(?:errors?|accuracy|how far off)\b[^.;|]{0,40}\b(?:is|are|was|were) measured\b/i,
    'how its error is measured',
  ],
  ['accurate', /\bmeasured (?:errors?|accuracy|digits)\b/i, 'a measured error'],
  [
    'accurate',
    /\b(?:trials?|outcomes?)(?: \d+)?(?: is| are|:| was| were)? measured\b(?! (?:again|faster|slower|in turn|on|by|side))/i,
    'trial 3: measured',
  ],
  ['measured', /\bmodell?ed(?: time| speed)? measurements?\b/i, 'a modelled measurement'],
];

const shown = [
  ...filesIn('docs', /\.md$/),
  'README.md',
  'CONTRIBUTING.md',
  ...filesIn('src', /\.ts$/),
  ...filesIn('viewer', /\.tsx?$/),
];

/** What a reader may see of a file: comments of the code are for those who write it. */
function shownText(file: string): string {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  return file.endsWith('.md') ? text : withoutComments(text);
}

/** Of TypeScript: comments go, and what stands in quotes stays, whatever is in it. */
function withoutComments(text: string): string {
  const parts = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
  return text.replace(parts, (part) => (part.startsWith('/') ? part.replace(/\S/g, ' ') : part));
}

describe('the words of docs/glossary.md', () => {
  it('are found where a second one stands for the same thing', () => {
    for (const [, instead, example] of SECOND_WORDS) expect(example).toMatch(instead);
    for (const fine of [
      'edits in place',
      'a function that is called from several places is lowered as one',
      'the line and place of a site',
      'a measured speedup',
      'trial 3 is measured again',
    ])
      for (const [, instead] of SECOND_WORDS) expect(fine).not.toMatch(instead);
  });

  test.each(SECOND_WORDS)('%s has no second word: %s', (_, instead) => {
    const found = shown.flatMap((file) => {
      const match = instead.exec(shownText(file));
      return match ? [`${file}: ${match[0]}`] : [];
    });
    expect(found).toEqual([]);
  });
});
