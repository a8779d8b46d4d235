/**
 * GPU times of all runs of built programs, so that the first measurement of a trial can use its accuracy run and the runs of the baseline. This
 * is only possible with GPU times, which builds on the host do not disturb.
 */
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import { type Bench, withRuns } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';

const NOTHING = Buffer.alloc(0);

export class GpuRuns {
  /** By digest of the program and arguments. */
  private readonly runs = new Map<string, RunOutcome[]>();

  /** The same bench, whose runs are recorded here. */
  recording(bench: Bench): Bench {
    const runs = new Proxy(bench.runs, {
      get: (target, name) => {
        if (name === 'run') {
          const run: Bench['runs']['run'] = async (artifact, limits, ...rest) =>
            this.record(async () => artifact, limits, await target.run(artifact, limits, ...rest));
          return run;
        }
        if (name === 'original') {
          const run: Bench['runs']['original'] = async (limits) =>
            this.record(() => bench.builds.original(), limits, await target.original(limits));
          return run;
        }
        const found: unknown = Reflect.get(target, name, target);
        return typeof found === 'function' ? found.bind(target) : found;
      },
    });
    return withRuns(bench, runs);
  }

  /** Complete runs of a program on all of these inputs. */
  of(digest: string, inputs: readonly RunLimits[]): RunOutcome[][] {
    const columns = inputs.map((limits) => this.runs.get(keyOf(digest, limits)) ?? []);
    const length = Math.min(...columns.map((column) => column.length));
    return Array.from({ length }, (_, at) => columns.map((column) => column[at]!));
  }

  private async record(program: () => Promise<Artifact>, limits: RunLimits, outcome: RunOutcome): Promise<RunOutcome> {
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0 || !outcome.gpu) return outcome;
    const key = keyOf((await program()).digest, limits);
    const runs = this.runs.get(key) ?? [];
    this.runs.set(key, runs);
    runs.push({ ...outcome, stdout: NOTHING, stderr: NOTHING, collected: new Map() });
    return outcome;
  }
}

function keyOf(digest: string, limits: RunLimits): string {
  return JSON.stringify([digest, limits.arguments]);
}
