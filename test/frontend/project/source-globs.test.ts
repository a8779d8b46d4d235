import { expect, test } from 'vitest';
import { matches } from '../../../src/frontend/project/source-globs.js';

test.each([
  ['a.cu', '*.cu', true],
  ['a.cuh', '*.cu', false],
  ['a.cu', '?.cu', true],
  ['ab.cu', '?.cu', false],
  ['a+b(1).cu', 'a+b(1).cu', true],
  ['axb.cu', 'a.b.cu', false],
  ['.a.cu', '*.cu', false],
  ['.a.cu', '.*.cu', true],
  ['a.cu', '**.cu', true],
])('%s against %s gives %s', (name, step, expected) => {
  expect(matches(name, step)).toBe(expected);
});
