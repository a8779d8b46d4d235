/**
 * Vectorizes the best trials with half formats, the recommended one first, and times each against the best so far: a trial that is slower than
 * others without vectors may win with them. If times are modelled, only the recommended trial is vectorized, because the model has no
 * costs for vectors.
 */
import type { Journal } from '../../journal/journal.js';
import type { AccurateTrial, JudgedTrial } from '../../journal/replay.js';
import type { VectorizationRecord } from '../../journal/vectorization-record.js';
import type { StudyEvent } from '../plan.js';
import { reportedStep } from '../reported-step.js';
import { vectorizationText } from './vectorization-text.js';
import {
  artifactOnVectors,
  type VectorizedTrial,
  type VectorizingContext,
  vectorizedTrial,
} from './vectorized-trial.js';

/** Largest number of builds: the speed of a memory-bound kernel depends on the size of its arrays, and the fastest trials already have the smallest. */
const MOST_BUILT = 3;
/** Largest number of trials considered; those without arrays in half formats are not built. */
const MOST_READ = 8;

type Timed = VectorizedTrial['artifact'];
type Against = NonNullable<VectorizationRecord['against']>;

export interface VectorRecommendation {
  readonly journal: Journal;
  /** Whether times are modelled. */
  readonly isModelled: boolean;
  /** Required speedup over the original program; null if any speedup suffices. */
  readonly minSpeedup: number | null;
  isTimeUp(): boolean;
  /** Builds, judges and times the vectorized form of a trial, against a trial, the original program (null), or a built form. */
  vectorizing(trial: number, against: Against, artifact: Timed, leastRatio: number): Promise<VectorizingContext>;
  /** Whether a trial passes all checks of a recommendation except speed. */
  mayBeRecommended(trial: number): Promise<boolean>;
  report(event: StudyEvent): void;
}

/** The final recommendation: `best`, or a faster vectorized trial. `ranked`: fastest first. */
export async function recommendOnVectors(
  context: VectorRecommendation,
  best: AccurateTrial | null,
  ranked: readonly JudgedTrial[],
): Promise<AccurateTrial | null> {
  const { journal, isModelled, report } = context;
  const candidates = isModelled ? (best ? [best] : []) : candidatesOf(best, ranked);
  if (candidates.length === 0)
    report({ kind: 'note', text: '--vectorize: no trial within the goal has variables in a half format' });
  let [chosen, artifact]: [AccurateTrial | null, Timed] = [best, null];
  let against: Against = { trial: best?.number ?? null, onVectors: false };
  let built = 0;
  for (const { number } of candidates) {
    if (built === MOST_BUILT || context.isTimeUp()) break;
    const leastRatio = chosen === null ? (context.minSpeedup ?? 1) : 1;
    const surroundings = () => context.vectorizing(number, against, artifact, leastRatio);
    const known = journal.state.vectorizations.get(number);
    const isKnown = known !== undefined && isSame(known, against);
    const found: VectorizedTrial = isKnown
      ? { record: known, artifact: null }
      : await reportedStep(report, `vectorizing the kernels of trial ${number}`, async () =>
          checkRecommendable(context, await vectorizedTrial(await surroundings(), number), chosen),
        );
    const { record } = found;
    if (!isKnown) journal.append(record);
    report({ kind: 'note', text: vectorizationText(record) });
    if (record.outcome !== 'nothing') built++;
    if (!record.isRecommended) continue;
    artifact = found.artifact ?? (isModelled ? null : await artifactOnVectors(await surroundings(), record));
    against = { trial: number, onVectors: true };
    chosen = journal.state.trial(number) as AccurateTrial;
  }
  return chosen;
}

function candidatesOf(best: AccurateTrial | null, ranked: readonly JudgedTrial[]): JudgedTrial[] {
  const others = ranked.filter((one) => one.number !== best?.number && hasHalves(one));
  return [...(best ? [best] : []), ...others].slice(0, MOST_READ);
}

function hasHalves({ formats }: JudgedTrial): boolean {
  return Object.values(formats).some((format) => format === 'fp16' || format === 'bf16');
}

/** Whether the record was timed against the same program. */
function isSame({ speedup, against, trial }: VectorizationRecord, now: Against): boolean {
  if (speedup === null) return true;
  const then = against ?? { trial, onVectors: false };
  return then.trial === now.trial && then.onVectors === now.onVectors;
}

/** A trial that is not recommended yet must pass the other checks of a recommendation. */
async function checkRecommendable(
  { mayBeRecommended }: VectorRecommendation,
  found: VectorizedTrial,
  chosen: AccurateTrial | null,
): Promise<VectorizedTrial> {
  const { record } = found;
  if (!record.isRecommended || record.trial === chosen?.number || (await mayBeRecommended(record.trial))) return found;
  const evidence = `trial ${record.trial} cannot be recommended without vectors`;
  return { ...found, record: { ...record, isRecommended: false, files: null, evidence } };
}
