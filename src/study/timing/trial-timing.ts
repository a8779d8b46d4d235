/** Trials timed: the program of a trial and the original one in turn, on the inputs whose times are compared. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import type { HeldConfirmation, MeasurementRecord, StudyInput } from '../../journal/records.js';
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
   * False where it did not survive being timed. Identical programs are timed once; what there is no time to time, or what is given up while
   * it is timed, stays untimed.
   */
  async time(
    number: number,
    confirmation: HeldConfirmation,
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

  /** What an earlier session could not tell, because the machine was busy, another may. */
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
    const asked = performance.now();
    return preparation.turns.alone(() => {
      const waitedMs = performance.now() - asked;
      const { mostMs = Number.POSITIVE_INFINITY } = patience;
      return measure(run, baseline, variant, random, {
        ...{ merit, earlier, onRun, names, isThreaded },
        patience: { ...patience, mostMs: mostMs - waitedMs },
      });
    });
  }

  /** A trial's program against the original one, on one input alone. */
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

  /** Before anything is searched for: one run of the program as written says whether its kernels are timed. */
  async requireKernelTimes(): Promise<void> {
    const outcomes = await this.runTimed(null);
    if (outcomes.some((one) => one.kind !== 'not-started' && (one.gpu?.kernels.length ?? 0) > 0)) return;
    const text = `--tune-blocks with the ${this.context.bench.engineName} engine: a run of the program as written has no times of kernels`;
    throw new MantissaError('MX2056', text, {
      remedy:
        'have nvcc link the program, with NVCC_APPEND_FLAGS as its environment has it, and run it where a GPU is; or use --engine cuda, or leave --tune-blocks out',
    });
  }

  /** One run of a trial's program, or of the program as written, on every input that is timed. */
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
    verdict: `${verdict}, being the same program as ${same ? `trial ${same.trial}` : 'the baseline'} byte for byte`,
  };
}
