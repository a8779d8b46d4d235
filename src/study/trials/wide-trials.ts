/**
 * Trials with multi-word formats are emulated, in their own instrumented program, or built. On an engine that is not exact, such as a GPU,
 * the first built trial is also emulated, and both errors must agree before others are emulated.
 */
import type { EngineCapabilities, RunOutcome } from '../../execution/engine.js';
import { type Metric, moreIsBetter } from '../../numerics/metrics.js';
import type { Configuration } from '../../space/resolve.js';
import { type Infeasible, infeasible } from '../../workbench/attempts.js';
import type { Finding } from '../judging/judge-runs.js';
import { failureOf } from '../judging/run-end.js';
import { WideCosts } from './wide-costs.js';

export interface TrialCircumstances {
  /** Whether every accepted trial is built and timed. */
  readonly timesAccepted: boolean;
  /** Whether trials are built without being emulated first. */
  readonly buildsEvery?: boolean;
  /** Receives the reason when trials with multi-word formats are built instead of emulated. */
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
    this.costs = new WideCosts(circumstances.timesAccepted);
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

  /** From here on they are built; the reason is reported once. */
  refuse(reason: string): void {
    if (!this.isRefused) this.circumstances.onNotEmulated(reason);
    this.isRefused = true;
  }

  /** Why a failed emulated run says nothing about the configuration (its build may be faster, and use less shared memory and fewer registers); otherwise null. */
  refusalOf(outcome: RunOutcome, input: string): Infeasible | null {
    const failure = failureOf(outcome);
    if (!failure || (this.capabilities.isExact && failure.outcome !== 'timed-out')) return null;
    const reason = `when emulated on input '${input}', it ${failure.evidence}`;
    if (!this.capabilities.isExact) this.refuse(reason);
    return infeasible(reason);
  }

  private async isAsBuilt(emulate: Emulate): Promise<boolean> {
    const { first } = this;
    const emulated = first && (await emulate(first.configuration));
    if (!emulated) return false;
    const { outcome, error } = first.finding;
    if (emulated.outcome === outcome && haveSimilarErrors(this.metric, emulated.error, error)) return true;
    this.refuse(`the first such trial has the error ${emulated.error} when emulated, and ${error} when built`);
    return false;
  }
}

/** Whether errors agree to an order of magnitude, or a digit: a GPU may fuse operations that are emulated separately, and add in another order. */
function haveSimilarErrors(metric: Metric, one: number | null, other: number | null): boolean {
  if (one === null || other === null || one === other) return one === other;
  return moreIsBetter(metric) ? Math.abs(one - other) <= 1 : Math.max(one, other) <= 10 * Math.min(one, other);
}
