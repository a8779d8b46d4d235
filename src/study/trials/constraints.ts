/** Combinations of formats that cannot be written, learnt from trials: no trial that contains one is tried. */
import { covers } from '../../journal/constraint-cover.js';
import type { ConstraintRecord, TrialRecord } from '../../journal/records.js';
import { describeAccumulators } from '../../space/accumulator.js';

type Formats = TrialRecord['formats'];

/** The first known combination that these formats contain. */
export function findConstraint(constraints: readonly ConstraintRecord[], formats: Formats): ConstraintRecord | null {
  return constraints.find((one) => covers(one, formats)) ?? null;
}

export function sameFormats(a: Formats, b: Formats): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => a[id] === b[id]);
}

/** Leaves out every group that is not needed for the combination to be impossible. */
export async function minimalCombination(
  formats: Formats,
  isInfeasible: (formats: Formats) => Promise<boolean>,
): Promise<Formats> {
  let minimal = formats;
  for (const id of Object.keys(formats)) {
    const { [id]: _, ...rest } = minimal;
    if (await isInfeasible(rest)) minimal = rest;
  }
  return minimal;
}

/** Describes the changes of a trial: block sizes and summation methods first, because they are few. */
export function describeTrial({
  formats,
  accumulators,
  blocks,
}: Pick<TrialRecord, 'formats' | 'accumulators' | 'blocks'>): string {
  const others = [
    ...(blocks ? [describeBlocks(blocks)] : []),
    ...(accumulators ? [describeAccumulators(accumulators)] : []),
  ];
  return [...others, describeFormats(formats)].join('; ');
}

/** Describes thread-block sizes. */
export function describeBlocks(blocks: NonNullable<TrialRecord['blocks']>): string {
  return Object.entries(blocks)
    .map(([id, size]) => `${id} ${size}`)
    .join(', ');
}

export function describeFormats(formats: Formats): string {
  const words = Object.entries(formats).map(([id, format]) => `${id} ${format}`);
  if (words.length === 0) return 'nothing lowered';
  return words.length > 4 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ');
}
