/** Memory: allocations by every kind of byte count, records as bytes, pointers over fields. */
import type { Trait } from './trait.js';

export const memoryTraits: readonly Trait[] = [];
