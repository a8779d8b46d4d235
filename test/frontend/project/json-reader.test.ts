import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonDocument } from '../../../src/frontend/project/json-document.js';
import { JsonFault, plainValue, readJson } from '../../../src/frontend/project/json-reader.js';

const latin1 = (text: string) => Buffer.from(text).toString('latin1');
const parse = (text: string) => plainValue(readJson(latin1(text)));

test('any JSON text gives the value JSON.parse gives', () => {
  const spacing = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(fc.jsonValue(), spacing, (value, indent) => {
      expect(parse(JSON.stringify(value, null, indent))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('a text with one character changed is refused when and only when JSON.parse refuses it', () => {
  const text = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
  const damage = fc.constantFrom('', ',', '"', '{', ']', '-', '0', '.', 'e', 'x', ' ', '\\', ':', '\n', '+');
  fc.assert(
    fc.property(text, fc.nat(), damage, (whole, at, character) => {
      const damaged = whole.slice(0, at % whole.length) + character + whole.slice((at % whole.length) + 1);
      const [ours, theirs] = [attempt(() => parse(damaged)), attempt(() => JSON.parse(damaged))];
      // JSON.parse accepts equal keys, our reader does not; this is the only difference
      if (ours instanceof JsonFault && ours.message.includes('twice')) return;
      if (theirs instanceof SyntaxError) expect(ours).toBeInstanceOf(JsonFault);
      else expect(ours).toEqual(theirs);
    }),
    { numRuns: 2000 },
  );
});

describe('a fault has its reason and place', () => {
  test.each([
    ['', 'the file is empty', 0],
    [' \n', 'the file is empty', 0],
    ['{"a": 1,}', "a comma before '}' is not allowed in JSON", 7],
    ['{a: 1}', "expected a key in double quotes, found 'a'", 1],
    ["{'a': 1}", "expected a key in double quotes, found '; strings take double quotes", 1],
    ['{"a" 1}', "expected ':' after the key \"a\", found '1'", 5],
    ['[1 2]', "expected ',' or ']', found '2'", 3],
    ['[1', "expected ',' or ']', found the end of the file", 1],
    ['[01]', 'this is not a JSON number', 1],
    ['[NaN]', 'expected a value, found NaN', 1],
    ['["a\nb"]', 'the string is not closed', 1],
    ['["a\tb"]', 'a control character in a string must be escaped', 3],
    ['["C:\\x"]', 'unknown escape in a string; a backslash itself is written \\\\', 4],
    ['/* x */ {}', 'comments are not supported in JSON', 0],
    ['{ # x\n}', 'comments are not supported in JSON', 2],
    ['{} {}', "expected the end of the file, found '{'", 3],
    ['{"a": 1, "a": 2}', 'the key "a" appears twice in one object', 9],
    ['['.repeat(5000), 'nested more than 200 levels deep', 200],
  ])('%j', (text, message, offset) => {
    const fault = attempt(() => parse(text));
    expect(fault).toBeInstanceOf(JsonFault);
    expect(fault).toMatchObject({ message, offset });
  });
});

test('places count bytes, and a byte order mark is not part of the first line', () => {
  const bytes = Buffer.from('\ufeff{"größe": 1}');
  const document = new JsonDocument('x.json', bytes, () => new Error('not reached'));
  expect(document.value).toEqual({ größe: 1 });
  expect(document.placeOfKey(['größe'])).toMatchObject({ line: 1, column: 2 });
  expect(document.placeOfValue(['größe'])).toMatchObject({ line: 1, column: 13 });
});

function attempt(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
