/**
 * Whether the recommended trial, or the fastest one where nothing is faster, does another amount of work than the original: a solver may need
 * more iterations in lower precision. Counted once, at the end of a study, on the first input it is tuned on: by an instrumented run under the
 * formats of the trial, or on a GPU by the launches that its timed runs showed.
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
import { keptAsItIs } from '../timing/gain.js';

type AmountOfWorkContext = Pick<
  StudyContext,
  'bench' | 'builds' | 'gpuRuns' | 'journal' | 'plan' | 'preparation' | 'report' | 'time'
>;

type Counted = Omit<AmountOfWorkRecord, 'kind' | 'trial' | 'input'>;

/** Of the time spent so far, for one counted run; never less than the second. */
const TIME_SHARE = 0.1;
const MIN_BUDGET_MS = 10_000;

const NOTHING = { operations: null, differences: [] };
const VARIES = 'the original program does another amount of work in every run';

export class AmountOfWork {
  constructor(private readonly context: AmountOfWorkContext) {}

  /** Writes down what is to be said of the study's answer, where that can be counted in time and is not known. */
  async note(best: AccurateTrial | null): Promise<void> {
    const { journal, plan, preparation, time } = this.context;
    if (plan.recommends === false || plan.strategy.dimensions === 'plan') return;
    const trial = best ?? keptAsItIs(journal.state.trials(), plan.goal, journal.state.unseen);
    if (trial === null || journal.state.amountsOfWork.has(trial.number)) return;
    try {
      const counted = await time.within(this.count(trial));
      const input = preparation.inputs.profiled.name;
      if (counted) journal.append({ kind: 'amount-of-work', trial: trial.number, input, ...counted });
    } catch (error) {
      if (!(error instanceof TimeUp)) throw error;
    }
  }

  /** Null where nothing can be said of such a trial. */
  private async count(trial: JudgedTrial): Promise<Counted | null> {
    const launched = await this.launches(trial);
    if (launched) return launched;
    const configuration = this.context.builds.configurationOf(trial.number);
    if (isUncounted(configuration)) return null;
    const { preparation, report } = this.context;
    const runner = await preparation.instrumented();
    if (runner.cannotEmulate !== null && !runner.original.isOfOneThread) return null;
    const what = `counting iterations and calls of trial ${trial.number}`;
    const counted = await reportedStep(report, what, () => preparation.turns.take(() => this.runBoth(configuration)));
    return { ...counted, ...(runner.original.isOfOneThread && { inOneThread: true }) };
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

  /** By runs of this session on the GPU; null where there were none. */
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

/** Counters are of the program's own text, and of formats that doubles carry. */
function isUncounted({ sites, operations, accumulators, blocks }: Configuration): boolean {
  const isWide = [...sites.values(), ...operations.values()].some(isSummed);
  return isWide || Boolean(accumulators?.size) || Boolean(blocks?.size);
}

function recorded({ operations, differences }: AmountsOfWork): Counted {
  return { operations, differences: [...differences] };
}
