/**
 * Times a program with phases against the original one, on the engine whose times count. If that is not the engine of the emulated runs (a GPU
 * rounds fused operations once), the output of the patched program is judged there again, and also on inputs that are only timed.
 */
import {
  type Artifact,
  type Configuration,
  type EngineName,
  establishBaseline,
  filesToCollect,
  type Measurement,
  measure,
  type OutputJudge,
  type OutputPlace,
  outputOfRun,
  type RunLimits,
  type RunOutcome,
  type StudyInput,
  TimedRunFailed,
  usesThreads,
  type Workbench,
} from '../../core.js';
import { seededRandom } from '../../support/random.js';

/** Speedups over the original program, measured on the timed inputs. */
export interface PhaseSpeeds {
  readonly engine: EngineName;
  /** The names of the timed inputs. */
  readonly inputs: readonly string[];
  readonly phases: Measurement;
  /** The lower precision throughout the run; null if that program cannot be built or fails. */
  readonly throughout: Measurement | null;
}

/** `missed`: the patched program misses the goal on this engine. */
export type PhaseTiming =
  | { readonly kind: 'timed'; readonly speeds: PhaseSpeeds }
  | { readonly kind: 'not-timed'; readonly reason: string }
  | { readonly kind: 'missed'; readonly reason: string };

export interface TimingRequest {
  readonly timing: Workbench;
  /** The patched program, built by the engine of `timing`. */
  readonly patched: Artifact;
  /** The formats of the first phase. */
  readonly low: Configuration;
  readonly judge: OutputJudge;
  readonly place: OutputPlace;
  /** The inputs whose times count. */
  readonly inputs: readonly StudyInput[];
  /** The inputs on which the output of the patched program was not yet compared with that of the emulated phases. */
  readonly unchecked: readonly StudyInput[];
  readonly limits: Omit<RunLimits, 'arguments'>;
  onStep(what: string): void;
}

const SEED = 1;

export async function timePhases(request: TimingRequest): Promise<PhaseTiming> {
  const { timing, patched, low, unchecked, onStep } = request;
  for (const input of unchecked) {
    onStep(`checking the patched program on input ${input.name}`);
    const missed = await whyMissed(request, input);
    if (missed === null) continue;
    const where = `on the ${timing.engineName} engine with input '${input.name}'`;
    return { kind: 'missed', reason: `${where}, the patched program misses the goal: ${missed}` };
  }
  const original = await timing.builds.original();
  onStep('timing the patched program against the original');
  try {
    const phases = await speedup(request, original, patched);
    onStep('timing the lower precision throughout the run');
    const building = await timing.variants.tryBuild(low);
    const throughout =
      building.kind === 'built' ? await speedup(request, original, building.artifact).catch(nullIfFailed) : null;
    const inputs = request.inputs.map(({ name }) => name);
    return { kind: 'timed', speeds: { engine: timing.engineName, inputs, phases, throughout } };
  } catch (error) {
    if (!(error instanceof TimedRunFailed)) throw error;
    return { kind: 'not-timed', reason: error.message };
  }
}

/** The offence of the patched program's output on this engine; null if it meets the goal. */
async function whyMissed(
  { timing, patched, judge, place, limits }: TimingRequest,
  input: StudyInput,
): Promise<string | null> {
  const collecting = { ...limits, arguments: input.arguments, collect: filesToCollect(place) };
  const { expected } = await establishBaseline(timing, judge, place, input, collecting, null);
  const outcome = await timing.runs.run(patched, collecting);
  const found = outputOfRun(place, outcome);
  if (!found) return 'it writes no output';
  const judgement = await judge.judge(input.name, expected, found);
  return judgement.kind === 'within' ? null : judgement.evidence;
}

function speedup(
  { timing, inputs, limits }: TimingRequest,
  original: Artifact,
  variant: Artifact,
): Promise<Measurement> {
  const run = async (program: Artifact) => {
    const outcomes: RunOutcome[] = [];
    for (const one of inputs) outcomes.push(await timing.runs.run(program, { ...limits, arguments: one.arguments }));
    return outcomes;
  };
  return measure(run, original, variant, seededRandom(SEED), { isThreaded: usesThreads(timing.project) });
}

function nullIfFailed(error: unknown): null {
  if (error instanceof TimedRunFailed) return null;
  throw error;
}
