/**
 * Compares the amount of work of the recommended trial (or of the fastest one, if there is no speedup) with the original program: a solver may
 * need more iterations in lower precision. It is counted once, at the end of a study, on the first tuning input: in an instrumented run with the
 * formats of the trial, or on a GPU by the kernel launches of its timed runs.
 */
import type { AmountsOfWork } from '../../analysis/performance/amount-of-work.js';
import { compareLaunches, compareWork } from '../../analysis/performance/amount-of-work.js';
import type { ExecutionCounts } from '../../analysis/performance-model.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { AmountOfWorkRecord } from '../../journal/records.js';
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import { isSummed } from '../../numerics/format.js';
import { baselineConfiguration, type Configuration } from '../../space/resolve.js';
import { TimeUp } from '../../support/deadline.js';
import { kernelLaunches } from '../../workbench/kernel-times.js';
import { atMost } from '../../workbench/run-limits.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { fastestWithoutSpeedup } from '../timing/gain.js';

type AmountOfWorkContext = Pick<
  StudyContext,
  'bench' | 'builds' | 'gpuRuns' | 'journal' | 'plan' | 'preparation' | 'report' | 'time'
>;

type Counted = Omit<AmountOfWorkRecord, 'kind' | 'trial' | 'input'>;

/** Time limit of one profiling run, as a share of the time spent so far, and its minimum. */
const TIME_SHARE = 0.1;
const MIN_BUDGET_MS = 10_000;

const NOTHING = { operations: null, differences: [] };
const VARIES = 'the amount of work of the original program differs between runs';

export class AmountOfWork {
  constructor(private readonly context: AmountOfWorkContext) {}

  /** Records the amount of work of the study's answer, if it is not known and there is time to count it. */
  async note(best: AccurateTrial | null): Promise<void> {
    const { journal, plan, preparation, time } = this.context;
    if (plan.recommends === false || plan.strategy.dimensions === 'plan') return;
    const trial =
      best ?? fastestWithoutSpeedup(journal.state.trials(), plan.goal, journal.state.groupsWithoutInfluence);
    if (trial === null || journal.state.amountsOfWork.has(trial.number)) return;
    try {
      const counted = await time.within(this.count(trial));
      const input = preparation.inputs.profiled.name;
      if (counted) journal.append({ kind: 'amount-of-work', trial: trial.number, input, ...counted });
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
    }
  }

  /** Null if the work of such a trial cannot be counted. */
  private async count(trial: JudgedTrial): Promise<Counted | null> {
    const launched = await this.launches(trial);
    if (launched) return launched;
    const configuration = this.context.builds.configurationOf(trial.number);
    if (isUncounted(configuration)) return null;
    const { preparation, report } = this.context;
    const runner = await preparation.instrumented();
    if (runner.cannotEmulate !== null && !runner.original.isThreadDependent) return null;
    const what = `counting loop iterations and calls in the program of trial ${trial.number}`;
    const counted = await reportedStep(report, what, () => preparation.turns.take(() => this.runBoth(configuration)));
    return { ...counted, ...(runner.original.isThreadDependent && { inOneThread: true }) };
  }

  private async runBoth(configuration: Configuration): Promise<Counted> {
    const { bench, preparation } = this.context;
    try {
      const after = await this.run(configuration);
      const known = await preparation.profiles.knownCounts();
      const before = known?.calls ? known : await this.run(baselineConfiguration);
      const found = compareWork(bench.program, before, after);
      if (found.differences.length === 0) return recorded(found);
      const again = compareWork(bench.program, before, await this.run(baselineConfiguration));
      return again.differences.length === 0 ? recorded(found) : { ...NOTHING, notCounted: VARIES };
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      return { ...NOTHING, notCounted: error.message };
    }
  }

  private async run(configuration: Configuration): Promise<ExecutionCounts> {
    const { bench, preparation, time } = this.context;
    const limits = preparation.inputs.limits(preparation.inputs.profiled);
    const budgetMs = Math.max(MIN_BUDGET_MS, TIME_SHARE * time.elapsedMs);
    return (await bench.runs.profile(preparation.profiles.counting, atMost(limits, budgetMs), configuration)).counts;
  }

  /** Counted in GPU runs of this session; null if there were none. */
  private async launches({ confirmation }: JudgedTrial): Promise<Counted | null> {
    const { bench, gpuRuns, preparation } = this.context;
    const input = [preparation.inputs.limits(preparation.inputs.profiled)];
    const launchesOf = (digest: string) => {
      const outcome: RunOutcome | undefined = gpuRuns.of(digest, input)[0]?.[0];
      const gpu = outcome && outcome.kind !== 'not-started' ? outcome.gpu : undefined;
      return gpu ? kernelLaunches(bench.program, gpu.kernels) : null;
    };
    if (!confirmation?.digest) return null;
    const [before, after] = [launchesOf((await bench.builds.original()).digest), launchesOf(confirmation.digest)];
    return before && after && recorded(compareLaunches(bench.program, before, after));
  }
}

/** Counters exist only for the user's source (no derived programs) and for formats that fit in a double. */
function isUncounted({ sites, operations, accumulators, blocks }: Configuration): boolean {
  const isWide = [...sites.values(), ...operations.values()].some(isSummed);
  return isWide || Boolean(accumulators?.size) || Boolean(blocks?.size);
}

function recorded({ operations, differences }: AmountsOfWork): Counted {
  return { operations, differences: [...differences] };
}
