import type { Builds } from './builds.js';
import type { DerivedBenches } from './derived/derived-benches.js';
import type { Runs } from './runs.js';
import type { Variants } from './variants.js';
import type { Workbench } from './workbench.js';

/** The part of a workbench that a study uses. */
export interface Bench
  extends Pick<Workbench, 'engineName' | 'capabilities' | 'project' | 'program' | 'groups'>,
    Partial<Pick<Workbench, 'calls'>> {
  readonly builds: Pick<Builds, 'original' | 'prepare' | 'fixedOperations'>;
  readonly runs: Omit<Runs, 'built' | 'close' | Further> & Partial<Pick<Runs, Further>>;
  readonly variants: Pick<Variants, 'build' | 'tryBuild' | 'rewrite' | 'tryRewrite' | 'registers'> &
    Partial<Pick<Variants, 'tryChanged'>>;
  readonly derived: Omit<DerivedBenches, 'of' | 'close'>;
}

/** Methods that not every bench has. */
type Further = 'tryPhases' | 'inOneThread' | 'width' | 'places' | 'inTurn';

/** Whether speedups come from the performance model, because the engine's times are not representative. */
export function isModelled({ capabilities }: Pick<Bench, 'capabilities'>): boolean {
  return capabilities.timing === 'modelled';
}

/** The same bench with other runs. */
export function withRuns(bench: Bench, runs: Bench['runs']): Bench {
  return new Proxy(bench, { get: (target, name) => (name === 'runs' ? runs : Reflect.get(target, name, target)) });
}
