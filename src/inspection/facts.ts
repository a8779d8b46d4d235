import { findAccumulations } from '../analysis/accumulations.js';
import { findGroups, type Groups } from '../analysis/groups.js';
import { listedMemorySpaces } from '../analysis/memory-spaces.js';
import type { ExecutionCounts } from '../analysis/performance-model.js';
import { deviceFunctions, type Scope, sitesInScope, usualScope } from '../analysis/scope.js';
import { findTunableWork, type TunableWork } from '../analysis/tunable-work.js';
import type { FunctionIndex, MemorySpace, Program, SiteIndex, Transfer } from '../program/program.js';
import { DisjointSets } from '../support/disjoint-sets.js';
import { groupedBy } from '../support/grouped-by.js';
import { type Coverage, measureCoverage } from './coverage.js';

/** The results of all analyses that `inspect` shows. */
export interface Facts {
  readonly groups: Groups;
  readonly spaces: readonly MemorySpace[];
  readonly accumulations: ReadonlySet<SiteIndex>;
  readonly scope: {
    readonly name: Scope;
    readonly sites: ReadonlySet<SiteIndex>;
    readonly functions: ReadonlySet<FunctionIndex>;
  };
  readonly coverage: Coverage;
  readonly work: TunableWork;
  sitesOfTransfer(transfer: Transfer): SiteIndex[];
}

/** Work is weighted by the counts of a profiling run if given, otherwise by loop trip counts. */
export function gatherFacts(program: Program, requested: Scope | null, counts: ExecutionCounts | null = null): Facts {
  const name = requested ?? usualScope(program);
  const groups = findGroups(program);
  const functions = name === 'all' ? new Set(program.functions.keys()) : deviceFunctions(program);
  return {
    groups,
    spaces: listedMemorySpaces(program),
    accumulations: findAccumulations(program),
    scope: { name, sites: sitesInScope(program, groups, name), functions },
    coverage: measureCoverage(program),
    work: findTunableWork(program, groups, counts),
    sitesOfTransfer: transferSites(program),
  };
}

/** The sites at both ends of a copy: its variables, the sites that an untyped pointer refers to, or the fields of the copied records. */
function transferSites(program: Program): (transfer: Transfer) => SiteIndex[] {
  const carriers = new DisjointSets(program.cells.length);
  for (const { a, b, kind } of program.flows)
    if (kind === 'cast' && (program.cells[a]!.site === null || program.cells[b]!.site === null)) carriers.union(a, b);
  const sitesOf = groupedBy(program.sites.keys(), (site) => carriers.find(site));
  return ({ destination, source, record }) => {
    const ends = [destination, source].flatMap((cell) => {
      if (cell === null) return [];
      const { site } = program.cells[cell]!;
      if (site !== null) return [site];
      return sitesOf.get(carriers.find(cell)) ?? [];
    });
    return ends.length > 0 ? ends : [...(record?.sites ?? [])];
  };
}
