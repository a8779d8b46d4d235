/**
 * Runs on the shortest input only, from which a search learns nearly as much about single groups in a fraction of the time. They are not trials:
 * a configuration that ran on one input cannot be recommended, but one that misses the goal there is inaccurate.
 */
import type { ProbeRecord } from '../../journal/records.js';
import { asError, comparesValues } from '../../numerics/metrics.js';
import type { Outcome, ShortestInput } from '../../search/strategy.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { trialConfiguration } from './trial-configuration.js';
import type { Proposal } from './trial-judgement.js';

type ProbesContext = Pick<
  StudyContext,
  'bench' | 'journal' | 'plan' | 'preparation' | 'report' | 'time' | 'tuning' | 'watched'
>;

type Asked = Pick<Proposal, 'formats' | 'accumulators' | 'resolution'>;

/** Smallest number of probes that is reported as a step. */
const MIN_REPORTED = 4;

export class Probes {
  /** The input of the probes, or null; undefined until the lowest-precision trial has shown whether probes save time. */
  private chosen: string | null | undefined;

  constructor(private readonly context: ProbesContext) {}

  /** Null if the study has no probes. A resumed study keeps its decision. */
  get input(): string | null {
    const { watched, plan, journal, preparation } = this.context;
    if (this.chosen !== undefined) return this.chosen;
    if (!watched || !comparesValues(plan.goal.metric)) return null;
    const [known] = journal.state.probes.values();
    const { length } = journal.state.trials();
    if (known) this.chosen = known.input;
    else if (length > 1) this.chosen = null;
    else if (length === 1) this.chosen = preparation.currentRunner?.quickInput?.input.name ?? null;
    return this.chosen ?? null;
  }

  /** The range of its values among the watched ones; null if the study has no probes. */
  get part(): ShortestInput | null {
    const { input } = this;
    const part = input === null ? null : this.context.watched?.partOf(input);
    const [first] = this.context.journal.state.trials();
    return part ? { ...part, allMs: first?.durationMs ?? 0 } : null;
  }

  /** Outcomes in the order of the requests; null if the time is up first. */
  async run(asked: readonly Asked[]): Promise<Outcome[] | null> {
    const { journal, time, report } = this.context;
    const waiting = asked.filter(({ resolution }) => !journal.state.probes.has(resolution));
    let isGivenUp = false;
    const work = () => this.runAll([...waiting], () => isGivenUp);
    const what = `running ${waiting.length} configurations on input '${this.input}' only`;
    await time.within(waiting.length < MIN_REPORTED ? work() : reportedStep(report, what, work)).finally(() => {
      isGivenUp = true;
    });
    const records = asked.map(({ resolution }) => journal.state.probes.get(resolution));
    return records.every((one) => one !== undefined) ? records.map((one) => this.outcomeOf(one)) : null;
  }

  /** `isGivenUp`: whether the time limit was reached while they ran. */
  private async runAll(waiting: Asked[], isGivenUp: () => boolean): Promise<void> {
    const { journal, plan, time } = this.context;
    const lane = async () => {
      for (let next = waiting.shift(); next && !time.isUp; next = waiting.shift()) {
        if (journal.state.probes.has(next.resolution)) continue;
        const record = await this.probe(next);
        if (isGivenUp()) return;
        journal.append(record);
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, plan.jobs) }, lane));
  }

  private async probe({ formats, accumulators, resolution }: Asked): Promise<ProbeRecord> {
    const { bench, preparation, tuning, watched } = this.context;
    const started = performance.now();
    const runner = await preparation.runner();
    const baselines = runner.baselines.filter(({ input }) => input.name === this.input);
    const trial = { formats, ...(accumulators && { accumulators }) };
    const configuration = trialConfiguration(bench.program, tuning, trial);
    const found = (await runner.emulate(configuration, baselines)) ?? (await runner.rebuild(configuration, baselines));
    const deviations = watched?.deviations(0, runner.baselines, found.outputs);
    const outcome = { accurate: 'within', inaccurate: 'beyond' } as const;
    return {
      kind: 'probe',
      ...trial,
      resolution,
      input: this.input!,
      error: found.error,
      outcome: found.outcome === 'accurate' || found.outcome === 'inaccurate' ? outcome[found.outcome] : 'failed',
      ...(deviations && { deviations }),
      durationMs: performance.now() - started,
    };
  }

  private outcomeOf(record: ProbeRecord): Outcome {
    const { watched, plan } = this.context;
    const recalled = watched?.recall(record);
    const deviations = recalled ? { deviations: recalled } : {};
    const error = record.error === null ? null : asError(plan.goal.metric, record.error);
    if (record.outcome === 'failed') return { kind: 'run-failed' };
    if (record.outcome === 'beyond' || error === null) return { kind: 'inaccurate', error, ...deviations };
    return { kind: 'probed', error, ...deviations };
  }
}
