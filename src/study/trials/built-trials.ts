/**
 * Trials made real: built from the rewritten source, run on every input, the held-out ones included, and timed. On a CPU a build must
 * print exactly what was emulated; on a GPU its own output is judged by the goal. What is to be recommended is watched at its memory.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import { count } from '../../inspection/table.js';
import type { ConfirmationResult } from '../../journal/confirmation-record.js';
import type { EnergyRecord } from '../../journal/energy-record.js';
import type { Journal } from '../../journal/journal.js';
import type { ConfirmationRecord, HeldConfirmation, MeasurementRecord, StudyInput } from '../../journal/records.js';
import type { VectorizationRecord } from '../../journal/vectorization-record.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import { createPatch } from '../../rewrite/patch.js';
import type { Configuration } from '../../space/resolve.js';
import { TimeUp } from '../../support/deadline.js';
import { type Bench, isModelled } from '../../workbench/bench.js';
import { checkSourcesUnchanged } from '../../workbench/unchanged-sources.js';
import { usesThreads } from '../../workbench/uses-threads.js';
import type { RunLimits } from '../../workbench/workbench.js';
import type { MemoryCheck } from '../judging/memory-check.js';
import { sampleOutputs } from '../judging/output-sample.js';
import type { StudyEvent, StudyPlan } from '../plan.js';
import type { Preparation } from '../preparation/preparation.js';
import { reportedStep } from '../reported-step.js';
import type { ConfigurationSpace } from '../search-space.js';
import { COUNTS_ENERGY, measureEnergy, requireCounted } from '../timing/energy.js';
import type { GpuRuns } from '../timing/gpu-runs.js';
import { inTurnSettings, readMeasurement } from '../timing/measure-in-turn.js';
import { isEnough, type Measurement, measure, type Patience, THOROUGH, TimedRunFailed } from '../timing/measurement.js';
import type { Rival, VectorizingContext } from '../vectors/vectorized-trial.js';
import { describeFormats } from './constraints.js';
import { type Contradiction, contradictingPart, contradictionText, findContradiction } from './contradiction.js';
import { trialConfiguration } from './trial-configuration.js';
import { printedDigits, type TrialRunner } from './trial-runner.js';

/** nvcc compiles for the host and the device in turn, and each has several steps. */
const PROCESSORS_OF_A_BUILD = 4;

export interface BuiltTrialsContext {
  readonly bench: Bench;
  readonly journal: Journal;
  readonly plan: StudyPlan;
  readonly tuning: ConfigurationSpace;
  readonly preparation: Preparation;
  readonly random: () => number;
  readonly gpuRuns: GpuRuns;
  /** Null where nobody wants to know. */
  readonly memory: MemoryCheck | null;
  report(event: StudyEvent): void;
}

export class BuiltTrials {
  timedRuns = 0;
  /** By trial; of one that cannot be built nothing is left. */
  private readonly built = new Map<number, Promise<Artifact>>();
  private readonly finished = new Set<number>();
  /** Trials that were timed in this session. */
  private readonly timedNow = new Set<number>();

  constructor(private readonly context: BuiltTrialsContext) {}

  /** Builds several at the same time, for those that come to be confirmed; one that fails says so when its turn comes. */
  async buildAhead(numbers: readonly number[]): Promise<void> {
    const waiting = numbers.filter((number) => !this.isConfirmed(number) && !this.finished.has(number));
    const lane = async () => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
        await this.artifact(number).catch(() => undefined);
    };
    if (waiting.length === 0) return;
    const {
      plan: { buildJobs },
      report,
    } = this.context;
    await reportedStep(report, `building ${count(waiting.length, 'trial')} from rewritten sources`, () =>
      Promise.all(Array.from({ length: Math.min(buildJobs, waiting.length) }, lane)),
    );
  }

  /** Where the time is short: of those, fastest first, that come to be confirmed, as many as take hardly longer than one. */
  async buildBeside(numbers: readonly number[]): Promise<void> {
    const atOnce = Math.floor(this.context.plan.buildJobs / PROCESSORS_OF_A_BUILD);
    await this.buildAhead(numbers.slice(0, Math.max(1, atOnce)));
  }

  /** Beside a search that leaves processors idle; where all of them are building, it waits for its turn to be confirmed. */
  beginToBuild(number: number): void {
    const {
      bench,
      plan: { buildJobs },
    } = this.context;
    const underWay = this.built.size - this.finished.size;
    if (bench.capabilities.sharesMachine || (underWay + 1) * PROCESSORS_OF_A_BUILD >= buildJobs) return;
    this.artifact(number).catch(() => undefined); // says so when it is confirmed
  }

  isBuilt(number: number): boolean {
    return this.finished.has(number);
  }

  /** Whether the built program is within tolerance on every input, and prints what the emulated one does where that has been run. */
  async confirm(number: number): Promise<ConfirmationRecord> {
    return this.context.journal.state.trial(number)!.confirmation ?? this.confirmAnew(number, false);
  }

  /** Compares the built program with the emulated one where its confirmation did not wait for that. */
  async compareWithEmulated(number: number): Promise<void> {
    const { bench, journal } = this.context;
    const { confirmation } = journal.state.trial(number)!;
    if (!bench.capabilities.isExact || confirmation?.outcome !== 'accurate' || confirmation.asEmulated !== null) return;
    await this.context.preparation.emulateBaselines();
    const { cannotEmulate } = await this.context.preparation.runner();
    const baselines = await this.context.preparation.allBaselines();
    if (cannotEmulate !== null || baselines.some(({ record }) => record.noise > 0)) return;
    await this.confirmAnew(number, true);
  }

  private async confirmAnew(number: number, withEmulation: boolean): Promise<ConfirmationRecord> {
    const {
      bench,
      plan: { goal, output },
    } = this.context;
    this.context.report({ kind: 'confirming', trial: number });
    const runner = await this.context.preparation.runner();
    const baselines = await this.context.preparation.allBaselines();
    checkSourcesUnchanged(bench.program);
    const configuration = this.configurationOf(number);
    const ready = await this.built.get(number)?.catch(() => undefined);
    const built = await runner.rebuild(configuration, baselines, ready);
    if (built.artifact) this.keep(number, Promise.resolve(built.artifact));
    // a program that does not repeat itself cannot be asked to repeat what was emulated; the first answer does not wait for emulation
    const isRepeatable = baselines.every(({ record }) => record.noise === 0);
    const isCompared =
      bench.capabilities.isExact && isRepeatable && built.artifact !== null && (withEmulation || runner.hasEmulatedAll);
    const emulated = isCompared ? await runner.emulate(configuration, baselines) : null;
    const contradiction = emulated ? findContradiction(output, emulated, built) : null;
    const confirmation = this.remember({
      kind: 'confirmation',
      trial: number,
      ...confirmationResult(built, contradiction),
      inputs: baselines.map(({ input }) => input.name),
      asEmulated: emulated ? contradiction === null : null,
      ...(contradiction && { contradiction }),
      patch: built.artifact ? await this.patchOf(configuration) : null,
      outputs: sampleOutputs(output, baselines, built.outputs, goal.metric),
    });
    await this.setContradictionsAside();
    return confirmation;
  }

  /** Finds what contradicts in the trials that do, and has the search leave it alone. One that was interrupted is made up for. */
  async setContradictionsAside(): Promise<void> {
    const { journal, tuning, report } = this.context;
    const { constraints } = journal.state;
    const isKnown = (number: number) => constraints.some((one) => one.contradicted && one.trial === number);
    for (const { number, formats, accumulators, blocks, confirmation } of journal.state.trials()) {
      const contradiction = confirmation?.contradiction;
      // of one with other sums or blocks nobody can say whether its formats are at fault: it is out, and they are not
      if (!contradiction || isKnown(number) || accumulators || blocks) continue;
      const runner = await this.context.preparation.runner();
      const baseline = (await this.context.preparation.allBaselines()).find(
        ({ input }) => input.name === contradiction.input,
      );
      const part = baseline
        ? await reportedStep(report, `finding what makes trial ${number} print something else than was emulated`, () =>
            contradictingPart(formats, baseline, { runner, tuning }),
          )
        : formats;
      const reason = contradictionText(contradiction);
      journal.append({ kind: 'constraint', trial: number, formats: part, reason, contradicted: true });
      const text = `trial ${number} prints something else built than emulated (${reason}): ${describeFormats(part)} is set aside`;
      report({ kind: 'note', text });
    }
  }

  private async patchOf(configuration: Configuration): Promise<string> {
    const { bench } = this.context;
    const rewritten = await bench.rewrite(configuration);
    return createPatch(
      [...rewritten].map(([path, after]) => ({
        path,
        before: bench.program.files.find((file) => file.path === path)?.source.written.text ?? '', // a header of ours is new
        after,
      })),
    );
  }

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
    const baseline = await bench.original();
    const same = journal.state.measurementOf(digest);
    if (digest === baseline.digest || (same && same.trial !== number && isEnough(same, patience))) {
      journal.append(sameProgram(number, digest, same));
      return true;
    }
    try {
      const measured = await this.measure(baseline, await this.artifact(number), patience, number, isGivenUp);
      journal.append({ kind: 'measurement', trial: number, digest, ...measured });
      this.timedNow.add(number);
      return true;
    } catch (error) {
      if (error instanceof TimeUp) return true;
      if (!(error instanceof TimedRunFailed)) throw error;
      this.remember({ ...confirmation, outcome: error.outcome, evidence: error.message });
      return false;
    }
  }

  /** What an earlier session could not tell, because the machine was busy, another may. */
  private isTimedAgain(number: number, known: MeasurementRecord, { warmsUp }: Patience): boolean {
    return warmsUp && known.samples.length > 0 && !this.timedNow.has(number) && speedVerdictOf(known) === 'unclear';
  }

  /** False where its program was caught at a bad access that the original does not make. */
  async isSafe(number: number): Promise<boolean> {
    const { journal, memory, report } = this.context;
    const trial = journal.state.trial(number)!;
    if (trial.memory || !memory) return trial.memory?.finding == null;
    const found = await reportedStep(report, `watching the memory of trial ${number}`, () =>
      memory.check(this.configurationOf(number)),
    );
    journal.append({ kind: 'memory', trial: number, ...found });
    if (found.finding) report({ kind: 'note', text: `trial ${number} is unsafe: ${found.finding.text}` });
    return found.finding === null;
  }

  async measure(
    baseline: Artifact,
    variant: Artifact,
    patience: Patience,
    trial: number | 'ideal',
    isGivenUp: () => boolean = () => false,
    on: readonly StudyInput[] = this.context.preparation.timedInputs(),
  ): Promise<Measurement & { readonly node?: string }> {
    const {
      bench,
      gpuRuns,
      random,
      plan: { merit },
      preparation: { turns },
      report,
    } = this.context;
    const limits = () => this.limitsOn(on);
    const names = this.context.plan.inputs.length > 1 ? on.map(({ name }) => name) : null;
    const isThreaded = usesThreads(bench.project);
    const settings = inTurnSettings(merit, patience, variant.digest, { names, isThreaded });
    const elsewhere = bench.timeInTurn?.(baseline, variant, limits(), settings);
    if (elsewhere) {
      const measured = readMeasurement(await elsewhere);
      this.timedRuns += measured.samples.length;
      return measured;
    }
    const run = async (program: Artifact): Promise<RunOutcome[]> => {
      const outcomes: RunOutcome[] = [];
      for (const one of limits()) {
        this.timedRuns++;
        outcomes.push(await bench.run(program, one));
        if (isGivenUp()) throw new TimeUp();
      }
      return outcomes;
    };
    const isBrief = !patience.warmsUp && merit === null;
    const known = (program: Artifact) => (isBrief ? gpuRuns.of(program.digest, limits()) : []);
    const earlier = { baseline: known(baseline), variant: known(variant) };
    const onRun = (done: number, of: number) => report({ kind: 'timing', trial, done, of });
    const asked = performance.now();
    return turns.alone(() => {
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
    const [baseline, variant] = [await this.context.bench.original(), await this.artifact(number)];
    return this.measure(baseline, variant, patience, number, () => false, [input]);
  }

  /** What its program uses of the GPU's energy against the program as written; what was counted before is not again. */
  async countEnergy(number: number): Promise<EnergyRecord | null> {
    const {
      bench,
      journal,
      random,
      preparation: { turns },
      report,
    } = this.context;
    const known = journal.state.energies.get(number);
    if (known) return known;
    const [baseline, variant] = [await bench.original(), await this.artifact(number)];
    if (variant.digest === baseline.digest) return null;
    const what = `counting the energy of trial ${number}`;
    try {
      const counted = await reportedStep(report, what, () =>
        turns.alone(() => measureEnergy((program) => this.runCounted(program), baseline, variant, random)),
      );
      const record = { kind: 'energy' as const, trial: number, digest: variant.digest, ...counted };
      journal.append(record);
      return record;
    } catch (error) {
      const confirmation = journal.state.trial(number)!.confirmation;
      if (!(error instanceof TimedRunFailed) || !confirmation) throw error;
      this.remember({ ...confirmation, outcome: error.outcome, evidence: error.message });
      return null;
    }
  }

  /** Before anything is searched for: one run of the program as written says whether energy is counted. */
  async requireEnergy(): Promise<void> {
    const original = await this.context.bench.original();
    requireCounted(await this.runCounted(original));
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

  private limitsOn(inputs: readonly StudyInput[]): RunLimits[] {
    return inputs.map((input) => this.context.preparation.limits(input));
  }

  private async runCounted(program: Artifact): Promise<RunOutcome[]> {
    const { bench, preparation } = this.context;
    const outcomes: RunOutcome[] = [];
    for (const one of this.limitsOn(preparation.timedInputs()))
      outcomes.push(await bench.run(program, one, COUNTS_ENERGY));
    return outcomes;
  }

  /** One run of a trial's program, or of the program as written, on every input that is timed. */
  async runTimed(number: number | null): Promise<RunOutcome[]> {
    const { bench, preparation } = this.context;
    const program = number === null ? await bench.original() : await this.artifact(number);
    const outcomes: RunOutcome[] = [];
    for (const one of this.limitsOn(preparation.timedInputs())) outcomes.push(await bench.run(program, one));
    return outcomes;
  }

  /** What judges another form of a trial's program, and times it against a trial as it is, the program as written, or another form. */
  async vectorizing(
    number: number,
    against: NonNullable<VectorizationRecord['against']>,
    form: Artifact | null,
    leastRatio: number,
  ): Promise<VectorizingContext> {
    const runner = await this.context.preparation.runner();
    const baselines = await this.context.preparation.allBaselines();
    const configuration = this.configurationOf(number);
    const { bench } = this.context;
    const rivalProgram = async () =>
      form ?? (against.trial === null ? await bench.original() : await this.artifact(against.trial));
    const rival: Rival = {
      ...{ name: against, leastRatio },
      time: async (other) => this.measure(await rivalProgram(), other, THOROUGH, number),
    };
    return {
      ...{ bench, configuration, rival: isModelled(bench) ? null : rival },
      judge: (other) => runner.rebuild(configuration, baselines, other),
    };
  }

  private artifact(number: number): Promise<Artifact> {
    const found = this.built.get(number);
    if (found) return found;
    const {
      bench,
      preparation: { turns },
    } = this.context;
    const configuration = this.configurationOf(number);
    const building = turns.beside(() => bench.variant(configuration, undefined, printedDigits(configuration)));
    return this.keep(number, building);
  }

  private keep(number: number, building: Promise<Artifact>): Promise<Artifact> {
    this.built.set(number, building);
    building.then(
      () => this.finished.add(number),
      () => this.built.delete(number),
    );
    return building;
  }

  configurationOf(number: number): Configuration {
    const { bench, journal, tuning } = this.context;
    return trialConfiguration(bench.program, tuning, journal.state.trial(number)!);
  }

  private isConfirmed(number: number): boolean {
    return this.context.journal.state.trial(number)!.confirmation !== null;
  }

  private remember(confirmation: ConfirmationRecord): ConfirmationRecord {
    this.context.journal.append(confirmation);
    return confirmation;
  }
}

function confirmationResult(
  built: Awaited<ReturnType<TrialRunner['rebuild']>>,
  contradiction: Contradiction | null,
): ConfirmationResult {
  if (built.artifact === null) {
    const { outputs: _, artifact, ...result } = built;
    return { ...result, digest: artifact };
  }
  const { outputs: _, artifact, ...result } = built;
  const { digest } = artifact;
  if (!contradiction) return { ...result, digest };
  return { outcome: 'contradicted', error: result.error, evidence: contradictionText(contradiction), digest };
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
