import { expect, it } from 'vitest';
import { findPlateaus, worstOf } from '../../src/report/plan-iterations.js';

it('errors that hardly differ are one plateau', () => {
  expect(findPlateaus([1e-30, 1e-22, 1.1e-22, 1.2e-22, 1e-17, 3e-17, 1e-9])).toEqual([null, 1, 1, 1, null, null, null]);
});

it('a slow rise is no plateau: each error is held against the first', () => {
  expect(findPlateaus([1, 1.8, 3.2, 5.6, 10])).toEqual([1, 1, 2, 2, null]);
});

it('an error of nothing is level with nothing else, and one that is not known ends a plateau', () => {
  expect(findPlateaus([0, 0, 1e-300, null, null, 5, 5])).toEqual([1, 1, null, null, null, 2, 2]);
});

it('digits are counted, and level where they are equal', () => {
  expect(findPlateaus([16, 16, 15, 15, 14], true)).toEqual([1, 1, 2, 2, null]);
});

it('the worst of several inputs counts: the fewest digits, the largest error', () => {
  expect(worstOf('digits', [12, 9, 17])).toBe(9);
  expect(worstOf('max-relative', [1e-12, 1e-3, 0])).toBe(1e-3);
  expect(worstOf('digits', [])).toBe(null);
});
