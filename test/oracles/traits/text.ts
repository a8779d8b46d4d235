/** Text: spellings of declarations, macros, units and headers that edits must get right. */
import type { Trait } from './trait.js';

export const textTraits: readonly Trait[] = [];
