import type { Builds } from './builds.js';
import type { DerivedBenches } from './derived/derived-benches.js';
import type { Runs } from './runs.js';
import type { Variants } from './variants.js';
import type { Workbench } from './workbench.js';

/** What a study asks of a workbench. */
export interface Bench
  extends Pick<Workbench, 'engineName' | 'capabilities' | 'project' | 'program' | 'groups'>,
    Partial<Pick<Workbench, 'calls'>> {
  readonly builds: Pick<Builds, 'original' | 'prepare' | 'fixedOperations'>;
  readonly runs: Omit<Runs, 'built' | 'close' | Further> & Partial<Pick<Runs, Further>>;
  readonly variants: Pick<Variants, 'build' | 'tryBuild' | 'rewrite' | 'tryRewrite' | 'registers'> &
    Partial<Pick<Variants, 'tryChanged'>>;
  readonly derived: Omit<DerivedBenches, 'of' | 'close'>;
}

/** Of some benches only. */
type Further = 'inOneThread' | 'width' | 'places' | 'inTurn';

/** Whether speedups are the performance model's: the engine's times say nothing about any other machine. */
export function isModelled({ capabilities }: Pick<Bench, 'capabilities'>): boolean {
  return capabilities.timing === 'modelled';
}

/** The same bench, but for its runs. */
export function withRuns(bench: Bench, runs: Bench['runs']): Bench {
  return new Proxy(bench, { get: (target, name) => (name === 'runs' ? runs : Reflect.get(target, name, target)) });
}
