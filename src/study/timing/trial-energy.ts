/** Measures the energy of trials with the GPU's counter (energy.ts). */
import type { Artifact, RunOutcome } from '../../execution/engine.js';
import type { EnergyRecord } from '../../journal/energy-record.js';
import { reportedStep } from '../reported-step.js';
import type { StudyContext } from '../study-context.js';
import { COUNTS_ENERGY, measureEnergy, requireCounted } from './energy.js';
import { TimedRunFailed } from './measurement.js';

type TrialEnergyContext = Pick<StudyContext, 'bench' | 'builds' | 'journal' | 'preparation' | 'random' | 'report'>;

export class TrialEnergy {
  constructor(private readonly context: TrialEnergyContext) {}

  /** The energy of a trial's program compared with the original program. Recorded results are not measured again. */
  async count(number: number): Promise<EnergyRecord | null> {
    const { bench, builds, journal, random, preparation, report } = this.context;
    const known = journal.state.energies.get(number);
    if (known) return known;
    const [baseline, variant] = [await bench.builds.original(), await builds.artifact(number)];
    if (variant.digest === baseline.digest) return null;
    const what = `measuring the energy of trial ${number}`;
    try {
      const counted = await reportedStep(report, what, () =>
        preparation.turns.alone(() => measureEnergy((program) => this.runCounted(program), baseline, variant, random)),
      );
      const record = { kind: 'energy' as const, trial: number, digest: variant.digest, ...counted };
      journal.append(record);
      return record;
    } catch (error) {
      const confirmation = journal.state.trial(number)!.confirmation;
      if (!(error instanceof TimedRunFailed) || !confirmation) throw error;
      journal.append({ ...confirmation, outcome: error.outcome, evidence: error.message });
      return null;
    }
  }

  /** Throws before the search if a run of the original program reports no energy. */
  async require(): Promise<void> {
    const original = await this.context.bench.builds.original();
    requireCounted(await this.runCounted(original));
  }

  private async runCounted(program: Artifact): Promise<RunOutcome[]> {
    const { bench, preparation } = this.context;
    const outcomes: RunOutcome[] = [];
    for (const input of preparation.inputs.timed)
      outcomes.push(await bench.runs.run(program, preparation.inputs.limits(input), COUNTS_ENERGY));
    return outcomes;
  }
}
