/**
 * `tune --verify`: a trial may be recommended only if it also meets the goal on perturbed copies of the tuning inputs (verification.ts). A trial
 * that does not is refuted, like one whose build misses the goal, and the search continues with a stricter limit.
 */
import { count } from '../../inspection/table.js';
import type { StudyInput } from '../../journal/records.js';
import type { VerificationRecord } from '../../journal/verification-record.js';
import { worseOf } from '../../numerics/metrics.js';
import { orInterrupted, type PerturbationRequest } from '../plan.js';
import type { StudyContext } from '../study-context.js';
import { notPerturbedText, perturbable } from './perturbable-inputs.js';
import { Verification } from './verification.js';

type PerturbedInputsContext = Pick<StudyContext, 'bench' | 'builds' | 'journal' | 'judge' | 'plan' | 'report'>;

export class PerturbedInputs {
  private hasReportedExceptions = false;

  constructor(
    private readonly asked: PerturbationRequest,
    private readonly context: PerturbedInputsContext,
  ) {}

  /** Whether the trial has been run on all perturbed inputs. */
  isKnown(number: number): boolean {
    return this.tuned.every(({ name }) => this.known(number, name) !== undefined);
  }

  /** Whether the trial meets the bound on all perturbed inputs. Recorded verifications are not repeated. */
  async holds(number: number): Promise<boolean> {
    for (const input of this.tuned) {
      const record = this.known(number, input.name) ?? (await this.verify(number, input));
      const missed = record.samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
      if (missed.length === 0) continue;
      this.refute(number, record);
      return false;
    }
    return true;
  }

  private get tuned(): StudyInput[] {
    return this.context.plan.inputs.filter(({ heldOut }) => !heldOut);
  }

  private known(number: number, input: string): VerificationRecord | undefined {
    const { samples, spread, isByValues = false } = this.asked;
    return this.context.journal.state.verifications.findLast(
      ({ trial, neighbours, samples: run }) =>
        trial === number &&
        neighbours.kind === 'perturbed' &&
        neighbours.input === input &&
        neighbours.spread === spread &&
        (neighbours.from === undefined || (neighbours.distances !== undefined) === isByValues) &&
        run.length >= samples,
    );
  }

  private async verify(number: number, input: StudyInput): Promise<VerificationRecord> {
    const { bench, builds, journal, plan, judge, report } = this.context;
    const asked = { kind: 'perturbed', input, seed: plan.seed, from: { kind: 'annotated' }, ...this.asked } as const;
    report({ kind: 'preparing', what: `running trial ${number} on perturbed inputs (from '${input.name}')` });
    const startMs = performance.now();
    const { source, runs, notPerturbed } = await perturbable(bench, asked, plan.limits.argumentsFrom ?? []);
    if (notPerturbed.length > 0 && !this.hasReportedExceptions)
      report({ kind: 'note', text: notPerturbedText(notPerturbed).trim() });
    this.hasReportedExceptions = true;
    const verification = new Verification(
      runs,
      judge,
      plan.output,
      {
        trial: number,
        configuration: builds.configurationOf(number),
        source,
        limits: plan.limits,
        jobs: plan.jobs,
        ...(plan.signal && { signal: plan.signal }),
      },
      () => undefined,
    );
    const record = await orInterrupted(plan.signal, verification.run());
    journal.append(record);
    const what = `ran trial ${number} on ${count(record.samples.length, 'perturbed input')} (from '${input.name}')`;
    report({ kind: 'prepared', what, durationMs: performance.now() - startMs });
    return record;
  }

  /** Recorded as a failed confirmation, whose worst error determines how much stricter the next search is. */
  private refute(number: number, { samples, neighbours }: VerificationRecord): void {
    const { journal, plan, report } = this.context;
    const confirmation = journal.state.trial(number)?.confirmation;
    if (confirmation?.outcome !== 'accurate') return; // it has been refuted before
    const missed = samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
    const failed = missed.find(({ error }) => error === null);
    const error = failed ? null : missed.map((one) => one.error!).reduce((a, b) => worseOf(plan.goal.metric, a, b));
    const worst = failed ?? missed.find((one) => one.error === error)!;
    const of = neighbours.kind === 'perturbed' ? `'${neighbours.input}'` : 'its input';
    const copies = count(samples.length, 'perturbed input');
    const evidence = `it misses the bound on ${missed.length} of ${copies} (from ${of}): ${worst.evidence}`;
    report({ kind: 'note', text: `trial ${number} is not recommended: ${evidence}` });
    journal.append({ ...confirmation, outcome: 'inaccurate', error, evidence });
  }
}
