/** Observed value ranges of groups: they decide which formats a group is offered. Texts that explain the decision. */
import type { GroupRange, RangesRecord } from '../../journal/ranges-record.js';
import type { StudyState } from '../../journal/replay.js';
import { binaryFormats, type Format, formats, isClass, isSummed } from '../../numerics/format.js';
import { fitIn, isLost, joinRanges, type RangeFit, scaleInto, type ValueRange } from '../../numerics/value-range.js';
import type { Program, SiteIndex } from '../../program/program.js';
import { digestSources } from '../../program/source-digest.js';

/** A group whose format may change, with its possible formats, the declared one first. */
export interface RangedGroup {
  readonly id: string;
  readonly sites: readonly SiteIndex[];
  readonly formats: readonly Format[];
}

/**
 * Ranges are observed for half formats, whose range is small, and for formats of several parts, which lose their last digits long before their
 * range ends. Values beyond fp32 alone are too rare to check every store.
 */
export function rangesMatter(groups: readonly RangedGroup[]): boolean {
  return groups.some(({ formats: [, ...narrower] }) => narrower.some((one) => isClass(one) || isSummed(one)));
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

/** The ranges in the journal, if it belongs to these sources. */
export function recordedRanges(state: StudyState | null, program: Program): RangesRecord | null {
  return state?.started?.sources === digestSources(program) ? state.ranges : null;
}

/** Whether a format can represent the observed values of a group. */
export function isOffered(ranges: RangesRecord | null, id: string, format: Format): boolean {
  const fit = ranges?.groups.find((one) => one.id === id)?.fits.find((one) => one.format === format)?.fit;
  return fit === undefined || !isLost(format, fit);
}

export interface UntriedFormat {
  readonly format: Format;
  readonly fit: RangeFit;
  readonly groups: readonly string[];
  /** The groups, the values they hold and the limit of the format. */
  readonly reason: string;
  readonly text: string;
  readonly remedy: string;
}

/** Largest number of groups named in a text. */
const MOST_NAMED = 3;

/** Formats that some groups are not offered, and why. `requested`: the formats of the study. */
export function untriedFormats({ groups }: RangesRecord, requested: readonly Format[]): UntriedFormat[] {
  const untried = (['overflows', 'vanishes', 'underflows', 'loses-digits'] as const).flatMap((fit) =>
    requested.flatMap((format) => {
      if (!isLost(format, fit)) return [];
      const lost = groups.filter(({ fits }) => fits.some((one) => one.format === format && one.fit === fit));
      return lost.length === 0 ? [] : [{ format, fit, lost }];
    }),
  );
  return untried.map(({ format, fit, lost }) => {
    const named = lost.slice(0, MOST_NAMED).map((group) => heldText(group, fit));
    const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : '';
    const reason = `${named.join(', ')}${more}; ${limitText(format, fit)}`;
    return {
      format,
      fit,
      groups: lost.map(({ id }) => id),
      reason,
      text: `${format} is not tried for ${lost.length === 1 ? '1 group' : `${lost.length} groups`}: ${reason}`,
      remedy: remedyFor(format, lost, requested),
    };
  });
}

/** Why a group is not tried in certain formats, or what it would lose in them. Empty if nothing is lost or no value was observed. */
export function rangeReasons({ seen, fits }: GroupRange): string[] {
  if (!seen) return [];
  return fits.flatMap(({ format, fit }) => {
    if (formats[format].parts > 1 && (fit === 'underflows' || fit === 'loses-digits'))
      return [`not tried in ${format}: its smallest value was ${figure(seen.smallest)}; ${limitText(format, fit)}`];
    switch (fit) {
      case 'holds':
        return [];
      case 'overflows':
      case 'vanishes':
        return [`not tried in ${format}: its largest value was ${figure(seen.largest)}; ${limitText(format, fit)}`];
      case 'underflows':
        return [`its smallest value, ${figure(seen.smallest)}, becomes 0 in ${format}`];
      case 'loses-digits':
        return [`its smallest value, ${figure(seen.smallest)}, is subnormal in ${format} and loses digits`];
    }
  });
}

function heldText({ id, seen }: GroupRange, fit: RangeFit): string {
  if (fit === 'underflows' || fit === 'loses-digits')
    return `the smallest value of ${id} was ${figure(seen!.smallest)}`;
  const where = seen!.site === id ? '' : ` (in ${seen!.site})`;
  return `the largest value of ${id} was ${figure(seen!.largest)}${where}`;
}

function limitText(format: Format, fit: RangeFit): string {
  const { largest, smallestSubnormal, smallestFullPrecision } = formats[format];
  switch (fit) {
    case 'overflows':
      return `the largest value of ${format} is ${figure(largest)}`;
    case 'loses-digits':
      return `${format} has fewer digits below ${figure(smallestFullPrecision)}`;
    default:
      return `the smallest positive value of ${format} is ${figure(smallestSubnormal)}`;
  }
}

/** Another format of the same size may have the range, at the cost of digits. */
function remedyFor(format: Format, lost: readonly GroupRange[], requested: readonly Format[]): string {
  if (isSummed(format)) return scalingRemedy(format, lost);
  const { sizeBytes } = formats[format];
  const other = binaryFormats.find(
    (one) =>
      one !== format &&
      formats[one].sizeBytes === sizeBytes &&
      lost.every(({ seen }) => !isLost(one, fitIn(one, seen!))),
  );
  if (!other) return 'scale these values';
  return requested.includes(other)
    ? `scale these values, or rely on ${other}, which has the range and is tried`
    : `scale these values, or add ${other}, which has the range, to --formats`;
}

/** Multiplying by a power of two is exact: it costs no digits. */
function scalingRemedy(format: Format, lost: readonly GroupRange[]): string {
  const scaled = lost.flatMap(({ id, seen }) => {
    const power = scaleInto(format, seen!);
    return power === null ? [] : [`${id} by 2^${power}`];
  });
  if (scaled.length === 0) return 'leave these groups in fp64: no scaling brings all of their values into its range';
  const more = scaled.length > MOST_NAMED ? ` and ${scaled.length - MOST_NAMED} more` : '';
  return `scale these values, such as ${scaled.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** Enough digits to distinguish the largest value of a format from values just beyond it. */
function figure(value: number): string {
  return String(Number(value.toPrecision(6))).replace('e+', 'e');
}
