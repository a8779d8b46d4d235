/** The GPUs with a cost model, by the names that `--gpu` accepts. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { nearestName } from '../../support/nearest-name.js';
import type { DeviceProfile } from './device-profile.js';
import { h200 } from './h200.js';
import { fermi, kepler, maxwell, pascal } from './measured-latencies.js';
import {
  a10,
  a40,
  a100,
  b200,
  b300,
  gh200,
  h100,
  jetsonOrin,
  l4,
  l40s,
  p100,
  rtx3090,
  rtx4090,
  rtx5090,
  rtxPro6000,
  t4,
  v100,
} from './vendor-gpus.js';

export const devices: Readonly<Record<string, DeviceProfile>> = {
  fermi,
  kepler,
  maxwell,
  pascal,
  p100,
  v100,
  t4,
  a100,
  a10,
  a40,
  'rtx-3090': rtx3090,
  'jetson-orin': jetsonOrin,
  l4,
  l40s,
  'rtx-4090': rtx4090,
  h100,
  h200,
  gh200,
  b200,
  b300,
  'rtx-5090': rtx5090,
  'rtx-pro-6000': rtxPro6000,
};

/** The `--gpu` name of the profile that `mantissa characterize` measured on this machine. */
export const HERE = 'here';

/** GPU whose cost model is used if none is present and none is chosen. */
export const DEFAULT_DEVICE = 'h200';

/** The profile of a GPU by its user-facing name; throws with the nearest name if there is none. */
export function findDevice(name: string): DeviceProfile {
  const found = devices[name.toLowerCase()];
  if (found) return found;
  const names = Object.keys(devices);
  const nearest = nearestName(name, names);
  throw new MantissaError(
    'MX2035',
    `'${name}' is not one of ${names.join(', ')}${nearest ? `: did you mean ${nearest}?` : ''}`,
  );
}

/** Words of GPUs that are named after another: laptop, export, faster and power-limited variants (Max-Q). */
const OTHER_VARIANT = new Set(['laptop', 'd', 'ti', 'super', 'q', 'mobile']);

/** The profile of a GPU by the name its driver gives it (`NVIDIA H100 80GB HBM3`); null if there is no profile. */
export function recogniseDevice(driverName: string): { readonly name: string; readonly profile: DeviceProfile } | null {
  const words = new Set(driverName.toLowerCase().split(/[^a-z0-9]+/));
  if ([...OTHER_VARIANT].some((word) => words.has(word))) return null;
  for (const [name, profile] of Object.entries(devices)) {
    const own = profile.name.toLowerCase().split(/[^a-z0-9]+/);
    // words shared by all GPU names
    if (own.filter((word) => !/^(?:nvidia|tesla|geforce)$/.test(word)).every((word) => words.has(word)))
      return { name, profile };
  }
  return null;
}

/** The first profile with this architecture, for a GPU without a profile of its own; null if there is none. */
export function deviceOfArchitecture(
  architecture: string,
): { readonly name: string; readonly profile: DeviceProfile } | null {
  const found = Object.entries(devices).find(([, profile]) => profile.architecture === architecture);
  return found ? { name: found[0], profile: found[1] } : null;
}
