/** Schemas of values that several records share. */
import { z } from 'zod';
import { formatNames } from '../numerics/format.js';
import { type TwoWords, WORDS } from '../numerics/two-words.js';
import { OUTCOMES } from './outcomes.js';

export const format = z.enum(formatNames);

/** JSON has no infinities: an infinite error is the text `Infinity`. */
export const figure = z.union([z.number(), z.literal('Infinity').transform(() => Number.POSITIVE_INFINITY)]);

/** A number that a program printed, possibly not finite. Typed because tsc 7.0 declares the inferred type with the invalid key `[-Infinity]`. */
export const printed: z.ZodType<number> = z.union([
  z.number(),
  z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number),
]);

/** Old journals have `measured` instead of `accurate`. */
export const writtenOutcome = z.union([z.enum(OUTCOMES), z.literal('measured').transform(() => 'accurate' as const)]);

export const trialNumber = z.number().int().positive();

/** Placeholder for missing evidence. No version has written such a record. */
export const NO_EVIDENCE = 'no evidence recorded';

/** A summation method, as in configuration files. */
export const writtenAccumulator = z.union([
  z.enum(['kahan', 'neumaier']),
  z.strictObject({ fold: z.number().int(), in: format }),
  z.strictObject({ pairwise: z.number().int(), in: format }),
  z.strictObject({ in: z.enum(Object.keys(WORDS) as TwoWords[]) }),
]);
