/** Times trials: the program of a trial and the original one alternate on the timed inputs. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import type { MeasurementRecord, StudyInput, SuccessfulConfirmation } from '../../journal/records.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { TimeUp } from '../../support/deadline.js';
import { usesThreads } from '../../workbench/uses-threads.js';
import type { StudyContext } from '../study-context.js';
import { isEnough, type Measurement, measure, type Patience, TimedRunFailed } from './measurement.js';
import { inTurnSettings, readMeasurement } from './remote-measurement.js';

type TrialTimingContext = Pick<
  StudyContext,
  'bench' | 'builds' | 'gpuRuns' | 'journal' | 'plan' | 'preparation' | 'random' | 'report'
>;

export class TrialTiming {
  timedRuns = 0;
  /** Trials that were timed in this session. */
  private readonly timedNow = new Set<number>();

  constructor(private readonly context: TrialTimingContext) {}

  /**
   * Times a trial; false if a timed run failed. Identical programs are timed once. If there is not enough time, or the measurement is given up,
   * the trial stays untimed.
   */
  async time(
    number: number,
    confirmation: SuccessfulConfirmation,
    patience: Patience,
    isGivenUp: () => boolean = () => false,
  ): Promise<boolean> {
    const { bench, journal } = this.context;
    const known = journal.state.trial(number)!.measurement;
    if (known && isEnough(known, patience) && !this.isTimedAgain(number, known, patience)) return true;
    const { digest } = confirmation;
    const baseline = await bench.builds.original();
    const same = journal.state.measurementOf(digest);
    if (digest === baseline.digest || (same && same.trial !== number && isEnough(same, patience))) {
      journal.append(sameProgram(number, digest, same));
      return true;
    }
    try {
      const measured = await this.measure(
        baseline,
        await this.context.builds.artifact(number),
        patience,
        number,
        isGivenUp,
      );
      journal.append({ kind: 'measurement', trial: number, digest, ...measured });
      this.timedNow.add(number);
      return true;
    } catch (error) {
      if (error instanceof TimeUp) return true;
      if (!(error instanceof TimedRunFailed)) throw error;
      journal.append({ ...confirmation, outcome: error.outcome, evidence: error.message });
      return false;
    }
  }

  /** An unclear verdict of an earlier session, when the machine may have been busy, is measured again. */
  private isTimedAgain(number: number, known: MeasurementRecord, { warmsUp }: Patience): boolean {
    return warmsUp && known.samples.length > 0 && !this.timedNow.has(number) && speedVerdictOf(known) === 'unclear';
  }

  async measure(
    baseline: Artifact,
    variant: Artifact,
    patience: Patience,
    trial: number | 'ideal',
    isGivenUp: () => boolean = () => false,
    on: readonly StudyInput[] = this.context.preparation.inputs.timed,
  ): Promise<Measurement & { readonly node?: string }> {
    const { bench, gpuRuns, random, plan, preparation, report } = this.context;
    const { merit, inputs } = plan;
    const limits = () => on.map((input) => preparation.inputs.limits(input));
    const names = inputs.length > 1 ? on.map(({ name }) => name) : null;
    const isThreaded = usesThreads(bench.project);
    const settings = inTurnSettings(merit, patience, variant.digest, { names, isThreaded });
    const elsewhere = bench.runs.inTurn?.(baseline, variant, limits(), settings);
    if (elsewhere) {
      const measured = readMeasurement(await elsewhere);
      this.timedRuns += measured.samples.length;
      return measured;
    }
    const run = async (program: Artifact): Promise<RunOutcome[]> => {
      const outcomes: RunOutcome[] = [];
      for (const one of limits()) {
        this.timedRuns++;
        outcomes.push(await bench.runs.run(program, one));
        if (isGivenUp()) throw new TimeUp();
      }
      return outcomes;
    };
    const isBrief = !patience.warmsUp && merit === null;
    const known = (program: Artifact) => (isBrief ? gpuRuns.of(program.digest, limits()) : []);
    const earlier = { baseline: known(baseline), variant: known(variant) };
    const onRun = (done: number, of: number) => report({ kind: 'timing', trial, done, of });
    const requestMs = performance.now();
    return preparation.turns.alone(() => {
      const waitedMs = performance.now() - requestMs;
      const { mostMs = Number.POSITIVE_INFINITY } = patience;
      return measure(run, baseline, variant, random, {
        ...{ merit, earlier, onRun, names, isThreaded },
        patience: { ...patience, mostMs: mostMs - waitedMs },
      });
    });
  }

  /** Times a trial's program against the original one on a single input. */
  async timeOn(
    input: StudyInput,
    number: number,
    patience: Patience,
  ): Promise<Measurement & { readonly node?: string }> {
    const [baseline, variant] = [
      await this.context.bench.builds.original(),
      await this.context.builds.artifact(number),
    ];
    return this.measure(baseline, variant, patience, number, () => false, [input]);
  }

  /** Throws before the search if a run of the original program reports no kernel times. */
  async requireKernelTimes(): Promise<void> {
    const outcomes = await this.runTimed(null);
    if (outcomes.some((one) => one.kind !== 'not-started' && (one.gpu?.kernels.length ?? 0) > 0)) return;
    const text = `--tune-blocks with the ${this.context.bench.engineName} engine: a run of the original program reports no kernel times`;
    throw new MantissaError('MX2056', text, {
      remedy:
        'link the program with nvcc, which must see the NVCC_APPEND_FLAGS of its environment, and run it on a machine with a GPU; or use --engine cuda, or leave out --tune-blocks',
    });
  }

  /** One run of a trial's program, or of the original program (null), on every timed input. */
  async runTimed(number: number | null): Promise<RunOutcome[]> {
    const { bench, preparation } = this.context;
    const program = number === null ? await bench.builds.original() : await this.context.builds.artifact(number);
    const outcomes: RunOutcome[] = [];
    for (const input of preparation.inputs.timed)
      outcomes.push(await bench.runs.run(program, preparation.inputs.limits(input)));
    return outcomes;
  }
}

function sameProgram(trial: number, digest: string, same: MeasurementRecord | null): MeasurementRecord {
  const { clock, ratio, low, high, verdict, inputs }: Omit<Measurement, 'samples'> = same ?? {
    clock: 'wall',
    ratio: 1,
    low: 1,
    high: 1,
    verdict: 'as fast',
  };
  return {
    kind: 'measurement',
    trial,
    digest,
    clock,
    samples: [],
    ...{ ratio, low, high, ...(inputs && { inputs }) },
    verdict: `${verdict}; the program is identical to ${same ? `trial ${same.trial}` : 'the baseline'}`,
  };
}
