/** The GPU energy of a trial as text. */
import type { EnergyRecord } from '../journal/energy-record.js';

/** `12.3 J per run, original 20.1 J: 1.63× less (1.60–1.66), measured by NVML`. */
export function energyText({ variantJoules, baselineJoules, ...estimate }: EnergyRecord): string {
  return `${joulesText(variantJoules)} per run, original ${joulesText(baselineJoules)}: ${energyVerdict(estimate)}, measured by NVML`;
}

export function energyVerdict({ ratio, low, high }: Pick<EnergyRecord, 'ratio' | 'low' | 'high'>): string {
  if (low > 1) return `${ratio.toFixed(2)}× less (${low.toFixed(2)}–${high.toFixed(2)})`;
  if (high < 1) return `${(1 / ratio).toFixed(2)}× more (${(1 / high).toFixed(2)}–${(1 / low).toFixed(2)})`;
  return `no difference beyond the noise (${low.toFixed(2)}–${high.toFixed(2)})`;
}

export function joulesText(joules: number): string {
  return joules < 1 ? `${Number((1000 * joules).toPrecision(3))} mJ` : `${Number(joules.toPrecision(3))} J`;
}
