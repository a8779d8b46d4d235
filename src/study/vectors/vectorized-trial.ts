/**
 * Vectorising as a move of the search: of a program whose arrays are in halves by now, the kernels that can be go onto vectors. The result is
 * built, judged by the goal like any trial, and timed against the best that is known where there is a GPU.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../../clang/resources.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Artifact } from '../../execution/engine.js';
import type { VectorizationRecord } from '../../journal/vectorization-record.js';
import type { Configuration } from '../../space/resolve.js';
import type { Width } from '../../vectorize/vector-format.js';
import { VectorizedKernels, type WidthOf } from '../../vectorize/vectorized-kernels.js';
import { widthByEvidence } from '../../vectorize/width-by-evidence.js';
import type { Bench } from '../../workbench/bench.js';
import { type Measurement, TimedRunFailed } from '../timing/measurement.js';
import type { TrialRunner } from '../trials/trial-runner.js';

const LIBRARY = 'mantissa_vector.h';
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
  const { kernels, changed } = await buildOnVectors(context, widthByEvidence);
  const basis = { kind: 'vectorization' as const, trial, kernels: [...kernels] };
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
  const { changed } = await buildOnVectors(context, async ({ name }) => {
    const { width, reason } = kernels.find((one) => one.name === name)!;
    return { width: width as Width, reason: reason ?? '' };
  });
  if (changed?.building.kind === 'built') return changed.building.artifact;
  throw new MantissaError('MX4071', `the kernels of trial ${trial} went onto vectors before, and do not any more`);
}

async function buildOnVectors({ bench, configuration }: VectorizingContext, widthOf: WidthOf) {
  const names = bench.program.functions
    .filter(({ kind }) => kind === 'kernel')
    .map(({ name }) => name.replace(/~\d+$/, ''));
  let found: VectorizedKernels | null = null;
  const changed = await bench.variants.tryChanged!(configuration, async (clang, project, input) => {
    found = await VectorizedKernels.of(clang, project, [...new Set(names)], widthOf);
    if (found.isEmpty) return null;
    const library = path.join(runtimeFolder(), 'vectorize');
    const forGpu = found.filesForGpu(project);
    for (const file of [...forGpu.keys()].filter((one) => one.endsWith('.h')))
      forGpu.set(path.join(path.dirname(file), LIBRARY), fs.readFileSync(path.join(library, LIBRARY), 'latin1'));
    if (input !== 'standard') return { files: forGpu, kept: forGpu, sources: [], includeFolders: [] };
    const source = {
      name: 'mantissa-vectors.cpp',
      text: found.sourceForCpu,
      language: 'c++' as const,
      standard: 'c++17',
    };
    return { files: found.filesForCpu(project), kept: forGpu, sources: [source], includeFolders: [library] };
  });
  return { kernels: (found as VectorizedKernels | null)?.kernels ?? [], changed };
}

function hasFewerInstructions(kernels: VectorizedKernels['kernels']): boolean {
  return kernels.every(({ instructions }) => instructions === null || instructions.vectors < instructions.scalar);
}
