import type { DeviceProfile } from '../analysis/devices/device-profile.js';
import { doublePrecision } from '../analysis/performance/double-precision.js';
import { gpuText } from './gpu-text.js';

/** Why pairs of floats are offered on a GPU without being asked for; empty if its profile does not say. */
export function pairsText(gpu: string, device: DeviceProfile): string {
  const known = doublePrecision(device);
  if (!known) return '';
  const times = `${known.pairGain.toFixed(1)}× as fast`;
  return `${gpuText(gpu)} runs fp64 at 1/${Math.round(known.ratio)} of fp32; fp32x2 (pairs of floats, about 14 digits) is ${times} as fp64 (modelled)`;
}
