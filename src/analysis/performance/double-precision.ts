/**
 * Whether a GPU computes faster in pairs of floats (fp32x2) than in fp64, by the model: one addition and one multiplication, which most kernels
 * have about as many of.
 */
import type { Format } from '../../numerics/format.js';
import { type DeviceProfile, missingEntries } from '../devices/device-profile.js';
import type { KernelPrediction } from '../performance-model.js';
import { priceOperation } from './operation-costs.js';

export interface DoublePrecision {
  /** fp32 operations in the time of one in fp64. */
  readonly ratio: number;
  /** Time of an addition and a multiplication in fp64 over their time in fp32x2. */
  readonly pairGain: number;
}

/** Null if the profile lacks a figure. */
export function doublePrecision(device: DeviceProfile): DoublePrecision | null {
  if (missingEntries(device, ['div'], ['fp64', 'fp32x2']).length > 0) return null;
  const { fp64, fp32 } = device.throughput;
  return { ratio: fp32!.fma! / fp64!.fma!, pairGain: clocks(device, 'fp64') / clocks(device, 'fp32x2') };
}

function clocks(device: DeviceProfile, format: Format): number {
  return (['add', 'mul'] as const).reduce((sum, kind) => {
    const { own, issue } = priceOperation(device, { class: kind, times: 1 }, format);
    return sum + Math.max(own, issue);
  }, 0);
}

/** Whether fp32x2 belongs to the formats that are tried without being asked for. */
export function isFasterInPairs(device: DeviceProfile): boolean {
  return (doublePrecision(device)?.pairGain ?? 0) > 1;
}

/** The share of the kernels' time in which their fp64 units are busy; 0 without kernels. */
export function shareOfFp64(kernels: readonly KernelPrediction[]): number {
  const total = kernels.reduce((sum, { timeMs }) => sum + timeMs, 0);
  const busy = kernels.reduce((sum, { timeMs, resources }) => {
    const { ms } = resources.find(({ bound }) => bound === 'fp64')!;
    return sum + Math.min(timeMs, ms);
  }, 0);
  return total > 0 ? busy / total : 0;
}
