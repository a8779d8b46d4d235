/** Values: every way a number comes to be stored, passed, captured or computed, and in which order. */
import type { Trait } from './trait.js';

export const valueTraits: readonly Trait[] = [];
