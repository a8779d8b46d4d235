/**
 * Sets beyond the paper: everything in scope; each kernel with its variables and the memory it accesses; and single arrays in device memory.
 * The first two need conversions only where other code accesses that memory, and move less data: on a GPU with few fp64 conversions per clock
 * they gain most, if the error allows it. Otherwise an array that is stored in lower precision but used in fp64 still moves less data.
 */
import { findMemorySpaces } from '../../analysis/memory-spaces.js';
import type { SetsRecord } from '../../journal/records.js';
import type { FunctionIndex, Program, SiteIndex, Value } from '../../program/program.js';
import { reachedFrom } from '../../program/reached-functions.js';
import { baselineConfiguration, resolve } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import type { Formats, TuningSpace } from '../search-space.js';
import type { KernelProfile } from './kernel-profile.js';

/** Largest number of single arrays, each of which costs a trial. */
const MOST_ARRAYS = 8;

type Candidate = Omit<SetsRecord['sets'][number], 'error'>;

/** Id of the set with everything in scope. */
export const EVERYTHING = 'everything';

export function setsWithMemory(
  bench: Pick<Bench, 'program' | 'groups'>,
  groups: TuningSpace,
  kernels: readonly KernelProfile[],
): Candidate[] {
  const { program } = bench;
  const everything = groups.narrowest;
  const busiest = kernels.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  const indexOf = (kernel: KernelProfile) => program.functions.findIndex(({ name }) => name === kernel.name);
  const candidates = [
    { id: EVERYTHING, function: EVERYTHING, formats: everything },
    ...busiest.map((kernel) => ({
      id: `${kernel.name}+memory`,
      function: kernel.name,
      formats: restricted(bench, everything, sitesOf(program, indexOf(kernel))),
    })),
    ...arraysOf(bench, busiest.map(indexOf), everything).map((site) => {
      const { id, function: owner } = program.sites[site]!;
      const { name } = owner === null ? { name: 'everything' } : program.functions[owner]!;
      return { id, function: name, formats: restricted(bench, everything, new Set([site])) };
    }),
  ];
  const distinct = new Map(candidates.map((one) => [JSON.stringify(one.formats), one] as const).reverse());
  return [...distinct.values()].reverse().flatMap(({ id, function: owner, formats }) => {
    const lowered = costs(bench, groups, formats);
    return lowered.arithmetic === 0 ? [] : [{ id, function: owner, memory: Object.keys(formats), ...lowered }];
  });
}

/** One site for each array in device memory that can be lowered and that these kernels access, in the order of the kernels, up to MOST_ARRAYS. */
function arraysOf(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  kernels: readonly FunctionIndex[],
  everything: Formats,
): SiteIndex[] {
  const spaces = findMemorySpaces(program);
  const lowered = loweredGroups({ program, groups }, everything);
  const found = new Map<number, SiteIndex>();
  for (const kernel of kernels)
    for (const site of sitesOf(program, kernel)) {
      const isArray = spaces[site] === 'global' && program.sites[site]!.shape !== 'scalar';
      const group = groups.groupOf[site]!;
      if (isArray && lowered.has(group) && !found.has(group)) found.set(group, site);
    }
  return [...found.values()].slice(0, MOST_ARRAYS);
}

/** The formats of the groups that contain one of the sites. */
function restricted(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  formats: Formats,
  sites: Set<SiteIndex>,
): Formats {
  const own = new Set([...sites].map((site) => groups.groupOf[site]!));
  const ids = new Set(program.sites.flatMap(({ id }, site) => (own.has(groups.groupOf[site]!) ? [id] : [])));
  return Object.fromEntries(Object.entries(formats).filter(([id]) => ids.has(id)));
}

function loweredGroups({ program, groups }: Pick<Bench, 'program' | 'groups'>, formats: Formats): Set<number> {
  return new Set(program.sites.flatMap(({ id }, site) => (id in formats ? [groups.groupOf[site]!] : [])));
}

/** Sites declared or accessed in a function or its callees, or in these functions. */
export function sitesOf(
  program: Program,
  index: FunctionIndex,
  reached: ReadonlySet<FunctionIndex> = reachedFrom(program, [index]),
): Set<SiteIndex> {
  const found = new Set<SiteIndex>();
  program.sites.forEach((site, at) => {
    if (site.function !== null && reached.has(site.function)) found.add(at);
  });
  for (const one of reached)
    for (const value of program.functions[one]!.values)
      if (isAccess(value) && value.site !== null) found.add(value.site);
  return found;
}

/** Number of operations in lower precision, of smaller loads and stores, and of additional conversions in the source. */
function costs({ program, groups: grouped }: Pick<Bench, 'program' | 'groups'>, groups: TuningSpace, formats: Formats) {
  const before = resolve(program, baselineConfiguration);
  const after = groups.resolve(formats);
  const operations = program.operations.flatMap(({ kind, id }, index) =>
    kind !== 'convert' && after.operationFormats[index] !== before.operationFormats[index] ? [id] : [],
  );
  const lowered = loweredGroups({ program, groups: grouped }, formats);
  const accesses = program.functions.flatMap(({ values }) =>
    values.filter((one) => isAccess(one) && one.site !== null && lowered.has(grouped.groupOf[one.site]!)),
  );
  const conversions = Math.max(0, after.conversions.length - before.conversions.length);
  const arithmetic = operations.length + accesses.length;
  return {
    operations,
    arithmetic,
    conversions,
    arithmeticToCast: conversions === 0 ? arithmetic : arithmetic / conversions,
  };
}

function isAccess(value: Value): value is Extract<Value, { kind: 'load' | 'store' }> {
  return value.kind === 'load' || value.kind === 'store';
}
