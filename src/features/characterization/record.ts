/** The record of `mantissa characterize` about a machine: one JSON document, each value with its unit. */
import { z } from 'zod';
import { ENGINE_NAMES } from '../../core.js';
import { PART_NAMES } from './parts.js';

export const rowSchema = z.object({
  labels: z.record(z.string(), z.string()),
  quantity: z.string(),
  /** Results that JSON cannot represent are spelled out; `not representable`: an input or an intermediate result is outside the range of the format. */
  value: z.union([z.number(), z.enum(['infinite', 'not a number', 'not representable'])]),
  unit: z.string(),
  /** False for a time whose repeats did not agree. */
  settled: z.boolean().optional(),
});
export type Row = z.infer<typeof rowSchema>;

const partRecord = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('measured'),
    /** Digest of everything that determines the figures: sources, compiler, machine, length. A part with the same key is not measured again. */
    key: z.string(),
    durationMs: z.number(),
    rows: z.array(rowSchema),
    notes: z.array(z.string()),
  }),
  z.object({ state: z.literal('not measured'), reason: z.string() }),
]);
export type PartRecord = z.infer<typeof partRecord>;

export const characterizationSchema = z.object({
  schemaVersion: z.literal(1),
  engine: z.enum(ENGINE_NAMES),
  /** Measured with fewer repetitions and smaller arrays. */
  isQuick: z.boolean(),
  machine: z.object({
    /** Name of the GPU or CPU. */
    name: z.string(),
    kind: z.enum(['gpu', 'core', 'clockless']),
    compiler: z.string(),
    architecture: z.string().nullable(),
  }),
  parts: z.partialRecord(z.enum(PART_NAMES as [string, ...string[]]), partRecord),
  /** Notes about the whole record: a GPU in use, a reduced clock. */
  notes: z.array(z.string()),
});
export type Characterization = z.infer<typeof characterizationSchema>;

/** The rows of a part; empty if it was not measured. */
export function rowsOf(record: Characterization, part: string): readonly Row[] {
  const found = record.parts[part];
  return found?.state === 'measured' ? found.rows : [];
}

export interface Wanted {
  readonly quantity: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function rowsWith(rows: readonly Row[], { quantity, labels }: Wanted): Row[] {
  const wanted = Object.entries(labels);
  return rows.filter((row) => row.quantity === quantity && wanted.every(([name, value]) => row.labels[name] === value));
}

/** The value of the only row with these labels, with words as infinity or NaN; null without such a row. */
export function figureOf(rows: readonly Row[], quantity: string, labels: Wanted['labels']): number | null {
  const [row] = rowsWith(rows, { quantity, labels });
  return row ? numberOf(row) : null;
}

export function numberOf({ value }: Row): number {
  if (typeof value === 'number') return value;
  return value === 'infinite' ? Number.POSITIVE_INFINITY : Number.NaN;
}

/** The values of a label, in the order in which they were measured. */
export function labelsOf(rows: readonly Row[], name: string): string[] {
  return [...new Set(rows.flatMap((row) => row.labels[name] ?? []))];
}
