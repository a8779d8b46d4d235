/**
 * A run's outcome with the times of its kernels only. Copies happen once per run, their times vary more than the compared differences, and
 * production runs have many more steps than these.
 */
export function kernelsAlone(outcome) {
  return outcome.gpu ? { ...outcome, gpu: { ...outcome.gpu, copyMs: 0 } } : outcome;
}
