/**
 * Vectorizes the kernels of a trial whose arrays are in half formats. The result is built, judged by the goal like any trial, and, on a GPU,
 * timed against the best known program.
 */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact } from '../../execution/engine.js';
import type { VectorizationRecord } from '../../journal/vectorization-record.js';
import type { Configuration } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import { type Measurement, TimedRunFailed } from '../timing/measurement.js';
import type { TrialRunner } from '../trials/trial-runner.js';
import { type KernelsOnVectors, vectorizer } from './vectorizer.js';

/** Longest compiler message in a record, in characters. */
const MOST_EVIDENCE = 2000;

export interface VectorizingContext {
  readonly bench: Bench;
  readonly configuration: Configuration;
  judge(artifact: Artifact): ReturnType<TrialRunner['rebuild']>;
  /** The best program so far; null if kernels are not timed. */
  readonly rival: Rival | null;
}

export interface Rival {
  readonly name: NonNullable<VectorizationRecord['against']>;
  /** Speedup of a program over the rival. */
  time(artifact: Artifact): Promise<Pick<Measurement, 'ratio' | 'low' | 'high'>>;
  /** Smallest speedup of a recommendation. */
  readonly leastRatio: number;
}

export interface VectorizedTrial {
  readonly record: VectorizationRecord;
  /** Null if nothing was built. */
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

/** Builds the program of a record again. */
export async function artifactOnVectors(
  context: VectorizingContext,
  { trial, kernels }: VectorizationRecord,
): Promise<Artifact> {
  const { changed } = await buildOnVectors(context, kernels);
  if (changed?.building.kind === 'built') return changed.building.artifact;
  throw new MantissaError(
    'MX4071',
    `the kernels of trial ${trial} were vectorized before, but cannot be vectorized now`,
  );
}

/** `known`: the recorded widths, to build the same program again. */
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
