/**
 * The state of a study, replayed from its records. A trial's own record has the result of its accuracy run; later records (confirmation,
 * measurement, memory check) override it.
 */

import type { AmountOfWorkRecord } from './amount-of-work-record.js';
import type { AppliedRecord } from './applied-record.js';
import { covers } from './constraint-cover.js';
import type { EnergyRecord } from './energy-record.js';
import type { PhasesRecord } from './phases-record.js';
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

/** A trial with its later records. */
export type JudgedTrial = Trial & {
  readonly confirmation: ConfirmationRecord | null;
  readonly measurement: MeasurementRecord | null;
  readonly memory: MemoryRecord | null;
};

/** A trial within tolerance, as far as known. */
export type AccurateTrial = Extract<JudgedTrial, { outcome: 'accurate' }>;

/** A record and when it was written (null in old journals). */
export interface JournalEntry {
  readonly record: JournalRecord;
  readonly at: number | null;
}

export class StudyState {
  started: StudyStarted | null = null;
  program: ProgramRecord | null = null;
  /** The command line and machine of the last session. */
  surroundings: Pick<StudyStarted, 'command' | 'environment'> | null = null;
  ended: StudyEnded | null = null;
  /** All records in order. */
  readonly entries: JournalEntry[] = [];
  readonly baselines = new Map<string, BaselineRecord>();
  readonly constraints: ConstraintRecord[] = [];
  ideal: IdealRecord | null = null;
  outlook: OutlookRecord | null = null;
  /** Numbers of the trials of the trade-off, the most accurate first; null without --front. */
  front: readonly number[] | null = null;
  /** The number of the mixed-integer program in which the solver reached its time limit. */
  solverGaveUp: number | null = null;
  sets: SetsRecord | null = null;
  /** The tuning plan, with --plan. */
  plan: PlanRecord | null = null;
  /** The output values whose deviations the search uses; null if it uses none. */
  watched: WatchedRecord | null = null;
  /** Runs of a configuration on the shortest input only, by the digest of the resolved configuration. */
  readonly probes = new Map<string, ProbeRecord>();
  /** Group → whether it affects the compared output, for the groups that were checked. */
  readonly influence = new Map<string, boolean>();
  /** Why a group has no influence, if that is known without a perturbed run. */
  readonly unchangedBecause = new Map<string, 'clock' | 'not-executed'>();
  /** By trial; null is the original program. */
  readonly occupancy = new Map<number | null, OccupancyRecord>();
  /** In order; the last one of a trial counts. */
  readonly verifications: VerificationRecord[] = [];
  /** By trial. */
  readonly energies = new Map<number, EnergyRecord>();
  /** Speeds of recommended trials on inputs that the search did not time, in the order of measurement. */
  readonly inputSpeeds: InputSpeedRecord[] = [];
  /** By trial. */
  readonly amountsOfWork = new Map<number, AmountOfWorkRecord>();
  /** The patch last written into the sources. */
  applied: AppliedRecord | null = null;
  /** The refits of the model, in order. */
  readonly refits: RefitRecord[] = [];
  /** By trial. */
  readonly vectorizations = new Map<number, VectorizationRecord>();
  /** Phases of a loop, with --phases. */
  phases: PhasesRecord | null = null;
  /** By mode and input. */
  readonly profiles = new Map<string, ProfileRecord>();
  /** Observed value ranges of groups; null if none were observed before the first search. */
  ranges: RangesRecord | null = null;
  /** Number of the recommended trial, so far or at the end. */
  private recommendedNumber: number | null = null;
  private readonly trialRecords = new Map<number, TrialRecord>();
  private readonly confirmations = new Map<number, ConfirmationRecord>();
  private readonly memories = new Map<number, MemoryRecord>();
  private readonly measurements = new Map<number, MeasurementRecord>();
  private readonly measuredPrograms = new Map<string, MeasurementRecord>();

  constructor(records: Iterable<JournalRecord> = [], times: readonly (number | null)[] = []) {
    for (const record of records) this.add(record, times[this.entries.length] ?? null);
  }

  /** Long because it is the one list of the effects of all kinds of records, with one or two lines for each. */
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
        // a record without samples is a copy of another trial's
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
        return;
      case 'vectorization':
        this.vectorizations.set(record.trial, record);
        return;
      case 'phases':
        this.phases = record;
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
        this.recommendedNumber = record.trial;
        return;
      case 'study-ended':
        this.ended = record;
        if (record.reason !== 'interrupted') this.recommendedNumber = record.best;
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
    const built = confirmation ? asConfirmed(record, confirmation) : this.unlessExcluded(record);
    const timed = measurement ? this.asMeasured(built, measurement) : built;
    const sanitized = memory?.finding ? refuted(timed, 'unsafe', memory.finding.text) : timed;
    return { ...sanitized, confirmation, measurement, memory };
  }

  /** The current recommendation; null if no trial is confirmed, or it was refuted since. */
  get recommended(): AccurateTrial | null {
    const trial = this.recommendedNumber === null ? null : this.trial(this.recommendedNumber);
    return trial?.outcome === 'accurate' && trial.accepted ? trial : null;
  }

  /** A trial that was never built is excluded if it contains formats whose build printed something else than its emulation in another trial. */
  private unlessExcluded(record: TrialRecord): Trial {
    const cause = record.accepted && this.constraints.find((one) => one.contradicted && covers(one, record.formats));
    if (!cause) return record;
    const names = Object.keys(cause.formats).join(', ');
    return refuted(
      record,
      'contradicted',
      `not built: it changes ${names}; in trial ${cause.trial}, the build with that change printed something else than its emulation`,
    );
  }

  private asMeasured(trial: Trial, { ratio }: MeasurementRecord): Trial {
    const timed = { ...trial, speedup: ratio, speedupKind: 'measured' as const };
    const wanted = this.started?.goal.minSpeedup ?? null;
    if (wanted === null || ratio >= wanted || timed.outcome === 'duplicate') return timed;
    return {
      ...timed,
      accepted: false,
      evidence: `its measured speedup is ${ratio.toFixed(2)}×, less than ${wanted}×`,
    };
  }

  /** Groups without influence on the compared output, as far as checked. */
  get groupsWithoutInfluence(): string[] {
    return [...this.influence].flatMap(([id, seen]) => (seen ? [] : [id]));
  }

  /** Groups without influence that these formats change. */
  groupsWithoutInfluenceIn(formats: TrialRecord['formats']): string[] {
    return this.groupsWithoutInfluence.filter((id) => formats[id] !== undefined);
  }

  /** The trial's own record, without later ones: a search is replayed with the outcomes that it received. */
  trialRecord(number: number): TrialRecord | null {
    return this.trialRecords.get(number) ?? null;
  }

  /** The measurement of a program with this digest, for any trial. */
  measurementOf(digest: string): MeasurementRecord | null {
    return this.measuredPrograms.get(digest) ?? null;
  }
}

/** After a successful confirmation, the error is that of the built program. After a failed one, so is the outcome; the error only if it is known. */
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
