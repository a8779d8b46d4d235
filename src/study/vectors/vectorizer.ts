/** What a study asks of the feature in src/features/vectorize: the kernels of a rewritten program on vectors. */
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
  /** Of the engine that builds it. */
  readonly input: EngineInput;
  /** The names of its kernels. */
  readonly kernels: readonly string[];
  /** With the widths that an earlier answer had; null to choose them by evidence. */
  readonly known: KernelsOnVectors | null;
}

export interface VectorizedProgram {
  readonly kernels: KernelsOnVectors;
  /** Null where no kernel can be on vectors. */
  readonly changed: ChangedText | null;
}

export const vectorizer = new Feature<(request: VectorizingRequest) => Promise<VectorizedProgram>>('vectorize');
