/** Texts about the limits of kernels and the speedups of larger error bounds, shared by the terminal and the report. */
import type { StudyState } from '../journal/replay.js';
import { errorText } from '../study/judging/judge-output.js';
import { looserBounds } from '../study/timing/gain.js';
import { gpuText } from './gpu-text.js';

const BOUNDS: Readonly<Record<string, string>> = {
  fp64: 'fp64 arithmetic',
  fp32: 'fp32 arithmetic',
  fp16: 'fp16 arithmetic',
  special: 'special functions',
  conversion: 'conversions',
  issue: 'instruction issue',
  latency: 'instruction latency',
  cache: 'cache bandwidth',
  memory: 'memory bandwidth',
  transfer: 'host-device copies',
};
export function boundText(bound: string): string {
  return BOUNDS[bound] ?? bound;
}

/** Kernels with a smaller share of the time are not listed. */
const LEAST_SHARE = 0.05;
const MOST_KERNELS = 3;

/** "relax takes 98 % of the time, is bound by memory bandwidth, and can reach at most 1.93× in the lowest formats"; empty without a model. */
export function kernelsText({ outlook, started }: StudyState): string {
  const kernels = (outlook?.kernels ?? []).filter(({ share }) => share >= LEAST_SHARE).slice(0, MOST_KERNELS);
  if (kernels.length === 0) return '';
  const each = kernels.map(
    ({ name, share, bound, most }) =>
      `${name} takes ${Math.round(100 * share)} % of the time, is bound by ${boundText(bound)}, and can reach at most ${most.toFixed(2)}× in the lowest formats`,
  );
  return `${each.join('; ')} (modelled for ${gpuText(started?.gpu ?? '')})`;
}

/** "with a bound of max-relative 2.28e-6, trial 1 would qualify: 1.78×, modelled"; empty if no trial that missed the goal is faster. */
export function looserText(state: StudyState, than: Parameters<typeof looserBounds>[2]): string {
  const { started } = state;
  if (!started) return '';
  const bounds = looserBounds(state, started.goal, than).map(
    ({ trial, error, speedup }) =>
      `with a bound of ${errorText(started.goal.metric, error)}, trial ${trial} would qualify: ${speedup.toFixed(2)}×`,
  );
  return bounds.length === 0 ? '' : `${bounds.join('; ')}, modelled`;
}
