/** The formats of a study if neither the command nor the project file names any. */
import type { DeviceProfile } from '../../analysis/devices/device-profile.js';
import { arithmeticFormats, type Format, isWider } from '../../numerics/format.js';
import type { SiteIndex } from '../../program/program.js';
import type { Bench } from '../../workbench/bench.js';

/**
 * fp64 and fp32. For a CUDA program without tunable fp64 variables: fp32 and the half formats that the device supports. C and C++ programs
 * always use the first pair, because half formats have types in device code only.
 */
export function defaultFormats(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  scope: ReadonlySet<SiteIndex>,
  { throughput }: Pick<DeviceProfile, 'throughput'>,
): readonly Format[] {
  const declared = groups.groups.flatMap(({ frozen, sites }) =>
    frozen === null ? sites.filter((site) => scope.has(site)).map((site) => program.sites[site]!.format) : [],
  );
  const isSingle = declared.includes('fp32') && !declared.some((format) => isWider(format, 'fp32'));
  if (!isSingle || !program.isCuda) return ['fp64', 'fp32'];
  return ['fp32', ...arithmeticFormats.filter((format) => isWider('fp32', format) && throughput[format])];
}
