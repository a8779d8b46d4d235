/** Compares our tokens with clang's, for every source of the samples and for generated texts. */
import * as fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { joinLaunchBrackets } from '../../src/clang/launch-brackets.js';
import { ByteText } from '../../src/support/byte-text.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { Tokens } from '../../src/support/tokens.js';
import { Scratch } from './command-line.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const scratch = new Scratch();
afterAll(() => clang.close());

interface Lexed {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** clang's tokens without comments and header names; for a splice or a digraph, the text in the source. */
async function clangsTokens(text: string, language: string): Promise<Lexed[]> {
  const file = path.join(scratch.folder, 'text.source');
  fs.writeFileSync(file, text, 'latin1');
  const standard = language === 'c' ? 'gnu17' : 'gnu++20';
  const { stderr } = await clang.run(['clang', '-cc1', '-dump-raw-tokens', `-std=${standard}`, '-x', language, file]);
  const places = new ByteText(Buffer.from(text, 'latin1'));
  const found: Lexed[] = [];
  for (const [, kind, spelt, line, column] of stderr.matchAll(LEXED))
    if (kind !== 'comment' && kind !== 'eof' && kind !== 'unknown')
      found.push({ ...behindSplices(places, Number(line), Number(column)), text: ascii(spelt!) });
  return found;
}

/** clang reports the begin of a token before a splice, we after it. */
function behindSplices(places: ByteText, line: number, column: number): { line: number; column: number } {
  const begin = places.lineStart(line) + column - 1;
  const splices = /(?:\\[ \t]*\r?\n)*/y;
  splices.lastIndex = begin;
  return places.position(begin + splices.exec(places.text)![0].length);
}

const LEXED = /^(\w+) '([\s\S]*?)'\t(?: \[(?:UnClean='[\s\S]*?'|\w+)\])*\tLoc=<[^>\n]*:(\d+):(\d+)>$/gm;

const SPLICE = /\\[ \t]*\r?\n/g;

/** One side prints UTF-8, the other one character per byte. */
const ascii = (text: string): string => text.replace(/[^\0-\x7f]+/g, '?');

function ourTokens(text: string): Lexed[] {
  const places = new ByteText(Buffer.from(text, 'latin1'));
  return new Tokens(text).list
    .filter(({ kind }) => kind !== 'unknown')
    .map(({ begin, end }) => ({
      ...places.position(begin),
      text: ascii(text.slice(begin, end).replace(SPLICE, '')),
    }));
}

/** Tokens of CUDA and C++ that are two tokens in the other languages. */
const NOT_IN: Readonly<Record<string, ReadonlyMap<string, readonly string[]>>> = {
  cuda: new Map(),
  'c++': new Map([
    ['<<<', ['<<', '<']],
    ['>>>', ['>>', '>']],
  ]),
  c: new Map([
    ['<<<', ['<<', '<']],
    ['>>>', ['>>', '>']],
    ['<=>', ['<=', '>']],
    ['->*', ['->', '*']],
    ['.*', ['.', '*']],
    ['::', [':', ':']],
  ]),
};

function inLanguage(tokens: readonly Lexed[], language: string): Lexed[] {
  return tokens.flatMap((token) => {
    let { column } = token;
    return (NOT_IN[language]!.get(token.text) ?? [token.text]).map((text) => {
      const one = { ...token, text, column };
      column += text.length;
      return one;
    });
  });
}

async function expectSame(written: string, language: string): Promise<number> {
  const text = joinLaunchBrackets(written); // clang gets every text like this
  const places = new ByteText(Buffer.from(text, 'latin1'));
  const headers = new Set(
    new Tokens(text).list.flatMap(({ kind, begin }) => (kind === 'header' ? [places.position(begin).line] : [])),
  );
  const own = ({ line }: Lexed) => !headers.has(line);
  const [theirs, ours] = [
    (await clangsTokens(text, language)).filter(own),
    inLanguage(ourTokens(text).filter(own), language),
  ];
  const at = ours.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(theirs[index]));
  expect(ours.slice(Math.max(0, at), at + 3)).toEqual(theirs.slice(Math.max(0, at), at + 3));
  expect(ours.length).toBe(theirs.length);
  return ours.length;
}

const root = path.join(import.meta.dirname, '../..');
const EXTENSIONS: Readonly<Record<string, RegExp>> = { c: /\.c$/, 'c++': /\.(?:cpp|h|hpp)$/, cuda: /\.cuh?$/ };

test.each(Object.keys(EXTENSIONS))('every sample in %s has the tokens that clang reads', async (language) => {
  const folders = ['test/samples', 'corpus', 'applications', 'runtime'];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && EXTENSIONS[language]!.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  let text = '';
  for (const file of files.sort()) {
    const one = fs.readFileSync(file, 'latin1');
    if (!one.includes('\0')) text += `${one}\n`;
  }
  expect(await expectSame(text, language)).toBeGreaterThan(10_000);
});

/** Pieces that are difficult in sequence, with a blank or nothing between them. */
const PIECES = [
  ...["1'000", "0x7f'ffu", '.5e-3f', '1.e+5', ' 0x1.8p-3', '3..', '12_km', "b'", "u8'x'", "L'\\''", "'\"'", "'ab'"],
  ...[
    '"a\\"b"',
    'u8"//"',
    'R"(a"b)"',
    'LR"x()")x"',
    '"s"_s',
    '"%"PRIu64',
    '"s"sv',
    'FOOR"a"',
    "// it's\n",
    '/* " */',
    '/*/*/',
  ],
  ...[
    '%:',
    '<::',
    '<:',
    ':>',
    '<%',
    '%>',
    '%:%:',
    '<=>',
    '>>>',
    '<<<',
    '->*',
    '.*',
    '...',
    '..',
    '::',
    '\\\n',
    '\\\r\n',
    '\n',
    '\r\n',
  ],
  ...[
    'x',
    'double',
    '$v',
    '_a1',
    'u8',
    'R',
    '+',
    '++',
    '-',
    '>',
    '=',
    '&',
    '|',
    '(',
    '}',
    '#',
    '/',
    '*',
    'e',
    '1',
    '.',
  ],
];

test('generated texts have the same tokens as in clang', async () => {
  const texts = fc.sample(
    fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', '\t')), { maxLength: 12 }),
    { numRuns: 600, seed: 44 },
  );
  // an unterminated piece extends to the end of its own line only
  await expectSame(texts.map((pieces, at) => `${pieces.flat().join('')}\n;t${at};\n`).join(''), 'cuda');
});
