/** The formats of a study if neither the command nor the project file names any. */
import type { DeviceProfile } from '../../analysis/devices/device-profile.js';
import { isFasterInPairs } from '../../analysis/performance/double-precision.js';
import { hasKernels } from '../../analysis/scope.js';
import { arithmeticFormats, type Format, isWider } from '../../numerics/format.js';
import type { SiteIndex } from '../../program/program.js';
import type { Bench } from '../../workbench/bench.js';

/**
 * fp64 and fp32, and between them fp32x2 for kernels on a device that computes faster in it than in fp64. For a CUDA program without tunable fp64 variables: fp32 and the half formats that the device supports. C and C++ programs
 * always use the first pair, because half formats have types in device code only.
 */
export function defaultFormats(
  { program, groups }: Pick<Bench, 'program' | 'groups'>,
  scope: ReadonlySet<SiteIndex>,
  device: DeviceProfile,
): readonly Format[] {
  const declared = groups.groups.flatMap(({ frozen, sites }) =>
    frozen === null ? sites.filter((site) => scope.has(site)).map((site) => program.sites[site]!.format) : [],
  );
  const isSingle = declared.includes('fp32') && !declared.some((format) => isWider(format, 'fp32'));
  if (!isSingle || !program.isCuda)
    return hasKernels(program) && isFasterInPairs(device) ? ['fp64', 'fp32x2', 'fp32'] : ['fp64', 'fp32'];
  return ['fp32', ...arithmeticFormats.filter((format) => isWider('fp32', format) && device.throughput[format])];
}
