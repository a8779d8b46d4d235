/** What `mantissa characterize` found out about a machine: one JSON document, each number with its unit. */
import { z } from 'zod';
import { ENGINE_NAMES } from '../../core.js';
import { PART_NAMES } from './parts.js';

export const rowSchema = z.object({
  labels: z.record(z.string(), z.string()),
  quantity: z.string(),
  /** A result that is no number is one of the words. */
  value: z.union([z.number(), z.enum(['infinite', 'not a number'])]),
  unit: z.string(),
});
export type Row = z.infer<typeof rowSchema>;

const partRecord = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('measured'),
    /** Of what decides its figures: sources, compiler, machine, length. A part with the same key is not measured again. */
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
  /** Shorter: fewer repeats and smaller arrays. */
  isQuick: z.boolean(),
  machine: z.object({
    /** The GPU, or the processor. */
    name: z.string(),
    kind: z.enum(['gpu', 'core', 'clockless']),
    compiler: z.string(),
    architecture: z.string().nullable(),
  }),
  parts: z.partialRecord(z.enum(PART_NAMES as [string, ...string[]]), partRecord),
  /** What a reader of all of it should know: a GPU in use, clocks that fell. */
  notes: z.array(z.string()),
});
export type Characterization = z.infer<typeof characterizationSchema>;

/** The rows of a part, none where it was not measured. */
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

/** The number of the one row that has these labels; infinite or NaN for the words; null without such a row. */
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
