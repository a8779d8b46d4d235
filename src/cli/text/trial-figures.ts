import type { StudyStarted } from '../../journal/records.js';
import type { JudgedTrial, StudyState } from '../../journal/replay.js';
import { gpuText } from '../../report/gpu-text.js';
import { errorText } from '../../study/judging/judge-output.js';
import { listWords } from '../../support/list-words.js';

/** A measured speedup with its uncertainty, or a modelled one labelled as such. */
export function speedText({ measurement, speedup }: JudgedTrial, { gpu }: StudyStarted): string {
  if (measurement) return `${measurement.verdict}, ${CLOCKS[measurement.clock]}`;
  return speedup === null ? 'speedup unknown' : `${speedup.toFixed(2)}× modelled for ${gpuText(gpu)}, not measured`;
}

/** What a measurement measured. */
export const CLOCKS = {
  gpu: 'GPU time',
  cpu: 'CPU time',
  wall: 'wall-clock time',
  merit: "the program's figure of merit",
} as const;

/** The inputs of an error, if confirmation found another error than the search. */
export function errorWhere(
  { number, error, confirmation }: JudgedTrial,
  state: StudyState,
  { goal, inputs }: StudyStarted,
): string {
  const searchError = state.trialRecord(number)?.error ?? null;
  if (searchError === null || error === null || searchError === error || !confirmation) return '';
  const tuned = inputs.filter((input) => !input.heldOut).map(({ name }) => name);
  const heldOut = inputs.filter((input) => input.heldOut).map(({ name }) => name);
  // a build that prints exactly what was emulated has the error of the search on the tuned inputs, so the other one is of a held-out input
  const where =
    confirmation.asEmulated && heldOut.length > 0
      ? `the held-out ${listWords(heldOut.map(quoted))}`
      : 'all inputs when built';
  return ` on ${where} (${errorText(goal.metric, searchError)} on ${listWords(tuned.map(quoted))} in the search)`;
}

function quoted(name: string): string {
  return `'${name}'`;
}
