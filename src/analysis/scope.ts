import type { FunctionIndex, Program, SiteIndex } from '../program/program.js';
import { reachedFrom } from '../program/reached-functions.js';
import type { Groups } from './groups.js';

export type Scope = 'kernels' | 'all';

/** The default scope. */
export function usualScope({ isCuda }: Pick<Program, 'isCuda'>): Scope {
  return isCuda ? 'kernels' : 'all';
}

/** Functions that run on the device: kernels, device functions, and the host-and-device functions they call. */
export function deviceFunctions(program: Program): Set<FunctionIndex> {
  return reachedFrom(
    program,
    program.functions.flatMap(({ kind }, index) => (kind === 'host' ? [] : [index])),
  );
}

export function hasKernels(program: Program): boolean {
  return program.isCuda && deviceFunctions(program).size > 0;
}

/**
 * The sites that a study covers. With `kernels`: those of device code, the memory it reads and writes, and the sites that must change with them
 * (host arrays that are copied to or from it).
 */
export function sitesInScope(program: Program, groups: Groups, scope: Scope): Set<SiteIndex> {
  if (scope === 'all') return new Set(program.sites.keys());
  const device = deviceFunctions(program);
  const touched = new Set<SiteIndex>();
  program.sites.forEach((site, index) => {
    if ((site.function !== null && device.has(site.function)) || site.space === 'constant' || site.space === 'global')
      touched.add(index);
  });
  for (const index of device) {
    for (const value of program.functions[index]!.values) {
      if ((value.kind === 'load' || value.kind === 'store') && value.site !== null) touched.add(value.site);
    }
  }
  for (const group of new Set([...touched].map((site) => groups.groupOf[site]!)))
    for (const member of groups.groups[group]!.sites) touched.add(member);
  return touched;
}
