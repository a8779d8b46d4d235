/**
 * A run's outcome with the times of its kernels alone: copies are made once a run, vary more than most of what is compared, and the runs
 * that matter have many more steps than those of a comparison.
 */
export function kernelsAlone(outcome) {
  return outcome.gpu ? { ...outcome, gpu: { ...outcome.gpu, copyMs: 0 } } : outcome;
}
