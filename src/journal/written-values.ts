/** Values that several records hold, as they stand in the file. */
import { z } from 'zod';
import { formatNames } from '../numerics/format.js';
import { type TwoWords, WORDS } from '../numerics/two-words.js';
import { OUTCOMES } from './outcomes.js';

export const format = z.enum(formatNames);

/** JSON has no infinities: an error without bound is the text `Infinity`. */
export const figure = z.union([z.number(), z.literal('Infinity').transform(() => Number.POSITIVE_INFINITY)]);

/** A number a program printed, whatever it is. Its type is stated because tsc 7.0 declares the inferred one with the key `[-Infinity]`, an error. */
export const printed: z.ZodType<number> = z.union([
  z.number(),
  z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number),
]);

/** Studies from before accuracy had a word of its own called it `measured`. */
export const writtenOutcome = z.union([z.enum(OUTCOMES), z.literal('measured').transform(() => 'accurate' as const)]);

export const trialNumber = z.number().int().positive();

/** Stands where a reader is owed evidence and the file has none: no version wrote such a record. */
export const NO_EVIDENCE = 'no evidence was written down';

/** How a sum is added up, as a configuration file has it. */
export const writtenAccumulator = z.union([
  z.enum(['kahan', 'neumaier']),
  z.strictObject({ fold: z.number().int(), in: format }),
  z.strictObject({ pairwise: z.number().int(), in: format }),
  z.strictObject({ in: z.enum(Object.keys(WORDS) as TwoWords[]) }),
]);
