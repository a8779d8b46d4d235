/** The dimensions of a study (groups and operations with a choice of format) in source order, and the spelling of configurations over them. */
import type { ProgramRecord } from '../journal/program-record.js';
import type { Trial } from '../journal/records.js';
import type { Dimension } from './document.js';
import { AS_DECLARED, letterOf } from './formats.js';

export function findDimensions(program: ProgramRecord | null, trials: readonly Pick<Trial, 'formats'>[]): Dimension[] {
  const named = new Set(trials.flatMap(({ formats }) => Object.keys(formats)));
  if (!program) return [...named].map((id) => ({ id, kind: kindOf(id), of: null, declared: null }));
  const siteOf = new Map(program.sites.map((site) => [site.id, site]));
  const inDeviceCode = new Set(program.functions.filter(({ kind }) => kind !== 'host').map(({ name }) => name));
  const groups = program.groups.flatMap((group, of): Dimension[] => {
    const used = [group.id, ...group.sites].find((id) => named.has(id));
    if (used === undefined && !siteOf.get(group.sites[0]!)!.tunable) return [];
    // a study names a group by a member in device code, if there is one
    const id = used ?? group.sites.find((one) => inDeviceCode.has(siteOf.get(one)!.function ?? '')) ?? group.sites[0]!;
    return [{ id, kind: 'group', of, declared: siteOf.get(group.sites[0]!)!.format }];
  });
  const operations = program.operations.flatMap(({ id, format }, of): Dimension[] =>
    named.has(id) ? [{ id, kind: 'operation', of, declared: format }] : [],
  );
  const known = new Set([...groups, ...operations].map(({ id }) => id));
  const others = [...named].filter((id) => !known.has(id));
  return [
    ...groups,
    ...operations,
    ...others.map((id): Dimension => ({ id, kind: kindOf(id), of: null, declared: null })),
  ];
}

/** Operations are numbered within their function: `kernel#3`. */
function kindOf(id: string): Dimension['kind'] {
  return /#\d+$/.test(id) ? 'operation' : 'group';
}

export function spellCells(dimensions: readonly Dimension[], formats: Trial['formats']): string {
  return dimensions
    .map(({ id }) => {
      const format = formats[id];
      return format === undefined ? AS_DECLARED : letterOf(format);
    })
    .join('');
}
