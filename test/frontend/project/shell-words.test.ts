import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteForShell, splitShellWords, UnclosedQuote } from '../../../src/frontend/project/shell-words.js';

test('any words quoted for a shell are read back as they were', () => {
  const words = fc.array(
    fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', "'", '\\', ' ', '\n', '$', '`', '=', 'a') })),
  );
  fc.assert(
    fc.property(words, (argv) => {
      expect(splitShellWords(argv.map(quoteForShell).join(' '))).toEqual(argv);
    }),
  );
});

test('any words escaped character by character are read back as they were', () => {
  const word = fc.string({ unit: fc.constantFrom('"', "'", '\\', ' ', '\t', 'x', '=', '-'), minLength: 1 });
  const escapeAll = (text: string) => text.replace(/[\s\S]/g, '\\$&');
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      expect(splitShellWords(argv.map(escapeAll).join('  '))).toEqual(argv);
    }),
  );
});

test('any words in double quotes with the special characters escaped are read back as they were', () => {
  const word = fc.string({ unit: fc.constantFrom('"', "'", '\\', ' ', '$', '`', 'n', '=') });
  const quote = (text: string) => `"${text.replace(/["\\$`]/g, '\\$&')}"`;
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      expect(splitShellWords(argv.map(quote).join(' '))).toEqual(argv);
    }),
  );
});

test.each([
  ['nvcc  -c\ta.cu\n', ['nvcc', '-c', 'a.cu']],
  ['-DNAME=\\"x\\"', ['-DNAME="x"']],
  ['"-DNAME=\\"a b\\""', ['-DNAME="a b"']],
  ["-D'A=\\n'", ['-DA=\\n']],
  ['"C:\\tools\\nvcc"', ['C:\\tools\\nvcc']],
  ['a"b c"\'d e\'f', ['ab cd ef']],
  ['"" \'\'', ['', '']],
  ['g++ \\\n  -c a.cpp', ['g++', '-c', 'a.cpp']],
  ['"a\\\nb"', ['ab']],
  ['$HOME/*.cu', ['$HOME/*.cu']],
  ['trailing\\', ['trailing\\']],
  ['  ', []],
])('%j is read as a shell reads it', (text, words) => {
  expect(splitShellWords(text)).toEqual(words);
});

test('a quote without end is refused', () => {
  expect(() => splitShellWords('a "b')).toThrow(UnclosedQuote);
  expect(() => splitShellWords("a 'b")).toThrow(UnclosedQuote);
});
