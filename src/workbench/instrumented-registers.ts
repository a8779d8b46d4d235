/**
 * Instrumentation needs registers: a kernel with 1024 threads per block may then need more than a block can have, and its launch would fail.
 * The compiler therefore gets a limit that follows from the largest block of the program.
 */
import { MAX_REGISTERS_PER_THREAD } from '../program/gpu-limits.js';
import type { Program } from '../program/program.js';

/** Registers per block on every device since compute capability 5.0. */
const REGISTERS = 65_536;
const LARGEST_BLOCK = 1024;

/** Registers per thread with which every launch succeeds; null if the hardware limit is lower. */
export function registersPerThread({ launches, operations }: Program): number | null {
  const computing = new Set(operations.map((operation) => operation.function));
  const largest = Math.max(
    1,
    ...launches.filter(({ kernel }) => computing.has(kernel)).map(({ blockThreads }) => blockThreads ?? LARGEST_BLOCK),
  );
  const each = Math.floor(REGISTERS / largest / 8) * 8;
  return each >= MAX_REGISTERS_PER_THREAD ? null : each;
}
