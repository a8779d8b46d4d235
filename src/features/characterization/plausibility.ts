/** Finds implausible figures, which show that the compiler removed or precomputed a benchmark. */
import { numberOf, type Row } from './record.js';

/** Smallest plausible latency in cycles: a dependent operation takes at least one; half of one allows for an inexact clock. */
const LEAST_CYCLES = 0.5;

export function implausibleNotes(rows: readonly Row[]): string[] {
  return rows
    .filter((row) => row.quantity === 'latency' && row.unit === 'cycles' && !(numberOf(row) >= LEAST_CYCLES))
    .map(
      (row) =>
        `the latency of ${Object.values(row.labels).join(', ')} is ${row.value} cycles, which is implausible: the compiler removed the benchmark, or the clock was disturbed`,
    );
}
