/**
 * Confirms trials: builds them from rewritten source and runs them on every input, including the held-out ones. On a CPU the build must print
 * exactly what the emulated run printed; on a GPU its output is judged by the goal.
 */
import type { ConfirmationResult } from '../../journal/confirmation-record.js';
import type { ConfirmationRecord } from '../../journal/records.js';
import type { Metric } from '../../numerics/metrics.js';
import { createPatch } from '../../rewrite/patch.js';
import type { Configuration } from '../../space/resolve.js';
import { checkSourcesUnchanged } from '../../workbench/unchanged-sources.js';
import { errorText } from '../judging/judge-output.js';
import { sampleOutputs } from '../judging/output-sample.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { describeFormats } from './constraints.js';
import { type Contradiction, contradictingPart, contradictionText, findContradiction } from './contradiction.js';
import type { TrialRunner } from './trial-runner.js';

type ConfirmationsContext = Pick<
  StudyContext,
  'bench' | 'builds' | 'journal' | 'plan' | 'preparation' | 'report' | 'tuning'
>;

export class Confirmations {
  constructor(private readonly context: ConfirmationsContext) {}

  /** Confirms a trial, or returns its recorded confirmation. */
  async confirm(number: number): Promise<ConfirmationRecord> {
    return this.context.journal.state.trial(number)!.confirmation ?? this.confirmAnew(number, false);
  }

  /** Compares the built program with its emulated run, if its confirmation did not wait for that. */
  async compareWithEmulated(number: number): Promise<void> {
    const { bench, journal, preparation } = this.context;
    const { confirmation } = journal.state.trial(number)!;
    if (!bench.capabilities.isExact || confirmation?.outcome !== 'accurate' || confirmation.asEmulated !== null) return;
    const { cannotEmulate } = await preparation.instrumented();
    const baselines = await preparation.baselines.all();
    if (cannotEmulate !== null || baselines.some(({ record }) => record.noise > 0)) return;
    await this.confirmAnew(number, true);
  }

  private async confirmAnew(number: number, withEmulation: boolean): Promise<ConfirmationRecord> {
    const { bench, builds, journal, plan, preparation, report } = this.context;
    const { goal, output } = plan;
    report({ kind: 'confirming', trial: number });
    const runner = await preparation.runner();
    const baselines = await preparation.baselines.all();
    checkSourcesUnchanged(bench.program);
    const configuration = builds.configurationOf(number);
    const ready = (await builds.builtBefore(number)) ?? undefined;
    const built = await runner.rebuild(configuration, baselines, ready);
    if (built.artifact) builds.keep(number, Promise.resolve(built.artifact));
    // only a repeatable program can be compared with its emulated run; the first answer does not wait for that run
    const isRepeatable = baselines.every(({ record }) => record.noise === 0);
    const isCompared =
      bench.capabilities.isExact &&
      isRepeatable &&
      built.artifact !== null &&
      (withEmulation || runner.original.isKnown);
    const emulated = isCompared ? await runner.emulate(configuration, baselines) : null;
    const contradiction = emulated ? findContradiction(output, emulated, built) : null;
    const confirmation: ConfirmationRecord = {
      kind: 'confirmation',
      trial: number,
      ...confirmationResult(built, contradiction),
      inputs: baselines.map(({ input }) => input.name),
      asEmulated: emulated ? contradiction === null : null,
      ...(contradiction && { contradiction }),
      patch: built.artifact ? await this.patchOf(configuration) : null,
      outputs: sampleOutputs(output, baselines, built.outputs, goal.metric),
    };
    journal.append(confirmation);
    const refuted = refutedText(confirmation, goal.metric);
    if (refuted !== null) report({ kind: 'note', text: refuted });
    await this.excludeContradictions();
    return confirmation;
  }

  /** For each contradiction: finds the formats that cause it, and excludes them from the search. */
  async excludeContradictions(): Promise<void> {
    const { journal, preparation, tuning, report } = this.context;
    const { constraints } = journal.state;
    const isKnown = (number: number) => constraints.some((one) => one.contradicted && one.trial === number);
    for (const { number, formats, accumulators, blocks, confirmation } of journal.state.trials()) {
      const contradiction = confirmation?.contradiction;
      // with other sums or blocks the formats may not be the reason: only the trial itself is excluded
      if (!contradiction || isKnown(number) || accumulators || blocks) continue;
      const runner = await preparation.runner();
      const baseline = (await preparation.baselines.all()).find(({ input }) => input.name === contradiction.input);
      const part = baseline
        ? await reportedStep(
            report,
            `finding the formats for which the build of trial ${number} differs from its emulation`,
            () => contradictingPart(formats, baseline, { runner, tuning }),
          )
        : formats;
      const reason = contradictionText(contradiction);
      journal.append({ kind: 'constraint', trial: number, formats: part, reason, contradicted: true });
      const text = `trial ${number}: the built program differs from the emulated one (${reason}); the search excludes ${describeFormats(part)}`;
      report({ kind: 'note', text });
    }
  }

  private async patchOf(configuration: Configuration): Promise<string> {
    const { bench } = this.context;
    const rewritten = await bench.variants.rewrite(configuration);
    return createPatch(
      [...rewritten].map(([path, after]) => ({
        path,
        before: bench.program.files.find((file) => file.path === path)?.source.written.text ?? '', // a new header
        after,
      })),
      bench.project.root,
    );
  }
}

/** Null for a confirmed trial, and for a contradiction, which is reported with what it excludes. */
function refutedText({ trial, outcome, error, evidence }: ConfirmationRecord, metric: Metric): string | null {
  if (outcome === 'accurate' || outcome === 'contradicted') return null;
  const facts = [outcome, ...(error === null ? [] : [errorText(metric, error)]), evidence ?? ''].filter(Boolean);
  return `trial ${trial} was built, and is not recommended: ${facts.join(', ')}`;
}

function confirmationResult(
  built: Awaited<ReturnType<TrialRunner['rebuild']>>,
  contradiction: Contradiction | null,
): ConfirmationResult {
  if (built.artifact === null) {
    const { outputs: _, artifact, ...result } = built;
    return { ...result, digest: artifact };
  }
  const { outputs: _, artifact, ...result } = built;
  const { digest } = artifact;
  if (!contradiction) return { ...result, digest };
  return { outcome: 'contradicted', error: result.error, evidence: contradictionText(contradiction), digest };
}
