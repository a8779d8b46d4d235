/**
 * Summation methods to try once formats are found, for sums that kept their format and for those of the lowest-precision trial: first folding into
 * the original sum, pairwise summation and Kahan's; if none meets the goal, shorter folds, two words of lower precision and Neumaier's.
 */
import type { Accumulators } from '../../analysis/accumulators/accumulation.js';
import type { TrialRecord } from '../../journal/records.js';
import { type Format, isWider } from '../../numerics/format.js';
import { WORDS } from '../../numerics/two-words.js';
import type { Program, SiteIndex } from '../../program/program.js';
import type { WrittenAccumulator } from '../../space/accumulator.js';
import type { RangedGroup } from '../formats/observed-ranges.js';

type Formats = TrialRecord['formats'];

/** Formats and summation methods of a trial. */
export interface SumsTrial {
  readonly formats: Formats;
  readonly accumulators: Readonly<Record<string, WrittenAccumulator>>;
}

/** A sum that is the only member of its group, so that its format can change alone. `narrow`: the highest format below its own. */
export interface Sum {
  readonly id: string;
  readonly group: string;
  readonly narrow: Format;
}

/** Whether a fold has no effect, because its inner sum has the format of the sum itself. Such folds only exist to share one program. */
export function hasIdleFold({ sites }: Program, accumulators: TrialRecord['accumulators'] = {}): boolean {
  return Object.entries(accumulators).some(
    ([id, way]) => typeof way !== 'string' && 'fold' in way && sites.find((site) => site.id === id)?.format === way.in,
  );
}

/** Terms per fold: enough that the conversion hardly costs time, and few enough to preserve most digits. */
export const STEPS = { first: 64, shorter: 16 };

/** The sums of these groups whose summation method can change. */
export function sumsAmong(program: Program, { found }: Accumulators, groups: readonly RangedGroup[]): Sum[] {
  return groups.flatMap(({ id, sites, formats }) => {
    const [site, ...others] = sites as readonly SiteIndex[];
    const declared = formats[0]!;
    const narrow = formats.find((format) => isWider(declared, format));
    if (site === undefined || others.length > 0 || narrow === undefined || !found.has(site)) return [];
    return [{ id: program.sites[site]!.id, group: id, narrow }];
  });
}

/**
 * Yields batches to try, and receives which of them met the goal. The lowest-precision formats come first, which can gain most; then the formats
 * that were found, whose lowered sums are not changed again.
 */
export function* otherSums(
  [narrowest, ...found]: readonly Formats[],
  sums: readonly Sum[],
): Generator<readonly SumsTrial[], void, readonly boolean[]> {
  const bases = [
    { base: narrowest ?? {}, chosen: sums },
    ...found.map((base) => ({ base, chosen: sums.filter(({ group }) => base[group] === undefined) })),
  ];
  for (const { base, chosen } of bases) {
    if (chosen.length === 0) continue;
    const first = yield [
      folded(base, chosen, STEPS.first),
      pairwise(base, chosen, STEPS.first),
      compensated(base, chosen, 'kahan'),
    ];
    if (first.includes(true)) return;
    const second = yield [
      folded(base, chosen, STEPS.shorter),
      ...inTwoWords(base, chosen),
      compensated(base, chosen, 'neumaier'),
    ];
    if (second.includes(true)) return;
  }
}

/** Inner sums in lower precision, folded into the declared sums. */
function folded(base: Formats, sums: readonly Sum[], steps: number): SumsTrial {
  return {
    formats: asDeclared(base, sums),
    accumulators: Object.fromEntries(sums.map(({ id, narrow }) => [id, { fold: steps, in: narrow }])),
  };
}

/** Sums of two words in lower precision, assigned to the declared sums after the loop; none if no such type exists. */
function inTwoWords(base: Formats, sums: readonly Sum[]): SumsTrial[] {
  if (!sums.every(({ narrow }) => narrow === WORDS.fp32x2)) return [];
  const ways = sums.map(({ id }) => [id, { in: 'fp32x2' as const }]);
  return [{ formats: asDeclared(base, sums), accumulators: Object.fromEntries(ways) }];
}

/** Pairwise summation in lower precision. */
function pairwise(base: Formats, sums: readonly Sum[], steps: number): SumsTrial {
  return {
    formats: asNarrow(base, sums),
    accumulators: Object.fromEntries(sums.map(({ id, narrow }) => [id, { pairwise: steps, in: narrow }])),
  };
}

/** Compensated summation in lower precision. */
function compensated(base: Formats, sums: readonly Sum[], way: 'kahan' | 'neumaier'): SumsTrial {
  return { formats: asNarrow(base, sums), accumulators: Object.fromEntries(sums.map(({ id }) => [id, way])) };
}

function asDeclared(base: Formats, sums: readonly Sum[]): Formats {
  const own = new Set(sums.map(({ group }) => group));
  return Object.fromEntries(Object.entries(base).filter(([id]) => !own.has(id)));
}

function asNarrow(base: Formats, sums: readonly Sum[]): Formats {
  return { ...base, ...Object.fromEntries(sums.map(({ group, narrow }) => [group, narrow])) };
}
