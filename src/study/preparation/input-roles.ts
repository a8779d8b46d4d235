/** The roles of inputs: on which the search tunes, and on which times are compared. Time limits of their runs. */
import type { BaselineRecord, StudyInput } from '../../journal/records.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { filesToCollect } from '../judging/program-output.js';
import type { StudyContext } from '../study-context.js';

/** An input is timed if it takes at least this share of the longest input's time. */
const LEAST_SHARE = 0.05;
/** An input's kernel times correct the performance model if it takes this many times as long as the profiled one. */
export const MUCH_LONGER = 4;

type InputRolesContext = Pick<StudyContext, 'journal' | 'plan' | 'time'>;

export class InputRoles {
  constructor(private readonly context: InputRolesContext) {}

  /** Inputs whose outputs the search uses. */
  get tuned(): StudyInput[] {
    return this.context.plan.inputs.filter(({ heldOut }) => !heldOut);
  }

  /** The input of profiling runs. */
  get profiled(): StudyInput {
    return this.tuned[0]!;
  }

  /**
   * Inputs whose times are compared: those that the project names for timing, or else the tuning inputs. Tuning inputs that are much shorter than
   * the longest are left out, unless the program prints a figure of merit.
   */
  get timed(): StudyInput[] {
    const { journal, plan } = this.context;
    const named = plan.inputs.filter(({ timed }) => timed);
    if (named.length > 0) return named;
    const { tuned } = this;
    if (plan.merit !== null) return tuned;
    const times = tuned.map(({ name }) => baselineMs(journal.state.baselines.get(name)));
    const longest = Math.max(...times);
    return tuned.filter((_, at) => times[at]! >= LEAST_SHARE * longest);
  }

  /** Inputs that are only timed. */
  get onlyTimed(): StudyInput[] {
    return this.context.plan.inputs.filter(({ heldOut, timed }) => heldOut && timed);
  }

  /** The input with the longest GPU time, if that is much longer than on the profiled (first) input; null otherwise. */
  get longest(): StudyInput | null {
    const inputs = new Set([...this.tuned, ...this.timed]);
    const [first, ...others] = [...inputs].map((input) => {
      const record = this.context.journal.state.baselines.get(input.name);
      return { input, ms: record?.gpu ? baselineMs(record) : 0 };
    });
    const longest = others.toSorted((a, b) => b.ms - a.ms)[0];
    return first && longest && longest.ms > MUCH_LONGER * first.ms ? longest.input : null;
  }

  limits(input: StudyInput): RunLimits {
    const { plan, time } = this.context;
    const { limits, output } = plan;
    const timeoutMs = time.runMs(limits.timeoutMs);
    const isRestOfTime = timeoutMs < limits.timeoutMs;
    return { ...limits, timeoutMs, isRestOfTime, arguments: input.arguments, collect: filesToCollect(output) };
  }

  /** Run time of the original program on these inputs together, as far as it has run on them. */
  runMs(inputs: readonly StudyInput[]): number {
    const { baselines } = this.context.journal.state;
    return inputs.reduce((sum, { name }) => sum + leastOf(baselines.get(name)?.durationsMs ?? []), 0);
  }

  /** Number of held-out inputs that are not timed: those on which the original program has run (`seen`), and the others. */
  get heldOut(): { readonly seen: number; readonly unseen: number } {
    const { journal, plan } = this.context;
    const heldOut = plan.inputs.filter((one) => one.heldOut && !one.timed);
    const seen = heldOut.filter(({ name }) => journal.state.baselines.has(name)).length;
    return { seen, unseen: heldOut.length - seen };
  }
}

/** GPU time if there is one, because the start-up time is the same for every program. */
function baselineMs(baseline: BaselineRecord | undefined): number {
  const { gpu, durationsMs = [] } = baseline ?? {};
  if (gpu) return gpu.copyMs + gpu.kernels.reduce((sum, { ms }) => sum + ms, 0);
  return leastOf(durationsMs);
}

function leastOf(durationsMs: readonly number[]): number {
  return durationsMs.length > 0 ? Math.min(...durationsMs) : 0;
}
