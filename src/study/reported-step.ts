import type { StudyEvent } from './plan.js';

/** Something that takes a while and is no trial, told when it begins and when it is done. One that fails is never done. */
export async function reportedStep<T>(
  report: (event: StudyEvent) => void,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  report({ kind: 'preparing', what });
  const result = await work();
  report({ kind: 'prepared', what, durationMs: performance.now() - begun });
  return result;
}
