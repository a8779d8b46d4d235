/**
 * Whether a trial that may be recommended holds on neighbours of the inputs it was tuned on (verification.ts): where `tune --verify` asks for
 * it, one that does not is refuted like one that does not hold when it is built, and the search goes on with what that teaches.
 */
import { count } from '../../inspection/table.js';
import type { StudyInput } from '../../journal/records.js';
import type { VerificationRecord } from '../../journal/verification-record.js';
import { worseOf } from '../../numerics/metrics.js';
import { type NeighbourhoodPlan, orInterrupted } from '../plan.js';
import type { StudyContext } from '../study-context.js';
import { movable, notMovedText } from './perturbable-inputs.js';
import { Verification } from './verification.js';

type PerturbedInputsContext = Pick<StudyContext, 'bench' | 'builds' | 'journal' | 'judge' | 'plan' | 'report'>;

export class PerturbedInputs {
  private isToldWhatStays = false;

  constructor(
    private readonly asked: NeighbourhoodPlan,
    private readonly context: PerturbedInputsContext,
  ) {}

  /** Whether all that was asked of it is known. */
  isKnown(number: number): boolean {
    return this.tuned.every(({ name }) => this.known(number, name) !== undefined);
  }

  /** False where it is further off on a neighbour than the bound; what was verified before is not again. */
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
    const { samples, spread } = this.asked;
    return this.context.journal.state.verifications.findLast(
      ({ trial, neighbours, samples: run }) =>
        trial === number &&
        neighbours.kind === 'perturbed' &&
        neighbours.input === input &&
        neighbours.spread === spread &&
        run.length >= samples,
    );
  }

  private async verify(number: number, input: StudyInput): Promise<VerificationRecord> {
    const { bench, builds, journal, plan, judge, report } = this.context;
    const asked = { kind: 'perturbed', input, seed: plan.seed, from: { kind: 'annotated' }, ...this.asked } as const;
    report({ kind: 'preparing', what: `running trial ${number} on neighbours of ${input.name}` });
    const begun = performance.now();
    const { neighbours, runs, passedOver } = await movable(bench, asked, plan.limits.argumentsFrom ?? []);
    if (passedOver.length > 0 && !this.isToldWhatStays) report({ kind: 'note', text: notMovedText(passedOver).trim() });
    this.isToldWhatStays = true;
    const verification = new Verification(
      runs,
      judge,
      plan.output,
      {
        trial: number,
        configuration: builds.configurationOf(number),
        neighbours,
        limits: plan.limits,
        jobs: plan.jobs,
        ...(plan.signal && { signal: plan.signal }),
      },
      () => undefined,
    );
    const record = await orInterrupted(plan.signal, verification.run());
    journal.append(record);
    const what = `ran trial ${number} on ${count(record.samples.length, 'neighbour')} of ${input.name}`;
    report({ kind: 'prepared', what, durationMs: performance.now() - begun });
    return record;
  }

  /** As a confirmation that did not hold: its worst error says how much stricter a search has to be. */
  private refute(number: number, { samples, neighbours }: VerificationRecord): void {
    const { journal, plan, report } = this.context;
    const confirmation = journal.state.trial(number)?.confirmation;
    if (confirmation?.outcome !== 'accurate') return; // it is out already
    const missed = samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
    const failed = missed.find(({ error }) => error === null);
    const error = failed ? null : missed.map((one) => one.error!).reduce((a, b) => worseOf(plan.goal.metric, a, b));
    const worst = failed ?? missed.find((one) => one.error === error)!;
    const of = neighbours.kind === 'perturbed' ? neighbours.input : 'its input';
    const evidence = `it misses the bound on ${missed.length} of ${count(samples.length, 'neighbour')} of ${of}: ${worst.evidence}`;
    report({ kind: 'note', text: `trial ${number} is not recommended: ${evidence}` });
    journal.append({ ...confirmation, outcome: 'inaccurate', error, evidence });
  }
}
