import { expect, test } from 'vitest';
import { closingBracket } from '../../src/support/closing-bracket.js';

test.each([
  ['f(a, (b), c[1]) + 1', 1, 14],
  ['{ if (x) { y; } }', 0, 16],
  ['std::array<double, (a > b)>', 10, 26],
  ['pair<pair<int, f<2>>, T>', 4, 23],
  ['a[i[0]]', 1, 6],
  ['(unclosed', 0, null],
  ['no bracket', 0, null],
  ['', -1, null],
])('in %j the bracket at %i is closed at %j', (text, open, close) => {
  expect(closingBracket(text, open)).toBe(close);
});
