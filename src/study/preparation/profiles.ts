/** Profiling runs, made on first use and recorded in the journal: executions of operations, and errors of their fp32 shadow values. */
import type { ExecutionCounts } from '../../analysis/performance-model.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { ProfileRecord } from '../../journal/records.js';
import { profileKey } from '../../journal/replay.js';
import type { CountingMode, OperationProfile, Profile } from '../../workbench/profile-report.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import type { TrialRunner } from '../trials/trial-runner.js';
import type { InputRoles } from './input-roles.js';
import { recallProfile, recordProfile } from './recorded-profile.js';

type Mode = ProfileRecord['mode'];

const WHAT: Readonly<Record<Mode, string>> = {
  count: 'counting the executions of each operation',
  shadow: 'computing the shadow error of each operation in fp32',
};

type ProfilesContext = Pick<StudyContext, 'bench' | 'journal' | 'report' | 'time'>;

export class Profiles {
  private readonly profiles = new Map<Mode, Promise<Profile | null>>();
  private plainMs: number | null = null;

  constructor(
    private readonly context: ProfilesContext,
    private readonly inputs: InputRoles,
    /** Whether profiling runs also observe value ranges. */
    readonly counting: CountingMode,
    /** The runner, once the instrumented program has run under the original formats. */
    private readonly instrumented: () => Promise<TrialRunner>,
  ) {}

  /** Profile on the first input; null if the program cannot be instrumented. */
  async operations(mode: Mode): Promise<readonly OperationProfile[] | null> {
    return (await this.profile(mode))?.operations ?? null;
  }

  /** Operation counts for the performance model; null if the program cannot be instrumented. */
  async counts(): Promise<ExecutionCounts | null> {
    return (await this.profile('count'))?.counts ?? null;
  }

  /** Operation counts if they are known already; null otherwise. */
  async knownCounts(): Promise<ExecutionCounts | null> {
    return this.profiles.has('count') || this.isRecorded('count') ? this.counts() : null;
  }

  /** Range of the values stored to each site; null if no format needs it, or the program cannot be instrumented. */
  async ranges(): Promise<{ readonly seen: NonNullable<Profile['ranges']>; readonly input: string } | null> {
    if (this.counting === 'count') return null;
    const seen = (await this.profile('count'))?.ranges ?? null;
    return seen && { seen, input: this.inputs.profiled.name };
  }

  isRecorded(mode: Mode): boolean {
    return this.recorded(mode) !== undefined;
  }

  private recorded(mode: Mode): ProfileRecord | undefined {
    return this.context.journal.state.profiles.get(profileKey(mode, this.inputs.profiled.name));
  }

  private profile(mode: Mode): Promise<Profile | null> {
    let profile = this.profiles.get(mode);
    if (!profile) {
      profile = this.take(mode);
      this.profiles.set(mode, profile);
      profile.catch(() => this.profiles.delete(mode)); // not finished within the time limit: a later phase may have time for it
    }
    return profile;
  }

  private async take(mode: Mode): Promise<Profile | null> {
    const { bench, journal, report, time } = this.context;
    const known = this.recorded(mode);
    if (known) return recallProfile(bench.program, known);
    if ((await this.instrumented()).cannotEmulate !== null) return null;
    const input = this.inputs.profiled;
    const run = await time.within(
      reportedStep(report, WHAT[mode], () =>
        bench.runs.profile(mode === 'count' ? this.counting : mode, this.inputs.limits(input)),
      ),
    );
    const plainMs = mode === 'shadow' ? await this.plainTime() : null;
    const overhead = plainMs === null ? null : timeOf(run.outcome) / plainMs;
    journal.append({
      kind: 'profile',
      mode,
      input: input.name,
      ...recordProfile(bench.program, run),
      overhead: overhead !== null && Number.isFinite(overhead) ? overhead : null,
    });
    return run;
  }

  private async plainTime(): Promise<number> {
    const { bench, time } = this.context;
    this.plainMs ??= timeOf(await time.within(bench.runs.original(this.inputs.limits(this.inputs.profiled))));
    return this.plainMs;
  }
}

/** Kernel time if it was measured, otherwise the run time. */
function timeOf(outcome: RunOutcome): number {
  if (outcome.kind === 'not-started') return Number.NaN;
  return outcome.gpu && outcome.gpu.kernelMs > 0 ? outcome.gpu.kernelMs : outcome.durationMs;
}
