/** Figures that no machine can have: a benchmark that its compiler has left out, or found out beforehand. */
import { numberOf, type Row } from './record.js';

/** Nothing that depends on what came before takes less than a cycle; half of one leaves room for an inexact clock. */
const LEAST_CYCLES = 0.5;

export function implausibleNotes(rows: readonly Row[]): string[] {
  return rows
    .filter((row) => row.quantity === 'latency' && row.unit === 'cycles' && !(numberOf(row) >= LEAST_CYCLES))
    .map(
      (row) =>
        `the latency of ${Object.values(row.labels).join(', ')} comes to ${row.value} cycles: the compiler has left the benchmark out, or the clock was disturbed`,
    );
}
