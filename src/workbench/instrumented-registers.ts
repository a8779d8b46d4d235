/**
 * Instruments need registers: a kernel that ran with 1024 threads in a block may want more than a block of them can have, and would
 * then not start at all. So the compiler is told how many there are, by the largest block the program launches.
 */
import type { Program } from '../program/program.js';

/** Of a multiprocessor, and so of a block; every device since compute capability 5.0 has as many. */
const REGISTERS = 65_536;
const MOST_PER_THREAD = 255;
const LARGEST_BLOCK = 1024;

/** Registers per thread that every launch can have; null where the hardware's own limit is the lower one. */
export function registersPerThread({ launches, operations }: Program): number | null {
  const computing = new Set(operations.map((operation) => operation.function));
  const largest = Math.max(
    1,
    ...launches.filter(({ kernel }) => computing.has(kernel)).map(({ blockThreads }) => blockThreads ?? LARGEST_BLOCK),
  );
  const each = Math.floor(REGISTERS / largest / 8) * 8;
  return each >= MOST_PER_THREAD ? null : each;
}
