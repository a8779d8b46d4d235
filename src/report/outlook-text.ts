/** What bounds a program's kernels and what a looser bound would buy, in words: the terminal and the report say the same. */
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
  issue: 'issuing instructions',
  latency: 'waiting for results',
  cache: 'its caches',
  memory: 'device memory',
  transfer: 'copies',
};
export function boundText(bound: string): string {
  return BOUNDS[bound] ?? bound;
}

/** Kernels with less of the time are not what it goes to. */
const LEAST_SHARE = 0.05;
const MOST_KERNELS = 3;

/** "relax has 98 % of the time, bound by device memory: 1.93× at most with everything narrow"; empty where nobody could model it. */
export function kernelsText({ outlook, started }: StudyState): string {
  const kernels = (outlook?.kernels ?? []).filter(({ share }) => share >= LEAST_SHARE).slice(0, MOST_KERNELS);
  if (kernels.length === 0) return '';
  const each = kernels.map(
    ({ name, share, bound, most }) =>
      `${name} has ${Math.round(100 * share)} % of the time, bound by ${boundText(bound)}, and is ${most.toFixed(2)}× as fast at most with everything narrow`,
  );
  return `${each.join('; ')} (modelled for ${gpuText(started?.gpu ?? '')})`;
}

/** "max-relative 2.28e-6 would allow 1.78× (trial 1)"; empty where nothing that missed the goal is faster. */
export function looserText(state: StudyState, than: Parameters<typeof looserBounds>[2]): string {
  const { started } = state;
  if (!started) return '';
  const bounds = looserBounds(state, started.goal, than).map(
    ({ trial, error, speedup }) =>
      `${errorText(started.goal.metric, error)} would allow ${speedup.toFixed(2)}× (trial ${trial})`,
  );
  return bounds.length === 0 ? '' : `${bounds.join(', ')}, modelled`;
}
