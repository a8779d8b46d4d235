/**
 * Finds how long a program can compute in lower precision before its last iterations need the declared one: profiles it, chooses the loop with
 * most of the work, and searches for the switch with emulated runs. The patched program is timed if an engine of this machine can; the speedups of
 * other switches are modelled.
 */
import {
  type Artifact,
  baselineConfiguration,
  type Configuration,
  type DeviceProfile,
  type ExecutionCounts,
  establishBaseline,
  type Format,
  failureOf,
  filesToCollect,
  firstIterations,
  hasKernels,
  type InputBaseline,
  type OutputJudge,
  type OutputPlace,
  outputOfRun,
  PerformanceModel,
  type PhasedConfiguration,
  type PhaseLoop,
  type RunLimits,
  type RunOutcome,
  reasonOf,
  required,
  resolve,
  type SplitBench,
  type StudyInput,
  stateOf,
  uniformConfiguration,
  type Workbench,
  whyNotInOrder,
} from '../../core.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { type PhaseTiming, timePhases } from './phase-timing.js';
import { type SwitchEnd, type SwitchJudgement, type SwitchTrial, searchSwitch } from './search-switch.js';

export interface PhaseRequest {
  readonly bench: Workbench;
  readonly judge: OutputJudge;
  readonly place: OutputPlace;
  /** The input of the search comes first; the switch is checked on the others. */
  readonly inputs: readonly StudyInput[];
  /** The inputs whose times count, on the engine of `timing`; the input of the search if there is none. */
  readonly timed: readonly StudyInput[];
  readonly limits: Omit<RunLimits, 'arguments' | 'collect'>;
  readonly scope: ReadonlySet<number>;
  /** The format of the first phase; the second has the declared ones. */
  readonly low: Format;
  readonly device: DeviceProfile;
  /** The program on the engine whose times count; null if no engine of this machine times it. */
  readonly timing: Workbench | null;
  /** Phases to check instead of a search. */
  readonly given: PhasedConfiguration | null;
  /** Whether only loops that call functions of the program, or launch kernels, are searched. */
  readonly mustCall: boolean;
  onStep(what: string): void;
}

export interface PhaseTrial extends SwitchTrial {
  /** Modelled: the time of the original over that with this switch; null without a model. */
  readonly speedup: number | null;
  /** Share of the executed floating-point operations in the first phase. */
  readonly lowShare: number;
}

/** The switch on another input, which may have another number of iterations. */
export interface CheckedInput extends SwitchJudgement {
  readonly input: string;
  readonly iterations: number;
  readonly first: number;
}

export interface PhaseAnswer {
  readonly loops: readonly PhaseLoop[];
  readonly loop: PhaseLoop;
  readonly end: SwitchEnd | 'checked';
  readonly trials: readonly PhaseTrial[];
  readonly chosen: PhaseTrial | null;
  readonly phases: PhasedConfiguration | null;
  readonly checked: readonly CheckedInput[];
  /** The modelled speedup with the lower precision throughout the run; null without a model. */
  readonly lowSpeedup: number | null;
  /** Null if there are no phases. */
  readonly patch: PhasePatch | null;
  /** Null if there is no patch, or no engine to time it. */
  readonly timing: PhaseTiming | null;
}

/** The files of a patch, by path relative to the project, or the reason why there is none. */
export type PhasePatch =
  | { readonly kind: 'patch'; readonly files: ReadonlyMap<string, string>; readonly artifact: Artifact }
  | Refused;

interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

interface BuiltSplit {
  readonly kind: 'built';
  readonly split: SplitBench;
  readonly artifact: Artifact;
}

export async function studyPhases(request: PhaseRequest): Promise<PhaseAnswer> {
  const { bench, inputs, low, onStep, given } = request;
  const { program, groups } = bench;
  const before = given?.before ?? uniformConfiguration(program, groups, request.scope, low);
  const after = given?.after ?? baselineConfiguration;
  if (before.sites.size === 0 && before.operations.size === 0)
    throw new MantissaError('MX2042', `no group in scope can be ${low} before the switch`);
  const refused = whyNotInOrder(program, { before, after });
  if (refused !== null) throw new MantissaError('MX2058', refused);
  onStep('counting the iterations of the loops');
  const [input, ...others] = inputs as [StudyInput, ...StudyInput[]];
  const { counts } = await bench.runs.profile('count', limitsOf(request, input));
  const loops = bench.phaseLoops(counts);
  const loop = chooseLoop(loops, request);
  const runs = new PhaseRuns(request, loop, before, after);
  onStep('running the original program');
  const judge = await runs.judgeOn(input);
  const prices = priced(request, counts, before, loop);
  const withPrice = (trial: SwitchTrial): PhaseTrial => ({
    ...trial,
    speedup: prices?.speedupAt(trial.fraction) ?? null,
    lowShare: trial.fraction * loop.share,
  });
  const iterations = loop.iterations!;
  const found = given
    ? await checkSwitch(iterations, given, judge)
    : await searchSwitch(iterations, (first) => {
        onStep(`running the first ${first} of ${iterations} iterations in ${low}`);
        return judge(first);
      });
  const chosen = found.chosen && withPrice(found.chosen);
  const phases =
    chosen && found.end !== 'not-needed'
      ? { loop: loop.id, switch: given?.switch ?? { fraction: chosen.fraction }, before, after }
      : null;
  const checked: CheckedInput[] = [];
  for (const other of others) {
    if (phases === null) break;
    onStep(`checking the switch on input ${other.name}`);
    checked.push(await runs.check(other, phases.switch));
  }
  const trials = found.trials.map(withPrice);
  if (phases) onStep('writing and checking the patch');
  const written = phases && chosen ? await runs.patch(phases, chosen.first, input) : null;
  const timing = phases && written?.kind === 'patch' ? await runs.time(phases, written, input) : null;
  return {
    loops,
    loop,
    end: found.end,
    trials,
    chosen,
    phases,
    checked,
    lowSpeedup: prices?.lowSpeedup ?? null,
    patch: timing?.kind === 'missed' ? { kind: 'refused', reason: timing.reason } : written,
    timing,
  };
}

function limitsOf({ limits, place }: PhaseRequest, input: StudyInput): RunLimits {
  return { ...limits, arguments: input.arguments, collect: filesToCollect(place) };
}

function chooseLoop(loops: readonly PhaseLoop[], { given, mustCall }: PhaseRequest): PhaseLoop {
  const loop = given
    ? loops.find(({ id }) => id === given.loop)
    : loops.find(({ obstacle, reached }) => obstacle === null && (!mustCall || reached.size > 0));
  if (loop && loop.obstacle === null) return loop;
  const [first, ...rest] = (given && loop ? [loop] : loops).map(({ id, file, line, obstacle }) => ({
    text: `${id}: ${obstacle?.reason ?? 'it can have phases'}`,
    place: { file, line },
  }));
  if (given && !loop)
    throw new MantissaError('MX2057', `this program has no loop ${given.loop} that does some of its work`);
  throw new MantissaError(
    'MX2057',
    first ? [first, ...rest] : 'no loop on the host executes floating-point operations or calls a function that does',
  );
}

/** Judges one given switch. */
async function checkSwitch(
  iterations: number,
  { switch: at }: PhasedConfiguration,
  judge: (first: number) => Promise<SwitchJudgement>,
): Promise<{ readonly end: 'checked'; readonly chosen: SwitchTrial; readonly trials: readonly SwitchTrial[] }> {
  const first = firstIterations(at, iterations);
  const trial = { fraction: first / iterations, first, ...(await judge(first)) };
  return { end: 'checked', chosen: trial, trials: [trial] };
}

class PhaseRuns {
  constructor(
    private readonly request: PhaseRequest,
    private readonly loop: PhaseLoop,
    private readonly before: Configuration,
    private readonly after: Configuration,
  ) {}

  async judgeOn(input: StudyInput): Promise<(first: number) => Promise<SwitchJudgement>> {
    const { bench, judge, place } = this.request;
    const limits = limitsOf(this.request, input);
    const baseline = await establishBaseline(bench, judge, place, input, limits, null);
    return (first) => this.judged(first, input, limits, baseline);
  }

  /** The switch on another input: its own number of iterations, the same share of them. */
  async check(input: StudyInput, at: PhasedConfiguration['switch']): Promise<CheckedInput> {
    const { counts } = await this.request.bench.runs.profile('count', limitsOf(this.request, input));
    const iterations = counts.loops?.get(this.loop.loop) ?? 0;
    const first = firstIterations(at, iterations);
    const judge = await this.judgeOn(input);
    return { input: input.name, iterations, first, ...(await judge(first)) };
  }

  /**
   * The patch of the phases. It is given only if the split program computes what the original does with its own formats, and if the patched
   * program prints, bit for bit, what the emulated phases print.
   */
  async patch(phases: PhasedConfiguration, first: number, input: StudyInput): Promise<PhasePatch> {
    const { bench } = this.request;
    const limits = limitsOf(this.request, input);
    const made = await this.build(bench, phases);
    if (made.kind === 'refused') return made;
    const { split, artifact } = made;
    const unchanged = await split.bench.runs.original(limits);
    if (!printsSame(unchanged, await bench.runs.original(limits)))
      return {
        kind: 'refused',
        reason: 'with the declared formats in both loops, the split program prints something else than the original',
      };
    const built = await split.bench.runs.run(artifact, limits);
    if (!printsSame(built, required(await this.emulated(first, limits))))
      return {
        kind: 'refused',
        reason:
          'the patched program does not print, bit for bit, what the emulated phases print. If code in front of the loop reads memory that the ' +
          'loop writes, such as for an initial residual, compute that in the first iteration',
      };
    const lowered = await split.bench.variants.rewrite(split.configuration);
    return { kind: 'patch', files: new Map([...split.files, ...lowered]), artifact };
  }

  /** Times the patched program where times count; null without such an engine. */
  async time(
    phases: PhasedConfiguration,
    patch: Extract<PhasePatch, { kind: 'patch' }>,
    input: StudyInput,
  ): Promise<PhaseTiming | null> {
    const { bench, timing, judge, place, limits, onStep } = this.request;
    if (timing === null) return null;
    const made = timing === bench ? patch : await this.build(timing, phases);
    if (made.kind === 'refused') return { kind: 'not-timed', reason: made.reason };
    const timed = this.request.timed.length > 0 ? this.request.timed : [input];
    const apart = timed.filter(({ name }) => name !== input.name);
    return timePhases({
      ...{ timing, judge, place, limits, onStep, patched: made.artifact, low: this.before },
      ...{ inputs: timed, unchecked: timing === bench ? apart : [input, ...apart] },
    });
  }

  /** The patched program, built by the engine of a bench. */
  private async build(bench: Workbench, phases: PhasedConfiguration): Promise<BuiltSplit | Refused> {
    const split = await bench.split(phases, this.loop);
    if (split.kind === 'infeasible') return { kind: 'refused', reason: reasonOf(split) };
    const building = await split.bench.variants.tryBuild(split.configuration);
    return building.kind === 'built'
      ? { kind: 'built', split, artifact: building.artifact }
      : { kind: 'refused', reason: reasonOf(building) };
  }

  private emulated(first: number, limits: RunLimits): ReturnType<Workbench['runs']['tryPhases']> {
    const { before, after } = this;
    const { program, runs } = this.request.bench;
    const { loop } = this.loop;
    return runs.tryPhases({ loop, first, before, after, state: stateOf(program, this.loop) }, limits);
  }

  private async judged(
    first: number,
    input: StudyInput,
    limits: RunLimits,
    { expected }: InputBaseline,
  ): Promise<SwitchJudgement> {
    const { judge, place } = this.request;
    const outcome = required(await this.emulated(first, limits));
    const failure = failureOf(outcome);
    const found = outputOfRun(place, outcome);
    if (!found) return { error: null, isWithin: false, evidence: failure?.evidence ?? 'it writes no output' };
    const judgement = await judge.judge(input.name, expected, found);
    const isWithin = judgement.kind === 'within';
    return { error: judgement.error, isWithin, evidence: isWithin ? null : judgement.evidence };
  }
}

function printsSame(one: RunOutcome, other: RunOutcome): boolean {
  if (one.kind !== 'exited' || other.kind !== 'exited' || one.exitCode !== 0 || other.exitCode !== 0) return false;
  const files = [...one.collected].every(([name, bytes]) => other.collected.get(name)?.equals(bytes));
  return one.stdout.equals(other.stdout) && files && one.collected.size === other.collected.size;
}

interface Prices {
  readonly lowSpeedup: number;
  speedupAt(fraction: number): number;
}

/**
 * The time of the kernels as a sum over the phases: the launches of the loop are in the lower precision for a fraction of its iterations. The
 * conversion at the switch happens once and is left out. Null for a program without kernels, which has no model.
 */
function priced(
  { bench, device }: PhaseRequest,
  counts: ExecutionCounts,
  before: Configuration,
  loop: PhaseLoop,
): Prices | null {
  const { program, capabilities } = bench;
  if (!hasKernels(program)) return null;
  const model = new PerformanceModel(program, device, counts, { isFull: capabilities.inputs === 'stand-in' });
  const { timeMs, kernels } = model.baseline;
  if (!(timeMs > 0)) return null;
  const low = model.predict(resolve(program, before));
  const saved = kernels.reduce(
    (sum, kernel, at) => sum + (loop.reached.get(kernel.function) ?? 0) * (kernel.timeMs - low.kernels[at]!.timeMs),
    0,
  );
  return {
    lowSpeedup: timeMs / low.timeMs,
    speedupAt: (fraction) => timeMs / (timeMs - fraction * saved),
  };
}
