/**
 * Finds groups that a profiling run never touched: every read and write of their variables is in code that was not executed. Lower precision
 * there gains nothing on this input, and the run cannot show whether it is within tolerance.
 */
import type { Program, ProgramFunction, SiteIndex } from '../program/program.js';
import type { Groups } from './groups.js';
import { type ExecutionCounts, findBlockExecutions } from './performance/block-executions.js';

type Touched = 'executed' | 'unexecuted' | 'unknown';

/** Indices of the groups. A group with any unknown use, such as memory that only library functions touch, is not included. */
export function findUnexecutedGroups(program: Program, groups: Groups, counts: ExecutionCounts): Set<number> {
  const touched = touchedSites(program, counts);
  return new Set(
    groups.groups.flatMap(({ sites }, index) => {
      const found = sites
        .filter((site) => program.sites[site]!.kind !== 'cast')
        .map((site) => touched.get(site) ?? 'unknown');
      return found.length > 0 && found.every((one) => one === 'unexecuted') ? [index] : [];
    }),
  );
}

function touchedSites(program: Program, counts: ExecutionCounts): Map<SiteIndex, Touched> {
  const touched = new Map<SiteIndex, Touched>();
  const note = (site: SiteIndex | null, how: Touched) => {
    if (site === null || touched.get(site) === 'executed') return;
    if (how !== 'unexecuted' || touched.get(site) === undefined) touched.set(site, how);
  };
  const executions = findBlockExecutions(program, counts);
  const counted = new Set(
    program.operations.flatMap(({ kind, function: owner }) => (kind === 'convert' ? [] : [owner])),
  );
  program.functions.forEach((owner, index) => {
    const inBlock = (block: number): Touched =>
      !counted.has(index) ? 'unknown' : executions[index]![block]! > 0 ? 'executed' : 'unexecuted';
    owner.values.forEach((value, at) => {
      if ('site' in value) note(value.site, inBlock(owner.valueBlocks[at]!));
    });
    for (const site of declaredBy(owner)) note(site, inBlock(0));
  });
  return touched;
}

function declaredBy({ parameters, returnSite }: ProgramFunction): (SiteIndex | null)[] {
  return [...parameters, returnSite];
}
