import type { Workbench } from './workbench.js';

/** What a study asks of a workbench. */
export type Bench = Pick<
  Workbench,
  | 'engineName'
  | 'project'
  | 'program'
  | 'groups'
  | 'original'
  | 'variant'
  | 'run'
  | 'runOriginal'
  | 'runEmulated'
  | 'whyEmulatedApart'
  | 'runReference'
  | 'profileRun'
  | 'fixedOperations'
  | 'registers'
  | 'rewrite'
>;
