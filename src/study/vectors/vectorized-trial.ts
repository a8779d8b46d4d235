/**
 * Vectorising as a move of the search: of a program whose arrays are in halves by now, the kernels that can be go onto vectors. The result is
 * built, judged by the goal like any trial, and timed against the best that is known where there is a GPU.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact } from '../../execution/engine.js';
import type { VectorizationRecord } from '../../journal/vectorization-record.js';
import type { Configuration } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import { type Measurement, TimedRunFailed } from '../timing/measurement.js';
import type { TrialRunner } from '../trials/trial-runner.js';
import { type KernelsOnVectors, vectorizer } from './vectorizer.js';

/** Characters of what a compiler said. */
const MOST_EVIDENCE = 2000;

export interface VectorizingContext {
  readonly bench: Bench;
  readonly configuration: Configuration;
  judge(artifact: Artifact): ReturnType<TrialRunner['rebuild']>;
  /** What is known to be best so far; null where no clock says anything of kernels. */
  readonly rival: Rival | null;
}

export interface Rival {
  readonly name: NonNullable<VectorizationRecord['against']>;
  /** How many times as fast as it a program is. */
  time(artifact: Artifact): Promise<Pick<Measurement, 'ratio' | 'low' | 'high'>>;
  /** A program that is faster by less is not recommended. */
  readonly leastRatio: number;
}

export interface VectorizedTrial {
  readonly record: VectorizationRecord;
  /** Null where nothing was built. */
  readonly artifact: Artifact | null;
}

export async function vectorizedTrial(context: VectorizingContext, trial: number): Promise<VectorizedTrial> {
  const { kernels, changed } = await buildOnVectors(context, null);
  const basis = { kind: 'vectorization' as const, trial, kernels };
  const nothing = { error: null, evidence: null, against: null, speedup: null, isRecommended: false, files: null };
  const without = (rest: Pick<VectorizationRecord, 'outcome'> & Partial<VectorizationRecord>): VectorizedTrial => ({
    record: { ...basis, ...nothing, ...rest },
    artifact: null,
  });
  if (changed === null) return without({ outcome: 'nothing' });
  if (changed.building.kind !== 'built') {
    const texts = changed.building.message.findings.map(({ text }) => text);
    return without({ outcome: 'build-failed', evidence: texts.join('; ').slice(0, MOST_EVIDENCE) });
  }
  const { artifact } = changed.building;
  const { outcome, error, evidence } = await context.judge(artifact);
  if (outcome !== 'accurate') {
    const known = ['inaccurate', 'build-failed', 'timed-out'] as const;
    return without({ outcome: known.find((one) => one === outcome) ?? 'run-failed', error, evidence });
  }
  try {
    const measured = await context.rival?.time(artifact);
    const isRecommended = measured
      ? measured.low > 1 && measured.ratio >= context.rival!.leastRatio
      : hasFewerInstructions(kernels);
    const record: VectorizationRecord = {
      ...{ ...basis, outcome: 'accurate', error, evidence, isRecommended },
      against: measured ? context.rival!.name : null,
      speedup: measured ? { ratio: measured.ratio, low: measured.low, high: measured.high } : null,
      files: isRecommended ? Object.fromEntries(changed.files) : null,
    };
    return { record, artifact };
  } catch (failure) {
    if (!(failure instanceof TimedRunFailed)) throw failure;
    return without({ outcome: failure.outcome, error, evidence: failure.message });
  }
}

/** The program of a record once more. */
export async function artifactOnVectors(
  context: VectorizingContext,
  { trial, kernels }: VectorizationRecord,
): Promise<Artifact> {
  const { changed } = await buildOnVectors(context, kernels);
  if (changed?.building.kind === 'built') return changed.building.artifact;
  throw new MantissaError('MX4071', `the kernels of trial ${trial} went onto vectors before, and do not any more`);
}

/** `known`: what it was before, to build the same once more. */
async function buildOnVectors({ bench, configuration }: VectorizingContext, known: KernelsOnVectors | null) {
  const names = bench.program.functions
    .filter(({ kind }) => kind === 'kernel')
    .map(({ name }) => name.replace(/~\d+$/, ''));
  let kernels: KernelsOnVectors = [];
  const changed = await bench.variants.tryChanged!(configuration, async (clang, project, input) => {
    const onVectors = await vectorizer.loaded();
    const found = await onVectors({ clang, project, input, kernels: [...new Set(names)], known });
    kernels = found.kernels;
    return found.changed;
  });
  return { kernels, changed };
}

function hasFewerInstructions(kernels: KernelsOnVectors): boolean {
  return kernels.every(({ instructions }) => instructions === null || instructions.vectors < instructions.scalar);
}
