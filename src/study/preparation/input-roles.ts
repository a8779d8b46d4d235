/** Which inputs a study searches on, which it compares times on, and how long a run may take on one. */
import type { BaselineRecord, StudyInput } from '../../journal/records.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { filesToCollect } from '../judging/program-output.js';
import type { StudyContext } from '../study-context.js';

/** Of the longest input's time. */
const MATTERS = 0.05;
/** An input that takes so many times as long as another is what the time goes to. */
export const MUCH_LONGER = 4;

type InputRolesContext = Pick<StudyContext, 'journal' | 'plan' | 'time'>;

export class InputRoles {
  constructor(private readonly context: InputRolesContext) {}

  /** Inputs the search may see. */
  get tuned(): StudyInput[] {
    return this.context.plan.inputs.filter(({ heldOut }) => !heldOut);
  }

  /** The input of profiling runs. */
  get profiled(): StudyInput {
    return this.tuned[0]!;
  }

  /**
   * Inputs whose times are compared: those that the project names for timing. Where it names none, those that the search sees, without
   * inputs that take next to nothing beside the longest, unless the program prints its own figure.
   */
  get timed(): StudyInput[] {
    const { journal, plan } = this.context;
    const named = plan.inputs.filter(({ timed }) => timed);
    if (named.length > 0) return named;
    const { tuned } = this;
    if (plan.merit !== null) return tuned;
    const times = tuned.map(({ name }) => baselineMs(journal.state.baselines.get(name)));
    const longest = Math.max(...times);
    return tuned.filter((_, at) => times[at]! >= MATTERS * longest);
  }

  /** Inputs that are for timing alone. */
  get onlyTimed(): StudyInput[] {
    return this.context.plan.inputs.filter(({ heldOut, timed }) => heldOut && timed);
  }

  /** Where the GPU's clock has seen them: the first of those that take longest, if that is much longer than the counted one, the first, does. */
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

  /** What the original program takes on all of these, as far as it has run on them. */
  runMs(inputs: readonly StudyInput[]): number {
    const { baselines } = this.context.journal.state;
    return inputs.reduce((sum, { name }) => sum + leastOf(baselines.get(name)?.durationsMs ?? []), 0);
  }

  /** Held-out inputs that are not timed: how many the original program has run on, and how many not. */
  get heldOut(): { readonly seen: number; readonly unseen: number } {
    const { journal, plan } = this.context;
    const heldOut = plan.inputs.filter((one) => one.heldOut && !one.timed);
    const seen = heldOut.filter(({ name }) => journal.state.baselines.has(name)).length;
    return { seen, unseen: heldOut.length - seen };
  }
}

/** By the GPU's clock where there is one, since starting it takes every program as long. */
function baselineMs(baseline: BaselineRecord | undefined): number {
  const { gpu, durationsMs = [] } = baseline ?? {};
  if (gpu) return gpu.copyMs + gpu.kernels.reduce((sum, { ms }) => sum + ms, 0);
  return leastOf(durationsMs);
}

function leastOf(durationsMs: readonly number[]): number {
  return durationsMs.length > 0 ? Math.min(...durationsMs) : 0;
}
