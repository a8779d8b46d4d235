import { createPatch } from '../rewrite/patch.js';
import type { StudyState } from './replay.js';

/** The files of a trial whose kernels are on vectors, where that is what the study recommends of it: text by path relative to the project. */
export function filesOnVectors(state: StudyState, trial: number): Readonly<Record<string, string>> | null {
  return state.vectorizations.get(trial)?.files ?? null;
}

/** What `mantissa apply` writes of a trial, as far as the journal has it: on vectors where they are better, else as it was confirmed. */
export function recommendedPatch(state: StudyState, trial: number): string | null {
  const confirmed = state.trial(trial)?.confirmation?.patch ?? null;
  const vectors = filesOnVectors(state, trial);
  if (vectors === null || state.program === null) return confirmed;
  const { files, root } = state.program;
  return createPatch(
    Object.entries(vectors).map(([path, after]) => ({
      ...{ path, after },
      before: files.find((one) => one.path === path)?.text ?? '', // a header of ours is new
    })),
    root,
  );
}
