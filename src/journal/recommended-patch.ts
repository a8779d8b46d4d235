import { createPatch } from '../rewrite/patch.js';
import type { StudyState } from './replay.js';

/** The files of a vectorized trial, if the study recommends its vectorized form: text by path relative to the project. */
export function filesOnVectors(state: StudyState, trial: number): Readonly<Record<string, string>> | null {
  return state.vectorizations.get(trial)?.files ?? null;
}

/** The patch that `mantissa apply` writes for a trial, if it is in the journal: vectorized if that is recommended, otherwise as confirmed. */
export function recommendedPatch(state: StudyState, trial: number): string | null {
  const confirmed = state.trial(trial)?.confirmation?.patch ?? null;
  const vectors = filesOnVectors(state, trial);
  if (vectors === null || state.program === null) return confirmed;
  const { files, root } = state.program;
  return createPatch(
    Object.entries(vectors).map(([path, after]) => ({
      ...{ path, after },
      before: files.find((one) => one.path === path)?.text ?? '', // a new header
    })),
    root,
  );
}
