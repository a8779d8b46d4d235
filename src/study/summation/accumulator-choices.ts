/**
 * Once formats are found: sums that made everything narrow miss the goal, or that stayed wide, added up in other ways. Folded into
 * the wide sum first, and pairwise and by Kahan's sum without a wide one; where none holds, in shorter folds, in two narrow words
 * and by Neumaier's.
 */
import type { Accumulators } from '../../analysis/accumulators/accumulation.js';
import type { TrialRecord } from '../../journal/records.js';
import { type Format, isWider } from '../../numerics/format.js';
import { WORDS } from '../../numerics/two-words.js';
import type { Program, SiteIndex } from '../../program/program.js';
import type { WrittenAccumulator } from '../../space/accumulator.js';
import type { RangedGroup } from '../formats/observed-ranges.js';

type Formats = TrialRecord['formats'];

/** What a trial is, apart from how it ends. */
export interface SumsTrial {
  readonly formats: Formats;
  readonly accumulators: Readonly<Record<string, WrittenAccumulator>>;
}

/** A sum in a group of its own, which is what it takes to give it another format. */
export interface Sum {
  readonly id: string;
  readonly group: string;
  readonly narrow: Format;
}

/** Whether a sum is folded that is not narrower before it is: one that only shares a program with others that are. */
export function hasIdleFold({ sites }: Program, accumulators: TrialRecord['accumulators'] = {}): boolean {
  return Object.entries(accumulators).some(
    ([id, way]) => typeof way !== 'string' && 'fold' in way && sites.find((site) => site.id === id)?.format === way.in,
  );
}

/** One step in so many converts: so few that it hardly shows, and few enough to keep most digits. */
export const STEPS = { first: 64, shorter: 16 };

/** The sums of these groups that can be added up otherwise, and the widest format narrower than theirs. */
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
 * Batches to try; it is told which of them met the goal. Everything narrow comes first, which is what there is to gain; then what was
 * found, whose narrow sums stay as they are.
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

/** The sums as declared, and narrow ones folded into them. */
function folded(base: Formats, sums: readonly Sum[], steps: number): SumsTrial {
  return {
    formats: asDeclared(base, sums),
    accumulators: Object.fromEntries(sums.map(({ id, narrow }) => [id, { fold: steps, in: narrow }])),
  };
}

/** The sums as declared, and behind their loops they are given what two narrow words came to; nothing where no two words are narrower. */
function inTwoWords(base: Formats, sums: readonly Sum[]): SumsTrial[] {
  if (!sums.every(({ narrow }) => narrow === WORDS.fp32x2)) return [];
  const ways = sums.map(({ id }) => [id, { in: 'fp32x2' as const }]);
  return [{ formats: asDeclared(base, sums), accumulators: Object.fromEntries(ways) }];
}

/** The sums narrow, and so is what is added to them. */
function pairwise(base: Formats, sums: readonly Sum[], steps: number): SumsTrial {
  return {
    formats: asNarrow(base, sums),
    accumulators: Object.fromEntries(sums.map(({ id, narrow }) => [id, { pairwise: steps, in: narrow }])),
  };
}

/** The sums narrow, and what they lose beside them. */
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
