import { expect, it } from 'vitest';
import type { StudyInput, StudyStarted } from '../../src/journal/records.js';
import { differenceText, differingKey } from '../../src/journal/study-differences.js';
import { started } from '../support/recorded-study.js';

const of = (inputs: StudyInput[]): StudyStarted => ({ ...started, inputs });
const [small, large] = ['small', 'large'].map((name) => ({ name, arguments: ['9'], heldOut: false }));

it('other inputs for timing make a different study, and are named', () => {
  const was = of([small!, large!]);
  const now = of([small!, { ...large!, heldOut: true, timed: true }]);
  expect(differingKey(was, was)).toBeNull();
  expect(differingKey(was, now)).toBe('inputs');
  expect(differenceText('inputs', was, now)).toMatch(
    /small \(9\).*large \(9\).*small \(9\).*large \(9,[^)]*\btiming\b/,
  );
});

it('an option added to the search after a study began does not make it a different study', () => {
  const was: StudyStarted = { ...started, options: { rounds: 40 } };
  expect(differingKey(was, { ...was, options: { rounds: 40, misses: 12 } })).toBeNull();
  expect(differingKey(was, { ...was, options: { rounds: 10, misses: 12 } })).toBe('options');
});
