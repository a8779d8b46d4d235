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
  | 'runMoved'
  | 'whyEmulatedApart'
  | 'runReference'
  | 'profileRun'
  | 'fixedOperations'
  | 'registers'
  | 'rewrite'
  | 'inspectMemory'
>;

/** The embedded engine's times say nothing about any other machine. */
export function isModelled(bench: Pick<Bench, 'engineName'>): boolean {
  return bench.engineName === 'wasm';
}
