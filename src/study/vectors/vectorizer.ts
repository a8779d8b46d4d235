/** The interface of the feature src/features/vectorize for studies: vectorizes the kernels of a rewritten program. */
import type { EmbeddedClang } from '../../clang/compiler.js';
import type { EngineInput } from '../../execution/engine.js';
import type { Project } from '../../frontend/project/project.js';
import type { VectorizationRecord } from '../../journal/vectorization-record.js';
import { Feature } from '../../support/feature.js';
import type { ChangedText } from '../../workbench/variants.js';

export type KernelsOnVectors = VectorizationRecord['kernels'];

export interface VectorizingRequest {
  readonly clang: EmbeddedClang;
  readonly project: Project;
  /** Input of the engine that builds the program. */
  readonly input: EngineInput;
  /** The names of its kernels. */
  readonly kernels: readonly string[];
  /** Reuses the widths of an earlier answer; null to choose them. */
  readonly known: KernelsOnVectors | null;
}

export interface VectorizedProgram {
  readonly kernels: KernelsOnVectors;
  /** Null if no kernel can be vectorized. */
  readonly changed: ChangedText | null;
}

export const vectorizer = new Feature<(request: VectorizingRequest) => Promise<VectorizedProgram>>('vectorize');
