/** Parses the output of a benchmark program: one JSON object per line, a row or a note (runtime/characterize/rows.h). */
import { z } from 'zod';
import { type Row, rowSchema } from '../record.js';

const line = z.union([rowSchema, z.object({ note: z.string() })]);

export interface BenchmarkOutput {
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/** Null if a line is neither. */
export function readBenchmarkOutput(text: string): BenchmarkOutput | null {
  const rows: Row[] = [];
  const notes: string[] = [];
  for (const written of text.split('\n').filter((one) => one !== '')) {
    const parsed = line.safeParse(parsedJson(written));
    if (!parsed.success) return null;
    if ('note' in parsed.data) notes.push(parsed.data.note);
    else rows.push(parsed.data);
  }
  return { rows, notes };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
