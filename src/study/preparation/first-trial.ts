/**
 * The lowest-precision trial, if the search begins with it, programs run one by one, and a processor would otherwise have nothing to build.
 * This trial needs no analysis and no instrumented program: it is judged, confirmed and timed before either.
 */
import type { CountingMode } from '../../workbench/profile-report.js';
import { reportedStep } from '../reported-step.js';
import type { TuningSpace } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import type { BuiltBefore } from '../trials/trial-runner.js';

/** Programs that are always built: original, instrumented, and with operation counters. */
const ALWAYS_BUILT = 3;

type FirstTrialContext = Pick<StudyContext, 'bench' | 'journal' | 'plan' | 'report' | 'time'>;

export class FirstTrial {
  private built: Promise<BuiltBefore | null> | null = null;

  constructor(
    private readonly context: FirstTrialContext,
    private readonly groups: TuningSpace,
    private readonly counting: CountingMode,
  ) {}

  get isKnown(): boolean {
    const { bench, journal, plan } = this.context;
    const { rebuildsCheaply, sharesMachine } = bench.capabilities;
    const hasIdleProcessor = rebuildsCheaply && !sharesMachine && plan.buildJobs > ALWAYS_BUILT;
    return (
      plan.strategy.begins === 'narrowest' &&
      this.counting === 'count' && // otherwise observed ranges decide the lowest precision
      (hasIdleProcessor || plan.searchesByTiming === true) &&
      (bench.runs.places ?? 0) === 0 &&
      journal.state.trials().length === 0 &&
      Object.keys(this.groups.narrowest).length > 0
    );
  }

  /** Null if it cannot be built; the trial will report why. */
  build(): Promise<BuiltBefore | null> {
    const { bench, report, time } = this.context;
    this.built ??= reportedStep(report, 'building the lowest-precision program', async () => {
      const startMs = time.now();
      const configuration = this.groups.configurationOf(this.groups.narrowest);
      const building = await bench.variants.tryBuild(configuration);
      if (building.kind !== 'built') return null;
      const { artifact } = building;
      return { configuration, artifact, buildMs: artifact.tookMs ?? time.now() - startMs };
    });
    return this.built;
  }
}
