import { TimeUp } from '../../support/deadline.js';
import { type Bench, withRuns } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';

/** Methods that take run limits. */
const RUNS: ReadonlySet<PropertyKey> = new Set<keyof Bench['runs']>([
  ...(['run', 'original', 'inOneThread', 'emulated', 'tryEmulate', 'perturbed'] as const),
  ...(['reference', 'tryReference', 'profile'] as const),
]);

/**
 * A bench whose runs throw `TimeUp` if they exceed the rest of the study's time. Such a run says nothing about the program, so that no
 * outcome may be recorded for it.
 */
export function withinDeadline(bench: Bench): Bench {
  const runs = new Proxy(bench.runs, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      const call = found.bind(target) as (...given: unknown[]) => Promise<object | null>;
      if (!RUNS.has(name)) return call;
      return async (...given: unknown[]) => throwIfTimeUp(given.find(isLimits), await call(...given));
    },
  });
  return withRuns(bench, runs);
}

function throwIfTimeUp<Ended extends object | null>(limits: RunLimits | undefined, ended: Ended): Ended {
  const outcome = ended && 'outcome' in ended ? (ended.outcome as object) : ended;
  if (limits?.isRestOfTime && outcome && 'kind' in outcome && outcome.kind === 'timed-out') throw new TimeUp();
  return ended;
}

function isLimits(given: unknown): given is RunLimits {
  return typeof given === 'object' && given !== null && 'timeoutMs' in given;
}
