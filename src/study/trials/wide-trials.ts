/**
 * Trials with formats of several parts: whether they are emulated, in an instrumented program of their own, or built. Where nothing holds a build
 * against what was emulated, as on a GPU, the first that was built is emulated before any other is, and must be as far off.
 */
import type { EngineCapabilities, RunOutcome } from '../../execution/engine.js';
import { type Metric, moreIsBetter } from '../../numerics/metrics.js';
import type { Configuration } from '../../space/resolve.js';
import { type Infeasible, infeasible } from '../../workbench/attempts.js';
import type { Finding } from '../judging/judge-runs.js';
import { failureOf } from '../judging/run-end.js';
import { WideCosts } from './wide-costs.js';

/** What trials are for. */
export interface TrialCircumstances {
  /** Whatever passes is built, to be timed. */
  readonly timesWhatPasses: boolean;
  /** Trials are built without being emulated first. */
  readonly buildsEvery?: boolean;
  /** Why trials with formats of several parts are built that might have been emulated. */
  onNotEmulated(reason: string): void;
}

type Emulate = (configuration: Configuration) => Promise<Finding | null>;

export class WideTrials {
  readonly costs: WideCosts;
  private isRefused = false;
  private first: { readonly configuration: Configuration; readonly finding: Finding } | null = null;
  private trust: Promise<boolean> | null = null;

  constructor(
    private readonly capabilities: Pick<EngineCapabilities, 'rebuildsCheaply' | 'isExact'>,
    private readonly metric: Metric,
    private readonly circumstances: TrialCircumstances,
  ) {
    this.costs = new WideCosts(circumstances.timesWhatPasses);
  }

  async areEmulated(emulate: Emulate): Promise<boolean> {
    if (this.isRefused) return false;
    if (!this.capabilities.rebuildsCheaply) return true;
    if (!this.costs.isEmulationWorthIt) return false;
    this.trust ??= this.capabilities.isExact ? Promise.resolve(true) : this.isAsBuilt(emulate);
    return this.trust;
  }

  noteBuilt(configuration: Configuration, finding: Finding, ms: number): void {
    this.costs.noteRebuilt(ms, finding.outcome === 'accurate');
    if (finding.error !== null) this.first ??= { configuration, finding };
  }

  /** From here on they are built; the reason is told once. */
  refuse(reason: string): void {
    if (!this.isRefused) this.circumstances.onNotEmulated(reason);
    this.isRefused = true;
  }

  /** Of a run that says nothing about the configuration: what takes too long carried by classes may do when it is built, and more memory of a block and more registers than there are may be fewer then. */
  refusalOf(outcome: RunOutcome, input: string): Infeasible | null {
    const failure = failureOf(outcome);
    if (!failure || (this.capabilities.isExact && failure.outcome !== 'timed-out')) return null;
    const reason = `emulated, on ${input}, it ${failure.evidence}`;
    if (!this.capabilities.isExact) this.refuse(reason);
    return infeasible(reason);
  }

  private async isAsBuilt(emulate: Emulate): Promise<boolean> {
    const { first } = this;
    const emulated = first && (await emulate(first.configuration));
    if (!emulated) return false;
    const { outcome, error } = first.finding;
    if (emulated.outcome === outcome && isAsFar(this.metric, emulated.error, error)) return true;
    this.refuse(`emulated, the error of the first that was built is ${emulated.error}, and it was ${error}`);
    return false;
  }
}

/** To an order of magnitude, or a digit: a GPU may fuse what is emulated apart, and add up in another order. */
function isAsFar(metric: Metric, one: number | null, other: number | null): boolean {
  if (one === null || other === null || one === other) return one === other;
  return moreIsBetter(metric) ? Math.abs(one - other) <= 1 : Math.max(one, other) <= 10 * Math.min(one, other);
}
