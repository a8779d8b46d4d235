/**
 * Everything narrow, where the search begins with that, programs run one by one, and there is a processor that would have nothing to build.
 * Such a trial needs no analysis and no instrumented program: it is judged, confirmed and timed before either.
 */
import type { CountingMode } from '../../workbench/profile-report.js';
import { reportedStep } from '../reported-step.js';
import type { TuningSpace } from '../search-space.js';
import type { StudyContext } from '../study-context.js';
import type { BuiltBefore } from '../trials/trial-runner.js';

/** The original program, instrumented and counted. */
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
      this.counting === 'count' && // else what was seen decides what narrow is
      (hasIdleProcessor || plan.goesByClock === true) &&
      (bench.runs.places ?? 0) === 0 &&
      journal.state.trials().length === 0 &&
      Object.keys(this.groups.narrowest).length > 0
    );
  }

  /** Null where it cannot be built: the trial will say why. */
  build(): Promise<BuiltBefore | null> {
    const { bench, report, time } = this.context;
    this.built ??= reportedStep(report, 'building everything narrow', async () => {
      const begun = time.now();
      const configuration = this.groups.configurationOf(this.groups.narrowest);
      const building = await bench.variants.tryBuild(configuration);
      if (building.kind !== 'built') return null;
      const { artifact } = building;
      return { configuration, artifact, buildMs: artifact.tookMs ?? time.now() - begun };
    });
    return this.built;
  }
}
