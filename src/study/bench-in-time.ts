import { TimeUp } from '../support/deadline.js';
import type { Bench } from '../workbench/bench.js';
import type { RunLimits } from '../workbench/workbench.js';

const RUNS = [
  ...(['run', 'runOriginal', 'runEmulated', 'tryEmulate', 'runMoved'] as const),
  ...(['runReference', 'tryReference', 'profileRun'] as const),
] satisfies (keyof Bench)[];

/**
 * A bench whose runs end in time: that one took longer than what was left of the study's time is no fact about the program. Whoever asked for
 * it learns that the time is up (`TimeUp`), and has nothing to write down.
 */
export function inTime(bench: Bench): Bench {
  const runs = new Map<PropertyKey, unknown>(
    RUNS.map((name) => {
      const run = bench[name].bind(bench) as (...given: unknown[]) => Promise<object>;
      return [name, async (...given: unknown[]) => unlessGivenUp(given.find(isLimits), await run(...given))];
    }),
  );
  return new Proxy(bench, {
    get(target, name) {
      const found = runs.get(name) ?? Reflect.get(target, name, target);
      return typeof found === 'function' && !runs.has(name) ? found.bind(target) : found;
    },
  });
}

function unlessGivenUp<Ended extends object>(limits: RunLimits | undefined, ended: Ended): Ended {
  const outcome = 'outcome' in ended ? (ended.outcome as object) : ended;
  if (limits?.isRestOfTime && 'kind' in outcome && outcome.kind === 'timed-out') throw new TimeUp();
  return ended;
}

function isLimits(given: unknown): given is RunLimits {
  return typeof given === 'object' && given !== null && 'timeoutMs' in given;
}
