import { expect, test } from 'vitest';
import { comparisonSummary } from '../../../src/cli/text/comparison-answer.js';
import { plain } from '../../../src/inspection/paint.js';
import type { ComparisonRow } from '../../../src/study/comparison.js';
import { naming } from '../../support/naming.js';

const row = (strategy: string, goal: string, speedup: number | null, interval?: [number, number]): ComparisonRow => ({
  ...{ program: 'lud', goal, strategy, outcome: speedup === null ? 'nothing' : 'found', executions: 7, timed: 1 },
  ...{
    seconds: 12,
    speedup,
    timing: speedup === null ? null : 'measured',
    ofIdeal: speedup === null ? null : 100 * (speedup - 1),
    ideal: 2,
    ...(interval && { interval }),
  },
});

test('a speedup has its interval, and one that reaches the fastest is as good', () => {
  const text = comparisonSummary(
    [
      row('auto', 'a', 1.13, [1.05, 1.26]),
      row('delta-debugging', 'a', 1.19, [1.06, 1.31]),
      row('genetic', 'a', null),
      row('auto', 'b', 1.67, [1.66, 1.68]),
      row('delta-debugging', 'b', 1.92, [1.9, 1.94]),
      row('genetic', 'b', 1.5, [1.49, 1.51]),
    ],
    plain,
  );
  expect(text).toContain('1.13× (1.05–1.26) measured');
  const overAll = (strategy: string) => text.split('\n').findLast((line) => line.startsWith(`  ${strategy}: `));
  // what was not found counts: nothing of the ideal in one goal of two
  expect(overAll('auto')).toEqual(naming('40.0 %', '40 %', '1 of 2'));
  expect(overAll('delta-debugging')).toEqual(naming('2 of 2'));
  expect(overAll('genetic')).toEqual(naming('25.0 %', '25 %', '0 of 2'));
  expect(text.trimEnd().split('\n').at(-1)).toEqual(naming('100.0 %')); // everything lowered
});

test('over all are the goals that every strategy had', () => {
  const some = [row('auto', 'a', 1.5), row('genetic', 'a', 1.2), row('auto', 'b', 3)];
  expect(comparisonSummary(some, plain)).toMatch(/^ {2}auto: 50\.0 % .*\b1 of 1$/m);
  expect(comparisonSummary(some.slice(1), plain)).not.toMatch(/^ {2}auto: /m);
});
