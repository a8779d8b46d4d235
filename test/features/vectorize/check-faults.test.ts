import { expect, test } from 'vitest';
import { aboveBound, otherBits } from '../../../src/features/vectorize/check-vectors.js';

const check = { metric: 'max-relative' as const, error: 0.25, compared: 4096, differing: 12 };

test('a check that finds other bits ends with a diagnostic that counts them', () => {
  expect(otherBits(check)).toMatchObject({ code: 'MX4073', message: expect.stringContaining('12 of 4096') });
  expect(otherBits({ ...check, differing: 0 })).toBeNull();
});

test('a check beyond the bound names both', () => {
  expect(aboveBound(check, 0.1)).toMatchObject({ code: 'MX3001', message: expect.stringMatching(/0\.25.*0\.1/) });
  expect(aboveBound(check, 0.5)).toBeNull();
});
