import { expect, it } from 'vitest';
import { ByteText } from '../../src/support/byte-text.js';
import { DerivedText } from '../../src/support/derived-text.js';

const written = new ByteText(Buffer.from('one\ntwo(x)\nfour\n'));
const made = new DerivedText(written, [
  { text: 'one\n', from: 0, length: 4 },
  { text: 'two_2', from: 4, length: 3 },
  { text: '(x)\n', from: 7, length: 4 },
  { text: '\n\nstatic ', from: 4, length: 0 },
  { text: 'two_3', from: 4, length: 3 },
  { text: '(x)', from: 7, length: 3 },
  { text: '\nfour\n', from: 10, length: 6 },
]);

it('a text that was made of another has lines and columns of that', () => {
  const at = (text: string) => made.text.lastIndexOf(text);
  expect(made.position(at('(x)'))).toEqual({ line: 2, column: 4 });
  expect(made.position(at('static'))).toEqual({ line: 2, column: 1 });
  expect(made.position(at('four'))).toEqual({ line: 3, column: 1 });
  expect(made.line(3)).toBe('four');
  expect(made.written).toBe(written);
  expect(written.written).toBe(written);
});

it('a range of it is one of what the user wrote', () => {
  const begin = made.text.indexOf('two_3');
  expect(made.writtenRange(begin, begin + 5)).toEqual({ begin: 4, end: 7 });
  expect(made.writtenRange(begin + 6, begin + 7)).toEqual({ begin: 8, end: 9 });
  expect(made.writtenRange(begin, begin + 8)).toEqual({ begin: 4, end: 10 });
});
