import type { ConstraintRecord, TrialRecord } from './records.js';

/**
 * Whether formats hold what a constraint is about. What cannot be written is about these formats; what contradicted is about the
 * groups: whatever was wrong with one narrower format is not trusted in another.
 */
export function covers({ formats: held, contradicted }: ConstraintRecord, formats: TrialRecord['formats']): boolean {
  return Object.entries(held).every(([id, format]) =>
    contradicted ? formats[id] !== undefined : formats[id] === format,
  );
}
