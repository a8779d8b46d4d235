import { expect, it } from 'vitest';
import { whereText } from '../../src/cli/text/verification-answer.js';
import type { VerificationRecord } from '../../src/journal/verification-record.js';
import { naming } from '../support/naming.js';

it('counts the perturbed values, and names the inputs whose values are all 0', () => {
  const moved = [
    { name: 'gravity', count: 1 },
    { name: 'q.h', count: 1024 },
  ];
  const neighbours = { kind: 'perturbed', input: 'default', spread: 0.1, seed: 1, from: 'copied', moved } as const;
  const textOf = (unmoved?: string[]) =>
    whereText({
      neighbours: { ...neighbours, ...(unmoved && { unmoved }) },
      samples: [],
    } as never as VerificationRecord);
  expect(textOf(['q.hu', 'q.hv'])).toEqual(naming('1025 values', 'gravity, q.h,', 'q.hu and q.hv are 0 and stay 0'));
  expect(textOf(['q.hu'])).toEqual(naming('q.hu is 0 and stays 0'));
  expect(textOf()).not.toContain('stay');
});
