/**
 * Times a program with phases against the original one, on the engine whose times count. If that is not the engine of the emulated runs (a GPU
 * rounds fused operations once), the output of the patched program is judged there again.
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
  type StudyInput,
  TimedRunFailed,
  usesThreads,
  type Workbench,
} from '../../core.js';
import { seededRandom } from '../../support/random.js';

/** Speedups over the original program, measured on one input. */
export interface PhaseSpeeds {
  readonly engine: EngineName;
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
  readonly input: StudyInput;
  readonly limits: RunLimits;
  /** Whether the output was compared with that of the emulated phases on this engine. */
  readonly isCompared: boolean;
  onStep(what: string): void;
}

const SEED = 1;

export async function timePhases(request: TimingRequest): Promise<PhaseTiming> {
  const { timing, patched, low, onStep, isCompared } = request;
  const missed = isCompared ? null : await whyMissed(request);
  if (missed !== null)
    return {
      kind: 'missed',
      reason: `on the ${timing.engineName} engine, the patched program misses the goal: ${missed}`,
    };
  const original = await timing.builds.original();
  onStep('timing the patched program against the original');
  try {
    const phases = await speedup(request, original, patched);
    onStep('timing the lower precision throughout the run');
    const building = await timing.variants.tryBuild(low);
    const throughout =
      building.kind === 'built' ? await speedup(request, original, building.artifact).catch(nullIfFailed) : null;
    return { kind: 'timed', speeds: { engine: timing.engineName, phases, throughout } };
  } catch (error) {
    if (!(error instanceof TimedRunFailed)) throw error;
    return { kind: 'not-timed', reason: error.message };
  }
}

/** The offence of the patched program's output on this engine; null if it meets the goal. */
async function whyMissed({ timing, patched, judge, place, input, limits }: TimingRequest): Promise<string | null> {
  const collecting = { ...limits, collect: filesToCollect(place) };
  const { expected } = await establishBaseline(timing, judge, place, input, collecting, null);
  const outcome = await timing.runs.run(patched, collecting);
  const found = outputOfRun(place, outcome);
  if (!found) return 'it writes no output';
  const judgement = await judge.judge(input.name, expected, found);
  return judgement.kind === 'within' ? null : judgement.evidence;
}

function speedup({ timing, limits }: TimingRequest, original: Artifact, variant: Artifact): Promise<Measurement> {
  const run = async (program: Artifact) => [await timing.runs.run(program, limits)];
  return measure(run, original, variant, seededRandom(SEED), { isThreaded: usesThreads(timing.project) });
}

function nullIfFailed(error: unknown): null {
  if (error instanceof TimedRunFailed) return null;
  throw error;
}
