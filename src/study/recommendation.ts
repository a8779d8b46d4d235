/**
 * What a study recommends: of the trials that passed, the fastest by the model are built from the rewritten source and run on every
 * input, the held-out ones included. On a CPU a build must print exactly what was emulated; on a GPU its own output is judged by the
 * goal. Where there is a clock to trust, the few that hold are timed, and the fastest of them wins.
 */
import type { Artifact } from '../execution/engine.js';
import type { Journal } from '../journal/journal.js';
import type { ConfirmationRecord, Goal, OutputPlace, TrialRecord } from '../journal/records.js';
import type { JudgedTrial } from '../journal/replay.js';
import { createPatch } from '../rewrite/patch.js';
import type { Configuration } from '../space/resolve.js';
import type { InputBaseline } from './baseline.js';
import type { Bench } from './bench.js';
import { measure, TimedRunFailed } from './measurement.js';
import { sampleOutputs } from './output-sample.js';
import type { TuningSpace } from './search-space.js';
import type { StudyEvent } from './study.js';
import { checkSameOutput, type TrialRunner } from './trial-runner.js';
import { checkSourcesUnchanged } from './unchanged-sources.js';
import type { RunLimits } from './workbench.js';

export interface RecommendationContext {
  readonly bench: Bench;
  readonly journal: Journal;
  readonly tuning: TuningSpace;
  readonly random: () => number;
  readonly goal: Goal;
  readonly output: OutputPlace;
  readonly isModelled: boolean;
  readonly isExact: boolean;
  /** Of the runs that are timed, input by input. */
  readonly limits: readonly RunLimits[];
  runner(): Promise<TrialRunner>;
  /** Of every input, the held-out ones included. */
  baselines(): Promise<InputBaseline[]>;
  report(event: StudyEvent): void;
  timedRun(): void;
}

/** So many confirmed programs are timed: the model errs, but not so far that the tenth would win. */
const TIMED_CANDIDATES = 5;

export class Recommendation {
  private readonly built = new Map<number, Artifact>();

  constructor(private readonly context: RecommendationContext) {}

  /** Candidates come fastest first, by the model. */
  async among(candidates: readonly TrialRecord[]): Promise<JudgedTrial | null> {
    const { journal, isModelled, goal } = this.context;
    const timed: JudgedTrial[] = [];
    for (const { number } of candidates) {
      const confirmation = journal.state.trial(number)!.confirmation ?? (await this.confirm(number));
      if (confirmation.outcome !== 'measured') continue;
      if (isModelled) return journal.state.trial(number);
      if (await this.time(number, confirmation)) timed.push(journal.state.trial(number)!);
      if (timed.length === TIMED_CANDIDATES) break;
    }
    return timed.reduce<JudgedTrial | null>((best, trial) => {
      if (trial.speedup! < (goal.minSpeedup ?? 0)) return best;
      return best === null || trial.speedup! > best.speedup! ? trial : best;
    }, null);
  }

  private async confirm(number: number): Promise<ConfirmationRecord> {
    const { bench, journal, tuning, isExact, goal, output } = this.context;
    this.context.report({ kind: 'confirming', trial: number });
    const runner = await this.context.runner();
    const baselines = await this.context.baselines();
    checkSourcesUnchanged(bench.program);
    const configuration = tuning.configurationOf(journal.state.trial(number)!.formats);
    const built = await runner.rebuild(configuration, baselines);
    if (built.artifact) this.built.set(number, built.artifact);
    const emulated = isExact && built.artifact ? await runner.emulate(configuration, baselines) : null;
    if (emulated) checkSameOutput(`trial ${number}`, emulated, built);
    return this.remember({
      kind: 'confirmation',
      trial: number,
      outcome: built.outcome,
      error: built.error,
      evidence: built.evidence,
      digest: built.artifact?.digest ?? null,
      inputs: baselines.map(({ input }) => input.name),
      asEmulated: emulated ? true : null,
      patch: built.artifact ? await this.patchOf(configuration) : null,
      outputs: sampleOutputs(output, baselines, built.outputs, goal.metric),
    });
  }

  private async patchOf(configuration: Configuration): Promise<string> {
    const { bench } = this.context;
    const rewritten = await bench.rewrite(configuration);
    return createPatch(
      [...rewritten].map(([path, after]) => ({
        path,
        before: bench.program.files.find((file) => file.path === path)!.source.text,
        after,
      })),
    );
  }

  /** False where it did not survive being timed. Identical programs are timed once. */
  private async time(number: number, confirmation: ConfirmationRecord): Promise<boolean> {
    const { bench, journal, tuning, limits, random, report, timedRun } = this.context;
    if (journal.state.trial(number)!.measurement) return true;
    const digest = confirmation.digest!;
    const baseline = await bench.original();
    const same = journal.state.measurementOf(digest);
    if (digest === baseline.digest || same) {
      const whose = same ? `trial ${same.trial}` : 'the baseline';
      const { clock, ratio, low, high, verdict } = same ?? {
        clock: 'wall' as const,
        ratio: 1,
        low: 1,
        high: 1,
        verdict: 'as fast',
      };
      journal.append({
        kind: 'measurement',
        trial: number,
        digest,
        clock,
        samples: [],
        ...{ ratio, low, high },
        verdict: `${verdict}, being the same program as ${whose} byte for byte`,
      });
      return true;
    }
    const variant =
      this.built.get(number) ?? (await bench.variant(tuning.configurationOf(journal.state.trial(number)!.formats)));
    try {
      const measured = await measure(
        async (program) => {
          const outcomes = [];
          for (const one of limits) {
            timedRun();
            outcomes.push(await bench.run(program, one));
          }
          return outcomes;
        },
        baseline,
        variant,
        random,
        (done, of) => report({ kind: 'timing', trial: number, done, of }),
      );
      journal.append({ kind: 'measurement', trial: number, digest, ...measured });
      return true;
    } catch (error) {
      if (!(error instanceof TimedRunFailed)) throw error;
      this.remember({ ...confirmation, outcome: error.outcome, evidence: error.message });
      return false;
    }
  }

  private remember(confirmation: ConfirmationRecord): ConfirmationRecord {
    this.context.journal.append(confirmation);
    return confirmation;
  }
}
