import type { StudyEvent } from './plan.js';

/** Reports the start and the end of a step that takes a while and is not a trial. A step that fails has no end event. */
export async function reportedStep<T>(
  report: (event: StudyEvent) => void,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  report({ kind: 'preparing', what });
  const result = await work();
  report({ kind: 'prepared', what, durationMs: performance.now() - startMs });
  return result;
}
