/** Requested formats in which some groups cannot be declared, whatever their values are. They are reported before the search, which leaves them out. */
import { type Format, isWider } from '../../numerics/format.js';
import type { Program } from '../../program/program.js';
import { whyNotAdmitted } from '../../space/configuration.js';
import type { RangedGroup } from './observed-ranges.js';

export interface UnofferedFormats {
  readonly formats: readonly Format[];
  readonly groups: readonly string[];
  /** The reason, as the end of a sentence about the groups. */
  readonly why: string;
}

/** Largest number of groups named in a text. */
const MOST_NAMED = 3;

export function unofferedFormats(
  program: Program,
  groups: readonly Pick<RangedGroup, 'id' | 'sites'>[],
  requested: readonly Format[],
): UnofferedFormats[] {
  const found = new Map<string, { formats: Set<Format>; groups: Set<string> }>();
  for (const { id, sites } of groups)
    for (const format of requested) {
      if (!isWider(program.sites[sites[0]!]!.format, format)) continue;
      const why = sites.map((site) => whyNotAdmitted(program, site, format)).find((one) => one !== null);
      if (!why) continue;
      const alike = found.get(why) ?? { formats: new Set(), groups: new Set() };
      found.set(why, { formats: alike.formats.add(format), groups: alike.groups.add(id) });
    }
  return [...found].map(([why, one]) => ({ formats: [...one.formats], groups: [...one.groups], why }));
}

export function unofferedText({ formats, groups, why }: UnofferedFormats): string {
  const more = groups.length > MOST_NAMED ? ` and ${groups.length - MOST_NAMED} more` : '';
  const named = `${groups.slice(0, MOST_NAMED).join(', ')}${more}`;
  return `${groups.length === 1 ? '1 group' : `${groups.length} groups`} (${named}) cannot be ${formats.join(' or ')}: ${groups.length === 1 ? '' : 'for each, '}${why}`;
}
