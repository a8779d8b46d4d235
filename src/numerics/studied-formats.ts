/** The formats studied in Nguyen's thesis and chapter 2 of Gu's dissertation, by the names used there. */
import type { Format } from './format.js';

export const studied = {
  float: 'fp32',
  double: 'fp64',
  float2: 'cmp32x2',
  double2: 'cmp64x2',
} as const satisfies Record<string, Format>;
