/** How a trial ends. Apart from the schema, so that a command line can name them without loading it. */
export const OUTCOMES = [
  'measured',
  'inaccurate',
  'build-failed',
  'run-failed',
  'timed-out',
  'contradicted',
  'infeasible',
  'duplicate',
  'unsafe',
] as const;
