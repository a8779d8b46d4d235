import type { StudyStarted } from '../../journal/records.js';
import type { JudgedTrial, StudyState } from '../../journal/replay.js';
import { gpuText } from '../../report/gpu-text.js';
import { errorText } from '../../study/judging/judge-output.js';

/** A measured figure with its uncertainty, a modelled one with its name. */
export function speedText({ measurement, speedup }: JudgedTrial, { gpu }: StudyStarted): string {
  if (measurement) return `${measurement.verdict}, ${CLOCKS[measurement.clock]}`;
  return speedup === null ? 'speed not known' : `${speedup.toFixed(2)}× modelled for ${gpuText(gpu)}, not measured`;
}

const CLOCKS = {
  gpu: 'GPU time',
  cpu: 'CPU time',
  wall: 'wall-clock time',
  merit: 'by its own figure of merit',
} as const;

/** Which inputs an error is of, where the one listed when it was tried is another. */
export function errorWhere(
  { number, error, confirmation }: JudgedTrial,
  state: StudyState,
  { goal, inputs }: StudyStarted,
): string {
  const tried = state.trialRecord(number)?.error ?? null;
  if (tried === null || error === null || tried === error || !confirmation) return '';
  const seen = inputs.filter((input) => !input.heldOut).map(({ name }) => name);
  const heldOut = inputs.filter((input) => input.heldOut).map(({ name }) => name);
  // what prints exactly what was emulated is as far off as then wherever it was tried
  const where =
    confirmation.asEmulated && heldOut.length > 0 ? `${heldOut.join(', ')}, held out` : `all inputs, as built`;
  return ` on ${where} (${errorText(goal.metric, tried)} on ${seen.join(', ')}, as it was tried)`;
}
