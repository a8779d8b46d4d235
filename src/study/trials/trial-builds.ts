/** Builds the programs of trials from rewritten source, on demand or early if processors are idle. */
import type { Artifact } from '../../execution/engine.js';
import type { Configuration } from '../../space/resolve.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { trialConfiguration } from './trial-configuration.js';
import { printedDigits } from './trial-runner.js';

/** Processors that one build can use: nvcc compiles for host and device, in several steps each. */
const PROCESSORS_OF_A_BUILD = 4;

type TrialBuildsContext = Pick<StudyContext, 'bench' | 'journal' | 'plan' | 'preparation' | 'report' | 'tuning'>;

export class TrialBuilds {
  /** By trial number; failed builds are removed. */
  private readonly built = new Map<number, Promise<Artifact>>();
  private readonly finished = new Set<number>();

  constructor(private readonly context: TrialBuildsContext) {}

  artifact(number: number): Promise<Artifact> {
    const found = this.built.get(number);
    if (found) return found;
    const {
      bench,
      preparation: { turns },
    } = this.context;
    const configuration = this.configurationOf(number);
    const building = turns.beside(() => bench.variants.build(configuration, undefined, printedDigits(configuration)));
    return this.keep(number, building);
  }

  keep(number: number, building: Promise<Artifact>): Promise<Artifact> {
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

  /** The trial's program if it has been built or is being built; null otherwise, and if its build fails. */
  async builtBefore(number: number): Promise<Artifact | null> {
    return (await this.built.get(number)?.catch(() => null)) ?? null;
  }

  /** Builds several trials in parallel before they are confirmed. A failure is reported by the confirmation. */
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
    const build = () => Promise.all(Array.from({ length: Math.min(buildJobs, waiting.length) }, lane));
    // the confirmation of a single trial reports its build
    if (waiting.length === 1) await build();
    else
      await reportedStep(report, `building ${waiting.length} trials in parallel, from their rewritten source`, build);
  }

  /** With a time limit: builds as many of these trials (fastest first) as take hardly longer than one. */
  async buildBeside(numbers: readonly number[]): Promise<void> {
    const atOnce = Math.floor(this.context.plan.buildJobs / PROCESSORS_OF_A_BUILD);
    await this.buildAhead(numbers.slice(0, Math.max(1, atOnce)));
  }

  /** Builds a trial in the background if the search leaves processors idle; otherwise its confirmation builds it. */
  beginToBuild(number: number): void {
    const {
      bench,
      plan: { buildJobs },
    } = this.context;
    const underWay = this.built.size - this.finished.size;
    if (bench.capabilities.sharesMachine || (underWay + 1) * PROCESSORS_OF_A_BUILD >= buildJobs) return;
    this.artifact(number).catch(() => undefined); // a failure is reported by the confirmation
  }

  isBuilt(number: number): boolean {
    return this.finished.has(number);
  }

  private isConfirmed(number: number): boolean {
    return this.context.journal.state.trial(number)!.confirmation !== null;
  }
}
