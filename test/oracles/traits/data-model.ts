/** The data model: results that depend on how wide long, size_t and pointers are. */
import type { Trait } from './trait.js';

export const dataModelTraits: readonly Trait[] = [];
