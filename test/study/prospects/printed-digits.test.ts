import { expect, it } from 'vitest';
import { printedDigits } from '../../../src/study/prospects/printed-digits.js';

it.each([
  ['1.5 and 0.000123', { fewest: 2, most: 3 }],
  ['-6.02214076e23', { fewest: 9, most: 9 }],
  ['step 12 of 100', null],
  ['0.0 1e5', { fewest: 1, most: 1 }],
  ['v1.2.3 x=.25', { fewest: 2, most: 2 }],
])('of %s', (text, expected) => {
  expect(printedDigits(text)).toEqual(expected);
});
