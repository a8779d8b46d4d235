/**
 * Runs of built programs as the GPU's clock saw them, kept so that the first measurement of a trial need not repeat what its accuracy run
 * and the baseline's runs have shown. Only the GPU's clock allows this: builds on the host do not disturb it.
 */
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import { type Bench, withRuns } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';

const NOTHING = Buffer.alloc(0);

export class GpuRuns {
  /** By program and arguments. */
  private readonly runs = new Map<string, RunOutcome[]>();

  /** The same bench, whose runs are noted here. */
  noting(bench: Bench): Bench {
    const runs = new Proxy(bench.runs, {
      get: (target, name) => {
        if (name === 'run') {
          const run: Bench['runs']['run'] = async (artifact, limits, ...rest) =>
            this.note(async () => artifact, limits, await target.run(artifact, limits, ...rest));
          return run;
        }
        if (name === 'original') {
          const run: Bench['runs']['original'] = async (limits) =>
            this.note(() => bench.builds.original(), limits, await target.original(limits));
          return run;
        }
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
    return withRuns(bench, runs);
  }

  /** One entry for each time that a program ran on all of these inputs. */
  of(digest: string, inputs: readonly RunLimits[]): RunOutcome[][] {
    const columns = inputs.map((limits) => this.runs.get(keyOf(digest, limits)) ?? []);
    const length = Math.min(...columns.map((column) => column.length));
    return Array.from({ length }, (_, at) => columns.map((column) => column[at]!));
  }

  private async note(program: () => Promise<Artifact>, limits: RunLimits, outcome: RunOutcome): Promise<RunOutcome> {
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0 || !outcome.gpu) return outcome;
    const key = keyOf((await program()).digest, limits);
    const seen = this.runs.get(key) ?? [];
    this.runs.set(key, seen);
    seen.push({ ...outcome, stdout: NOTHING, stderr: NOTHING, collected: new Map() });
    return outcome;
  }
}

function keyOf(digest: string, limits: RunLimits): string {
  return JSON.stringify([digest, limits.arguments]);
}
