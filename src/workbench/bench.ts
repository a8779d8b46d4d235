import type { Workbench } from './workbench.js';

/** What a study asks of a workbench. */
export type Bench = Pick<
  Workbench,
  | 'engineName'
  | 'capabilities'
  | 'project'
  | 'program'
  | 'groups'
  | 'original'
  | 'prepare'
  | 'variant'
  | 'tryVariant'
  | 'run'
  | 'runOriginal'
  | 'runEmulated'
  | 'tryEmulate'
  | 'runMoved'
  | 'whyEmulatedApart'
  | 'runReference'
  | 'tryReference'
  | 'profileRun'
  | 'fixedOperations'
  | 'registers'
  | 'rewrite'
  | 'tryRewrite'
  | 'inspectMemory'
  | 'sums'
  | 'withSums'
  | 'blockSizes'
  | 'marksInputs'
  | 'copiedInputs'
  | 'withMarkedInputs'
> &
  Partial<Pick<Workbench, 'runInOneThread' | 'width' | 'places' | 'timeInTurn' | 'tryChanged' | 'calls'>>;

/** Whether speedups are the performance model's: the engine's times say nothing about any other machine. */
export function isModelled({ capabilities }: Pick<Bench, 'capabilities'>): boolean {
  return capabilities.timing === 'modelled';
}
