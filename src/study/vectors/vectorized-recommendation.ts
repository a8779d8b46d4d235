/**
 * Vectors of halves as a move of the search: the best few accurate trials that have halves, the recommended one first, go onto vectors one
 * after the other, each timed against the best so far. What was slower than another without vectors, or than the program as written, may
 * win with them. Where nothing is timed the model does not tell trials on vectors apart, and only the recommended one is looked at.
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

/** So many are built: a memory-bound kernel is as fast as its arrays are narrow, and the fastest without vectors have the narrowest. */
const MOST_BUILT = 3;
/** So many are read: what has no arrays in halves is not built. */
const MOST_READ = 8;

type Timed = VectorizedTrial['artifact'];
type Against = NonNullable<VectorizationRecord['against']>;

export interface VectorRecommendation {
  readonly journal: Journal;
  /** Nothing is timed. */
  readonly isModelled: boolean;
  /** What is not recommended yet must be so many times as fast as the program as written; null: faster at all. */
  readonly minSpeedup: number | null;
  isTimeUp(): boolean;
  /** How a trial's other form is built and judged, and timed against a trial as it is (null: the program as written) or a form that was built. */
  vectorizing(trial: number, against: Against, artifact: Timed, leastRatio: number): Promise<VectorizingContext>;
  /** Whether a trial that was not recommended may be by all that is asked besides speed. */
  mayBeRecommended(trial: number): Promise<boolean>;
  report(event: StudyEvent): void;
}

/** What is recommended in the end: `best`, or what is faster on vectors. Trials come fastest first. */
export async function recommendOnVectors(
  context: VectorRecommendation,
  best: AccurateTrial | null,
  ranked: readonly JudgedTrial[],
): Promise<AccurateTrial | null> {
  const { journal, isModelled, report } = context;
  const candidates = isModelled ? (best ? [best] : []) : candidatesOf(best, ranked);
  if (candidates.length === 0)
    report({ kind: 'note', text: 'nothing within the goal has halves that could go onto vectors' });
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
      : await reportedStep(report, `putting the kernels of trial ${number} onto vectors`, async () =>
          holding(context, await vectorizedTrial(await surroundings(), number), chosen),
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

/** Whether it would be timed against the same program again. */
function isSame({ speedup, against, trial }: VectorizationRecord, now: Against): boolean {
  if (speedup === null) return true;
  const then = against ?? { trial, onVectors: false };
  return then.trial === now.trial && then.onVectors === now.onVectors;
}

/** A trial that nobody has recommended yet is asked what the recommended one was asked. */
async function holding(
  { mayBeRecommended }: VectorRecommendation,
  found: VectorizedTrial,
  chosen: AccurateTrial | null,
): Promise<VectorizedTrial> {
  const { record } = found;
  if (!record.isRecommended || record.trial === chosen?.number || (await mayBeRecommended(record.trial))) return found;
  const evidence = `trial ${record.trial} itself is not to be recommended`;
  return { ...found, record: { ...record, isRecommended: false, files: null, evidence } };
}
