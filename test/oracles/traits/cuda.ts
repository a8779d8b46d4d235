/** CUDA: launches, shared memory, vector types and library calls as others write them. */
import type { Trait } from './trait.js';

export const cudaTraits: readonly Trait[] = [];
