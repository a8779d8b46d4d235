/**
 * Vectorising as a move of the search: of a program whose arrays are in halves by now, the kernels that can be go onto vectors. The result is
 * built, judged by the goal like any trial, and timed against the same configuration without vectors where there is a GPU.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import type { Artifact } from '../execution/engine.js';
import type { VectorizationRecord } from '../journal/vectorization-record.js';
import type { Configuration } from '../space/resolve.js';
import { VectorizedKernels } from '../vectorize/vectorized-kernels.js';
import type { Bench } from '../workbench/bench.js';
import type { Measurement } from './judging/measurement.js';
import type { TrialRunner } from './trial-runner.js';

const LIBRARY = 'mantissa_vector.h';

export interface VectorizingContext {
  readonly bench: Bench;
  readonly configuration: Configuration;
  judge(artifact: Artifact): ReturnType<TrialRunner['rebuild']>;
  /** Null where no clock says anything of kernels. */
  time: ((artifact: Artifact) => Promise<Measurement>) | null;
}

export async function vectorizedTrial(context: VectorizingContext, trial: number): Promise<VectorizationRecord> {
  const { bench, configuration } = context;
  const names = bench.program.functions
    .filter(({ kind }) => kind === 'kernel')
    .map(({ name }) => name.replace(/~\d+$/, ''));
  let found: VectorizedKernels | null = null;
  const changed = await bench.tryChanged!(configuration, async (clang, project, input) => {
    found = await VectorizedKernels.of(clang, project, [...new Set(names)]);
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
  const kernels = (found as VectorizedKernels | null)?.kernels ?? [];
  const basis = { kind: 'vectorization' as const, trial, kernels: [...kernels] };
  const nothing = { error: null, evidence: null, speedup: null, isRecommended: false, files: null };
  if (changed === null) return { ...basis, ...nothing, outcome: 'nothing' };
  if (changed.building.kind !== 'built') {
    const evidence = changed.building.message.findings
      .map(({ text }) => text)
      .join('; ')
      .slice(0, 2000);
    return { ...basis, ...nothing, outcome: 'build-failed', evidence };
  }
  const { artifact } = changed.building;
  const judged = await context.judge(artifact);
  const { error, evidence } = judged;
  if (judged.outcome !== 'accurate') {
    const known = ['inaccurate', 'build-failed', 'timed-out'] as const;
    const outcome = known.find((one) => one === judged.outcome) ?? 'run-failed';
    return { ...basis, ...nothing, outcome, error, evidence };
  }
  const measured = context.time ? await context.time(artifact) : null;
  const isRecommended = measured ? measured.low > 1 : hasFewerInstructions(kernels);
  return {
    ...basis,
    outcome: 'accurate',
    ...{ error, evidence },
    speedup: measured && { ratio: measured.ratio, low: measured.low, high: measured.high },
    isRecommended,
    files: isRecommended ? Object.fromEntries(changed.files) : null,
  };
}

function hasFewerInstructions(kernels: VectorizedKernels['kernels']): boolean {
  return kernels.every(({ instructions }) => instructions === null || instructions.vectors < instructions.scalar);
}

/** For people. */
export function vectorizationText(record: VectorizationRecord): string {
  const onVectors = record.kernels.filter(({ refusal }) => refusal === null);
  const names = onVectors.map(({ name, width }) => `${name} (${width} a vector)`).join(', ');
  const left = record.kernels.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: ${refusal}`]));
  switch (record.outcome) {
    case 'nothing':
      return `no kernel of trial ${record.trial} goes onto vectors: ${left.join('; ') || 'it has none'}`;
    case 'accurate': {
      const { speedup } = record;
      const [scalar, vectors] = (['scalar', 'vectors'] as const).map((which) =>
        onVectors.reduce((sum, { instructions }) => sum + (instructions?.[which] ?? 0), 0),
      );
      const speed = speedup
        ? `${speedup.ratio.toFixed(2)}× as fast as without (${speedup.low.toFixed(2)} to ${speedup.high.toFixed(2)})`
        : `${scalar!.toFixed(0)} instructions an element become ${vectors!.toFixed(1)}, by the model`;
      const verdict = record.isRecommended ? 'mantissa apply writes it' : 'the patch stays without';
      return `trial ${record.trial} on vectors: ${names}; ${speed}; ${verdict}${left.length > 0 ? `; as they are: ${left.join('; ')}` : ''}`;
    }
    default:
      return `trial ${record.trial} on vectors (${names}) is ${record.outcome}${record.evidence ? `: ${record.evidence}` : ''}; the patch stays without`;
  }
}
