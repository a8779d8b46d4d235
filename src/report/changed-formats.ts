/** Which of a trial's changes lower the precision of a declaration and which raise it. Plans from a wide format, and sums in two words, do both. */
import type { ProgramRecord } from '../journal/program-record.js';
import type { TrialRecord } from '../journal/trial-record.js';
import { isFormat, isWider } from '../numerics/format.js';

export interface ChangedFormats {
  readonly lowered: readonly string[];
  readonly widened: readonly string[];
}

/** Without the record of the program, all changes count as lowered. */
export function changedFormats(program: ProgramRecord | null, formats: TrialRecord['formats']): ChangedFormats {
  const declared = new Map(
    [...(program?.sites ?? []), ...(program?.operations ?? [])].map((one) => [one.id, one.format]),
  );
  const ids = Object.keys(formats);
  const widened = ids.filter((id) => raises(declared.get(id) ?? null, formats[id]!));
  return { lowered: ids.filter((id) => !widened.includes(id)), widened };
}

/** Whether a format has more precision than the declared one. */
export function raises(declared: string | null, format: string): boolean {
  return declared !== null && isFormat(declared) && isFormat(format) && isWider(format, declared);
}

/** Completes "5 of 14 groups …". */
export function changeVerb({ lowered, widened }: ChangedFormats): 'lowered' | 'widened' | 'changed' {
  if (widened.length === 0) return 'lowered';
  return lowered.length === 0 ? 'widened' : 'changed';
}
