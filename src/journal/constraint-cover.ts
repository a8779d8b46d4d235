import type { ConstraintRecord, TrialRecord } from './records.js';

/**
 * Whether a constraint applies to formats. An infeasible combination applies to exactly its formats. A contradiction applies to its groups in any
 * changed format, because the cause is unknown.
 */
export function covers(
  { formats: constrained, contradicted }: ConstraintRecord,
  formats: TrialRecord['formats'],
): boolean {
  return Object.entries(constrained).every(([id, format]) =>
    contradicted ? formats[id] !== undefined : formats[id] === format,
  );
}
