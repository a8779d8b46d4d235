/**
 * Sets the paper does not have: everything in scope, and each kernel with all it declares and the memory it reads and writes. Nothing is
 * converted at their edge but where other code meets that memory, and less is moved: on a GPU with few fp64 conversions per clock that is
 * what pays most, where the error allows it.
 */
import type { SetsRecord } from '../journal/records.js';
import type { FunctionIndex, Program, SiteIndex } from '../program/program.js';
import { baselineConfiguration, resolve } from '../space/resolve.js';
import type { Bench } from './bench.js';
import type { KernelProfile } from './kernel-profile.js';
import type { Formats, TuningSpace } from './search-space.js';

type Candidate = Omit<SetsRecord['sets'][number], 'error'>;

export function kernelsWithMemory(
  bench: Pick<Bench, 'program' | 'groups'>,
  groups: TuningSpace,
  kernels: readonly KernelProfile[],
): Candidate[] {
  const { program } = bench;
  const everything = groups.narrowest;
  const busiest = kernels.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  const candidates = [
    { id: 'everything', function: 'everything', formats: everything },
    ...busiest.map(({ name }) => {
      const index = program.functions.findIndex((one) => one.name === name);
      return { id: `${name}+memory`, function: name, formats: restricted(bench, everything, sitesOf(program, index)) };
    }),
  ];
  const distinct = new Map(candidates.map((one) => [JSON.stringify(one.formats), one] as const).reverse());
  return [...distinct.values()].reverse().flatMap(({ id, function: owner, formats }) => {
    const lowered = costs(program, groups, formats);
    return lowered.arithmetic === 0 ? [] : [{ id, function: owner, memory: Object.keys(formats), ...lowered }];
  });
}

/** What of these formats belongs to groups with one of the sites. */
function restricted(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  formats: Formats,
  sites: Set<SiteIndex>,
): Formats {
  const wanted = new Set([...sites].map((site) => groups.groupOf[site]!));
  return Object.fromEntries(
    Object.entries(formats).filter(([id]) => {
      const site = program.sites.findIndex((one) => one.id === id);
      return wanted.has(groups.groupOf[site]!);
    }),
  );
}

/** Declared in a function or those it calls, read or written there. */
function sitesOf(program: Program, index: FunctionIndex): Set<SiteIndex> {
  const reached = new Set([index]);
  for (const one of reached) for (const callee of program.functions[one]!.calls) reached.add(callee);
  const found = new Set<SiteIndex>();
  program.sites.forEach((site, at) => {
    if (site.function !== null && reached.has(site.function)) found.add(at);
  });
  for (const one of reached)
    for (const value of program.functions[one]!.values)
      if ((value.kind === 'load' || value.kind === 'store') && value.site !== null) found.add(value.site);
  return found;
}

/** Operations that become narrower, and conversions the source then has that it did not have before. */
function costs(program: Program, groups: TuningSpace, formats: Formats) {
  const before = resolve(program, baselineConfiguration);
  const after = groups.resolve(formats);
  const operations = program.operations.flatMap(({ kind, id }, index) =>
    kind !== 'convert' && after.operationFormats[index] !== before.operationFormats[index] ? [id] : [],
  );
  const conversions = Math.max(0, after.conversions.length - before.conversions.length);
  const arithmetic = operations.length;
  return {
    operations,
    arithmetic,
    conversions,
    arithmeticToCast: conversions === 0 ? arithmetic : arithmetic / conversions,
  };
}
