/**
 * Each conclusion of two studies (Nguyen's thesis on the trade-off between accuracy and performance on GPUs; chapter 2 of Gu's
 * dissertation) as a check of a characterization: whether it holds on this machine, with the figures.
 */
import { applicationFindings } from './findings/applications.js';
import { eliminationFindings } from './findings/elimination.js';
import { exponentialFindings } from './findings/exponential.js';
import { intensityFindings } from './findings/intensity.js';
import { operationFindings } from './findings/operations.js';
import { productFindings } from './findings/products.js';
import { quotientFindings } from './findings/quotients.js';
import { registerFindings } from './findings/registers.js';
import { summationFindings } from './findings/summation.js';
import { summationSizeFindings } from './findings/summation-sizes.js';
import type { Characterization } from './record.js';

export type Verdict = 'holds' | 'no longer holds' | 'not measured here';

export interface Claim {
  readonly name: string;
  /** Author and section of the conclusion. */
  readonly source: string;
  readonly text: string;
  /** Null if a required figure was not measured. */
  readonly check: (record: Characterization) => { readonly holds: boolean; readonly numbers: string } | null;
}

export interface Finding {
  readonly name: string;
  readonly source: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly numbers: string;
}

export const claims: readonly Claim[] = [
  ...summationFindings,
  ...summationSizeFindings,
  ...productFindings,
  ...quotientFindings,
  ...exponentialFindings,
  ...intensityFindings,
  ...eliminationFindings,
  ...applicationFindings,
  ...operationFindings,
  ...registerFindings,
];

export function findingsOf(record: Characterization): Finding[] {
  return claims.map(({ name, source, text, check }) => {
    const found = check(record);
    const verdict: Verdict = found === null ? 'not measured here' : found.holds ? 'holds' : 'no longer holds';
    return { name, source, text, verdict, numbers: found?.numbers ?? '' };
  });
}
