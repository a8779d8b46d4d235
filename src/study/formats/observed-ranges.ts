/** What groups were seen to hold decides which formats they are offered; and the same in words. */
import type { GroupRange, RangesRecord } from '../../journal/ranges-record.js';
import type { StudyState } from '../../journal/replay.js';
import { binaryFormats, type Format, formats, isClass } from '../../numerics/format.js';
import { fitIn, isLost, joinRanges, type RangeFit, type ValueRange } from '../../numerics/value-range.js';
import type { Program, SiteIndex } from '../../program/program.js';
import { digestSources } from '../../program/source-digest.js';

/** A group that may change, with the formats it may be written in: its own first. */
export interface RangedGroup {
  readonly id: string;
  readonly sites: readonly SiteIndex[];
  readonly formats: readonly Format[];
}

/** Values that a half has no room for are common; those that only fp64 has room for are not worth looking at every store. */
export function rangesMatter(groups: readonly RangedGroup[]): boolean {
  return groups.some(({ formats: [, ...narrower] }) => narrower.some(isClass));
}

export function recordRanges(
  program: Pick<Program, 'sites'>,
  groups: readonly RangedGroup[],
  seen: ReadonlyMap<SiteIndex, ValueRange>,
  input: string,
): RangesRecord {
  const ofGroup = ({ id, sites, formats: [, ...narrower] }: RangedGroup): GroupRange => {
    const members = sites.filter((site) => seen.has(site));
    const range = joinRanges(members.map((site) => seen.get(site)!));
    if (!range) return { id, seen: null, fits: [] };
    const held = members.find((site) => seen.get(site)!.largest === range.largest)!;
    return {
      id,
      seen: { ...range, site: program.sites[held]!.id },
      fits: narrower.map((format) => ({ format, fit: fitIn(format, range) })),
    };
  };
  return { kind: 'ranges', input, groups: groups.map(ofGroup) };
}

/** What a study saw, if it is about these sources. */
export function recordedRanges(state: StudyState | null, program: Program): RangesRecord | null {
  return state?.started?.sources === digestSources(program) ? state.ranges : null;
}

/** Whether a group may be tried in a format, as far as was seen. */
export function isOffered(ranges: RangesRecord | null, id: string, format: Format): boolean {
  const fit = ranges?.groups.find((one) => one.id === id)?.fits.find((one) => one.format === format)?.fit;
  return fit === undefined || !isLost(fit);
}

export interface UntriedFormat {
  readonly format: Format;
  readonly fit: 'overflows' | 'vanishes';
  readonly groups: readonly string[];
  readonly text: string;
  readonly remedy: string;
}

/** So many groups are named. */
const MOST_NAMED = 3;

/** Formats that groups are not offered, and why; `asked` are the formats of the study. */
export function untriedFormats({ groups }: RangesRecord, asked: readonly Format[]): UntriedFormat[] {
  const untried = (['overflows', 'vanishes'] as const).flatMap((fit) =>
    asked.flatMap((format) => {
      const lost = groups.filter(({ fits }) => fits.some((one) => one.format === format && one.fit === fit));
      return lost.length === 0 ? [] : [{ format, fit, lost }];
    }),
  );
  return untried.map(({ format, fit, lost }) => {
    const named = lost.slice(0, MOST_NAMED).map((group) => heldText(group, fit));
    const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more,` : '';
    return {
      format,
      fit,
      groups: lost.map(({ id }) => id),
      text: `${format} is not tried for ${lost.length === 1 ? '1 group' : `${lost.length} groups`}: ${named.join(', ')},${more} ${limitText(format, fit)}`,
      remedy: remedyFor(format, lost, asked),
    };
  });
}

/** Why a group is not tried in formats, or what it would lose in them; empty where all is well or nothing was seen. */
export function rangeReasons({ seen, fits }: GroupRange): string[] {
  if (!seen) return [];
  return fits.flatMap(({ format, fit }) => {
    switch (fit) {
      case 'holds':
        return [];
      case 'overflows':
        return [`not tried in ${format}: it held ${figure(seen.largest)}, ${limitText(format, fit)}`];
      case 'vanishes':
        return [`not tried in ${format}: it held no more than ${figure(seen.largest)}, ${limitText(format, fit)}`];
      case 'underflows':
        return [`the smallest it held, ${figure(seen.smallest)}, is 0 in ${format}`];
      case 'loses-digits':
        return [`the smallest it held, ${figure(seen.smallest)}, has fewer digits in ${format}`];
    }
  });
}

function heldText({ id, seen }: GroupRange, fit: RangeFit): string {
  const where = seen!.site === id ? '' : ` (in ${seen!.site})`;
  return `${id} held ${fit === 'vanishes' ? 'no more than ' : ''}${figure(seen!.largest)}${where}`;
}

function limitText(format: Format, fit: 'overflows' | 'vanishes'): string {
  const { largest, smallestSubnormal } = formats[format];
  return fit === 'overflows'
    ? `${format} ends at ${figure(largest)}`
    : `${format} begins at ${figure(smallestSubnormal)}`;
}

/** Another format of the same size may have the range, and cost digits instead. */
function remedyFor(format: Format, lost: readonly GroupRange[], asked: readonly Format[]): string {
  const { sizeBytes } = formats[format];
  const other = binaryFormats.find(
    (one) =>
      one !== format && formats[one].sizeBytes === sizeBytes && lost.every(({ seen }) => !isLost(fitIn(one, seen!))),
  );
  if (!other) return 'scale the values';
  return asked.includes(other)
    ? `scale the values; ${other}, which is tried, holds them`
    : `scale the values, or add ${other} to --formats, which holds them`;
}

/** With as many digits as tell the end of a format from what just lies beyond. */
function figure(value: number): string {
  return String(Number(value.toPrecision(6))).replace('e+', 'e');
}
