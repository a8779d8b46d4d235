/**
 * Times a trial against the original program on several command lines, each with its own interval (GPUMixer's Fig. 5). The share of the ideal speedup
 * (equation 3) needs a third program on the same line: every group in scope in its lowest format, regardless of its error.
 */
import { sitesInScope } from '../../analysis/scope.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact } from '../../execution/engine.js';
import type { FigureOfMerit, StudyStarted } from '../../journal/records.js';
import type { TimedLine } from '../../journal/verification-record.js';
import { percentOfIdeal } from '../../numerics/percent-of-ideal.js';
import type { Configuration } from '../../space/resolve.js';
import { seededRandom } from '../../support/random.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { usesThreads } from '../../workbench/uses-threads.js';
import { orInterrupted } from '../plan.js';
import { TuningSpace } from '../search-space.js';
import { meritKind, NoFigureOfMerit } from '../timing/figure-of-merit.js';
import { measure, TimedRunFailed } from '../timing/measurement.js';

export interface TimedLinesRequest {
  readonly bench: Bench;
  readonly configuration: Configuration;
  readonly started: Pick<StudyStarted, 'formats' | 'scope'>;
  readonly lines: readonly (readonly string[])[];
  readonly limits: Omit<RunLimits, 'arguments' | 'collect'>;
  readonly signal?: AbortSignal;
  onStep(what: string): void;
}

type Speed = NonNullable<TimedLine['speed']>;

const SEED = 1;

/** Throws if the engine's times are not those of the program. */
export function requireTimes({ capabilities, engineName }: Pick<Bench, 'capabilities' | 'engineName'>): void {
  if (capabilities.timing !== 'modelled') return;
  throw new MantissaError('MX2061', `--timed with the ${engineName} engine: its times are not those of the program`);
}

export async function timeLines(request: TimedLinesRequest): Promise<TimedLine[]> {
  const { bench, configuration, lines, limits, signal, onStep } = request;
  requireTimes(bench);
  const merit: FigureOfMerit | null = bench.project.settings?.figureOfMerit ?? null;
  const [original, trial] = [await bench.builds.original(), await bench.variants.build(configuration)];
  const ideal = await buildIdeal(request);
  const speedOn = async (line: readonly string[], program: Artifact): Promise<Speed> => {
    const run = async (one: Artifact) => [await bench.runs.run(one, { ...limits, arguments: [...line] })];
    const isThreaded = usesThreads(bench.project);
    const measured = measure(run, original, program, seededRandom(SEED), { merit, isThreaded });
    const { clock, ratio, low, high } = await orInterrupted(signal, measured);
    return { clock, ratio, low, high };
  };
  const timed: TimedLine[] = [];
  for (const line of lines) {
    const name = line.join(' ');
    onStep(`timing the original program and the trial: ${name}`);
    try {
      const speed = await speedOn(line, trial);
      const most = ideal?.digest === trial.digest ? speed : ideal && (await speedOn(line, ideal));
      const ofIdeal = most && percentOfIdeal(speed.ratio, most.ratio, meritKind(merit));
      timed.push({ name, speed, ideal: most, ofIdeal, evidence: null });
    } catch (error) {
      if (!(error instanceof TimedRunFailed || error instanceof NoFigureOfMerit)) throw error;
      timed.push({ name, speed: null, ideal: null, ofIdeal: null, evidence: error.message });
    }
  }
  return timed;
}

/** Null if the program in the lowest formats cannot be built: its speedup is then unknown. */
async function buildIdeal({ bench, started }: TimedLinesRequest): Promise<Artifact | null> {
  const { program, groups } = bench;
  const space = new TuningSpace(bench, started.formats, sitesInScope(program, groups, started.scope));
  const built = await bench.variants.tryBuild(space.configurationOf(space.narrowest));
  return built.kind === 'built' ? built.artifact : null;
}
