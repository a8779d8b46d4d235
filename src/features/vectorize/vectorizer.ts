/** Vectorizes the kernels of a trial: headers and launches for nvcc, and plain C++ for judging on a CPU. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { VectorizedProgram, VectorizingRequest } from '../../core.js';
import { LIBRARY, libraryFolder } from './library.js';
import type { Width } from './vector-format.js';
import { VectorizedKernels, type WidthOf } from './vectorized-kernels.js';
import { widthByEvidence } from './width-by-evidence.js';

export async function kernelsOnVectors(request: VectorizingRequest): Promise<VectorizedProgram> {
  const { clang, project, input, known } = request;
  const found = await VectorizedKernels.of(
    clang,
    project,
    request.kernels,
    known ? knownWidth(known) : widthByEvidence,
  );
  const kernels = [...found.kernels];
  if (found.isEmpty) return { kernels, changed: null };
  const library = libraryFolder();
  const forGpu = found.filesForGpu(project);
  for (const file of [...forGpu.keys()].filter((one) => one.endsWith('.h')))
    forGpu.set(path.join(path.dirname(file), LIBRARY), fs.readFileSync(path.join(library, LIBRARY), 'latin1'));
  if (input !== 'standard')
    return { kernels, changed: { files: forGpu, patch: forGpu, sources: [], includeFolders: [] } };
  const source = {
    name: 'mantissa-vectors.cpp',
    text: found.sourceForCpu,
    language: 'c++' as const,
    standard: 'c++17',
  };
  const files = found.filesForCpu(project);
  return { kernels, changed: { files, patch: forGpu, sources: [source], includeFolders: [library] } };
}

function knownWidth(known: VectorizedProgram['kernels']): WidthOf {
  return async ({ name }) => {
    const { width, reason } = known.find((one) => one.name === name)!;
    return { width: width as Width, reason: reason ?? '' };
  };
}
