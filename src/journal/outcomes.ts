/** How a trial ends. Apart from the schema, so that a command line can name them without loading it. */
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
