/**
 * Groups: sites that must change together because they are, or may be, one memory. Union-find over the program's flows
 * (pointers, references, arguments, copies, shared byte counts); a member that cannot change freezes its group.
 */
import { type Frozen, frozenBecause } from '../program/frozen.js';
import { type CellIndex, type Flow, isOneMemory, type Program, type SiteIndex } from '../program/program.js';
import { DisjointSets } from '../support/disjoint-sets.js';
import { groupedBy } from '../support/grouped-by.js';
import { SparseSets } from '../support/sparse-sets.js';

export interface Group {
  /** `g1`, `g2` … in order of their first site. */
  readonly id: string;
  readonly sites: readonly SiteIndex[];
  /** Why its members belong together, one sentence each. */
  readonly why: readonly string[];
  /** Why it cannot change; null when it can. */
  readonly frozen: Frozen | null;
}

export interface Groups {
  readonly groups: readonly Group[];
  /** Site → index of its group. */
  readonly groupOf: readonly number[];
  /** Site → why it is frozen: its own first reason, else the reason of the frozen member of its group. */
  readonly frozen: readonly (Frozen | null)[];
}

export function findGroups(program: Program): Groups {
  const sets = new DisjointSets(program.cells.length);
  for (const flow of program.flows) sets.union(flow.a, flow.b);
  const members: ReadonlyMap<number, readonly SiteIndex[]> = groupedBy(program.sites.keys(), (site) => sets.find(site));
  const flowsOf = groupedBy(program.flows, ({ a }) => sets.find(a));
  const cellReasons = new Map<number, { readonly cell: CellIndex; readonly frozen: Frozen }>();
  for (const kept of program.frozenCells) {
    const root = sets.find(kept.cell);
    if (!cellReasons.has(root)) cellReasons.set(root, kept);
  }
  const memories = new DisjointSets(program.cells.length);
  for (const flow of program.flows) if (isOneMemory(flow)) memories.union(flow.a, flow.b);

  const groups: Group[] = [];
  const groupOf: number[] = [];
  const frozen: (Frozen | null)[] = program.sites.map((site) => site.frozen[0] ?? null);
  for (const [root, sites] of members) {
    const kept = cellReasons.get(root);
    const own = sites.find((site) => program.sites[site]!.frozen.length > 0);
    // a finding about a nameless cell applies to the sites that name its memory
    const culprit = own ?? sites.find((site) => kept && memories.find(site) === memories.find(kept.cell));
    const formats = new Set(sites.map((site) => program.sites[site]!.format));
    const conflict =
      formats.size > 1 ? frozenBecause('reinterpreted', `${[...formats].join(' and ')} in the same memory`) : null;
    const reason = own !== undefined ? program.sites[own]!.frozen[0]! : (kept?.frozen ?? conflict);
    for (const site of reason ? sites : []) {
      const isOne = culprit !== undefined && memories.find(site) === memories.find(culprit);
      const itself = culprit === undefined || (own === undefined && isOne);
      const tie = itself
        ? ''
        : `it ${isOne ? 'shares memory with' : 'must have the same format as'} ${program.sites[culprit]!.id}: `;
      frozen[site] ??= { code: reason!.code, reason: `${tie}${reason!.reason}` };
    }
    for (const site of sites) groupOf[site] = groups.length;
    groups.push({
      id: `g${groups.length + 1}`,
      sites,
      why: explain(program, sites, flowsOf.get(root) ?? []),
      frozen: reason,
    });
  }
  return { groups, groupOf, frozen };
}

const VERBS: Readonly<Record<Flow['kind'], string>> = {
  assigned: 'is assigned',
  argument: 'is passed as',
  returned: 'is returned as',
  copied: 'is copied to or from',
  'byte-count': 'shares a byte count with',
  factor: 'shares a byte count with',
  measures: 'shares a byte count with',
  cast: 'is cast to',
  selected: 'is selected together with',
  viewed: 'is accessed as',
  'typed-alike': 'has the same template argument as',
  'declared-with': 'is declared with the same type specifier as',
  'named-alike': 'is compiled from the same template text as',
  overrides: 'is tied by an overridden function to',
  'pointer-type': 'is tied by function pointers to',
  converted: 'is converted to',
  overloaded: 'belongs to the same overloaded function as',
  'other-build': 'has, in another build (--also), the same format as',
};

/** One sentence per pair of sites; nameless cells that join them are not mentioned. */
function explain(program: Program, sites: readonly SiteIndex[], flows: readonly Flow[]): string[] {
  if (sites.length === 1) return [];
  const sentences: string[] = [];
  const named = new SparseSets();
  const where = (flow: Flow) => {
    const file = program.files[flow.place.range.file]!;
    return `${file.path}:${file.source.position(flow.place.range.begin).line}`;
  };
  // nameless cells first take the name of a site they touch, so that every sentence names two sites
  const nameOf = new Map<number, SiteIndex>();
  for (const site of sites) nameOf.set(site, site);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { a, b } of flows) {
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        if (nameOf.has(from) && !nameOf.has(to)) {
          nameOf.set(to, nameOf.get(from)!);
          changed = true;
        }
      }
    }
  }
  for (const flow of flows) {
    const [a, b] = [nameOf.get(flow.a), nameOf.get(flow.b)];
    if (a === undefined || b === undefined || a === b || !named.union(a, b)) continue;
    sentences.push(`${program.sites[a]!.id} ${VERBS[flow.kind]} ${program.sites[b]!.id} (${where(flow)})`);
  }
  return sentences;
}

/** Whether one of these sites is a member. */
export function isInGroup({ groups }: Groups, group: number, sites: ReadonlySet<SiteIndex>): boolean {
  return groups[group]!.sites.some((site) => sites.has(site));
}
