/**
 * The state of a study, from its records alone. A trial's own record says what its accuracy run found; a confirmation that failed,
 * a measurement and a look at its memory that were taken later overrule it.
 */

import type { AmountOfWorkRecord } from './amount-of-work-record.js';
import type { AppliedRecord } from './applied-record.js';
import { covers } from './constraint-cover.js';
import type { EnergyRecord } from './energy-record.js';
import type { ProgramRecord } from './program-record.js';
import type { RangesRecord } from './ranges-record.js';
import type {
  BaselineRecord,
  ConfirmationRecord,
  ConstraintRecord,
  IdealRecord,
  InputSpeedRecord,
  JournalRecord,
  MeasurementRecord,
  MemoryRecord,
  OccupancyRecord,
  OutlookRecord,
  PlanRecord,
  ProbeRecord,
  ProfileRecord,
  RefitRecord,
  SetsRecord,
  StudyEnded,
  StudyStarted,
  WatchedRecord,
} from './records.js';
import type { Refuted, Trial, TrialRecord, Tried } from './trial-record.js';
import type { VectorizationRecord } from './vectorization-record.js';
import type { VerificationRecord } from './verification-record.js';

/** A trial with everything known about it. */
export type JudgedTrial = Trial & {
  readonly confirmation: ConfirmationRecord | null;
  readonly measurement: MeasurementRecord | null;
  readonly memory: MemoryRecord | null;
};

/** One that is within the bound, as far as is known. */
export type AccurateTrial = Extract<JudgedTrial, { outcome: 'accurate' }>;

/** A record and when it was written (null in old journals). */
export interface JournalEntry {
  readonly record: JournalRecord;
  readonly at: number | null;
}

export class StudyState {
  started: StudyStarted | null = null;
  program: ProgramRecord | null = null;
  /** The command line and machine of the session that came last. */
  surroundings: Pick<StudyStarted, 'command' | 'environment'> | null = null;
  ended: StudyEnded | null = null;
  /** Everything, in the order it was written. */
  readonly entries: JournalEntry[] = [];
  readonly baselines = new Map<string, BaselineRecord>();
  readonly constraints: ConstraintRecord[] = [];
  ideal: IdealRecord | null = null;
  outlook: OutlookRecord | null = null;
  /** Numbers of trials, the most accurate first; null where nobody asked for the trade-off. */
  front: readonly number[] | null = null;
  /** The number of the mixed-integer program at which the clock ended the solver. */
  solverGaveUp: number | null = null;
  sets: SetsRecord | null = null;
  /** The tuning plan, of a study that walks one. */
  plan: PlanRecord | null = null;
  watched: WatchedRecord | null = null;
  /** By what they resolve to. */
  readonly probes = new Map<string, ProbeRecord>();
  /** Group → whether what is compared depends on it, as far as that was asked. */
  readonly influence = new Map<string, boolean>();
  /** Of groups without influence, where that is known without a perturbed run. */
  readonly unchangedBecause = new Map<string, 'clock' | 'not-executed'>();
  /** By trial; null is the program as written. */
  readonly occupancy = new Map<number | null, OccupancyRecord>();
  /** In the order they were made; of one trial the last is the one that counts. */
  readonly verifications: VerificationRecord[] = [];
  /** By trial. */
  readonly energies = new Map<number, EnergyRecord>();
  /** Speeds on inputs that trials are not timed on, in the order they were measured. */
  readonly inputSpeeds: InputSpeedRecord[] = [];
  /** By trial. */
  readonly amountsOfWork = new Map<number, AmountOfWorkRecord>();
  /** What was last written into the sources. */
  applied: AppliedRecord | null = null;
  /** The corrections of the model that searches went by, in their order. */
  readonly refits: RefitRecord[] = [];
  /** By trial. */
  readonly vectorizations = new Map<number, VectorizationRecord>();
  /** By mode and input. */
  readonly profiles = new Map<string, ProfileRecord>();
  /** What groups were seen to hold, and the formats they are offered therefore; null where nobody looked before the first search. */
  ranges: RangesRecord | null = null;
  /** The trial that stands as the recommendation: the best so far, or what the study ended with. */
  private standing: number | null = null;
  private readonly trialRecords = new Map<number, TrialRecord>();
  private readonly confirmations = new Map<number, ConfirmationRecord>();
  private readonly memories = new Map<number, MemoryRecord>();
  private readonly measurements = new Map<number, MeasurementRecord>();
  private readonly measuredPrograms = new Map<string, MeasurementRecord>();

  constructor(records: Iterable<JournalRecord> = [], times: readonly (number | null)[] = []) {
    for (const record of records) this.add(record, times[this.entries.length] ?? null);
  }

  /** Long because it is the one list of what each kind of record changes: one line or two for each. */
  add(record: JournalRecord, at: number | null = null): void {
    this.entries.push({ record, at });
    switch (record.kind) {
      case 'study-started':
        this.started = record;
        this.surroundings = record;
        return;
      case 'study-resumed':
        this.surroundings = record;
        return;
      case 'program':
        this.program = record;
        return;
      case 'baseline':
        this.baselines.set(record.input, record);
        return;
      case 'trial':
        this.trialRecords.set(record.number, record);
        return;
      case 'constraint':
        this.constraints.push(record);
        return;
      case 'confirmation':
        this.confirmations.set(record.trial, record);
        return;
      case 'memory':
        this.memories.set(record.trial, record);
        return;
      case 'measurement':
        this.measurements.set(record.trial, record);
        // a record without samples repeats what was measured for another trial
        if (record.samples.length > 0 || !this.measuredPrograms.has(record.digest))
          this.measuredPrograms.set(record.digest, record);
        return;
      case 'ideal':
        this.ideal = record;
        return;
      case 'outlook':
        this.outlook = record;
        return;
      case 'solver-gave-up':
        this.solverGaveUp = record.solution;
        break;
      case 'vectorization':
        this.vectorizations.set(record.trial, record);
        return;
      case 'refit':
        this.refits.push(record);
        return;
      case 'front':
        this.front = record.trials;
        return;
      case 'profile':
        this.profiles.set(profileKey(record.mode, record.input), record);
        return;
      case 'watched':
        this.watched = record;
        return;
      case 'probe':
        this.probes.set(record.resolution, record);
        return;
      case 'ranges':
        this.ranges = record;
        return;
      case 'sets':
        this.sets = record;
        return;
      case 'plan':
        this.plan = record;
        return;
      case 'influence':
        for (const { id, seen, reason } of record.groups) {
          this.influence.set(id, seen);
          if (reason) this.unchangedBecause.set(id, reason);
        }
        return;
      case 'occupancy':
        this.occupancy.set(record.trial, record);
        return;
      case 'verification':
        this.verifications.push(record);
        return;
      case 'energy':
        this.energies.set(record.trial, record);
        return;
      case 'input-speed':
        this.inputSpeeds.push(record);
        return;
      case 'amount-of-work':
        this.amountsOfWork.set(record.trial, record);
        return;
      case 'applied':
        this.applied = record;
        return;
      case 'best-so-far':
        this.standing = record.trial;
        return;
      case 'study-ended':
        this.ended = record;
        if (record.reason !== 'interrupted') this.standing = record.best;
        return;
    }
  }

  /** Every trial, by number. */
  trials(): JudgedTrial[] {
    return [...this.trialRecords.keys()].sort((a, b) => a - b).map((number) => this.trial(number)!);
  }

  trial(number: number): JudgedTrial | null {
    const record = this.trialRecords.get(number);
    if (!record) return null;
    const confirmation = this.confirmations.get(number) ?? null;
    const measurement = this.measurements.get(number) ?? null;
    const memory = this.memories.get(number) ?? null;
    const built = confirmation ? asConfirmed(record, confirmation) : this.unlessSetAside(record);
    const timed = measurement ? this.asMeasured(built, measurement) : built;
    const watched = memory?.finding ? refuted(timed, 'unsafe', memory.finding.text) : timed;
    return { ...watched, confirmation, measurement, memory };
  }

  /** The trial to recommend as far as is known, at any time; null where none was confirmed, or the last one was refuted since. */
  get recommended(): AccurateTrial | null {
    const trial = this.standing === null ? null : this.trial(this.standing);
    return trial?.outcome === 'accurate' && trial.accepted ? trial : null;
  }

  /** What contradicts in one trial is not trusted in another that was never built. */
  private unlessSetAside(record: TrialRecord): Trial {
    const cause = record.accepted && this.constraints.find((one) => one.contradicted && covers(one, record.formats));
    if (!cause) return record;
    const names = Object.keys(cause.formats).join(', ');
    return refuted(record, 'contradicted', `not built: ${names}, as in trial ${cause.trial}`);
  }

  private asMeasured(trial: Trial, { ratio }: MeasurementRecord): Trial {
    const timed = { ...trial, speedup: ratio, speedupKind: 'measured' as const };
    const wanted = this.started?.goal.minSpeedup ?? null;
    if (wanted === null || ratio >= wanted || timed.outcome === 'duplicate') return timed;
    return { ...timed, accepted: false, evidence: `${ratio.toFixed(2)}× measured, less than ${wanted}×` };
  }

  /** The groups without influence on the compared output, as far as that was checked. */
  get unseen(): string[] {
    return [...this.influence].flatMap(([id, seen]) => (seen ? [] : [id]));
  }

  /** Those of them that these formats change. */
  unseenIn(formats: TrialRecord['formats']): string[] {
    return this.unseen.filter((id) => formats[id] !== undefined);
  }

  /** What the accuracy run found, whatever came later: a search is replayed with what it was told. */
  trialRecord(number: number): TrialRecord | null {
    return this.trialRecords.get(number) ?? null;
  }

  /** The timed runs of a program with this digest, whichever trial they were taken for. */
  measurementOf(digest: string): MeasurementRecord | null {
    return this.measuredPrograms.get(digest) ?? null;
  }
}

/** A build that did not hold overrules what was emulated; its error, where it has one, overrules in any case. */
function asConfirmed(record: TrialRecord, confirmation: ConfirmationRecord): Trial {
  if (confirmation.outcome !== 'accurate') {
    const { outcome, evidence, error } = confirmation;
    return { ...refuted(record, outcome, evidence), error: error ?? record.error };
  }
  return record.outcome === 'accurate' ? { ...record, error: confirmation.error } : record;
}

function refuted(trial: Trial, outcome: Refuted['outcome'], evidence: string): Tried & Refuted {
  return { ...trial, outcome, accepted: false, evidence };
}

export function profileKey(mode: ProfileRecord['mode'], input: string): string {
  return `${mode} ${input}`;
}
