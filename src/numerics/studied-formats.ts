/** The formats of Nguyen's thesis and of chapter 2 of Gu's dissertation by their names there. */
import type { Format } from './format.js';

export const studied = {
  float: 'fp32',
  double: 'fp64',
  float2: 'cmp32x2',
  double2: 'cmp64x2',
} as const satisfies Record<string, Format>;
