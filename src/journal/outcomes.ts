/** Outcomes of a trial. In a file of its own, so that the command line can list them without loading the schema. */
export const OUTCOMES = [
  'accurate',
  'inaccurate',
  'build-failed',
  'run-failed',
  'timed-out',
  'contradicted',
  'infeasible',
  'duplicate',
  'unsafe',
] as const;
export type TrialOutcome = (typeof OUTCOMES)[number];
