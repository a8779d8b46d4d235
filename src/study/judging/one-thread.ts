import type { OutputPlace } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { outputOfRun, type ProgramOutput } from './program-output.js';

/**
 * Whether the original program prints this output when it has one thread. The instrumented program always has one; with several OpenMP threads
 * sums are added in another order, and their results differ.
 */
export async function printsSameWithOneThread(
  bench: Pick<Bench, 'runs'>,
  place: OutputPlace,
  limits: RunLimits,
  output: ProgramOutput,
): Promise<boolean> {
  const outcome = await bench.runs.inOneThread?.(limits);
  return (outcome && outputOfRun(place, outcome)?.bytes.equals(output.bytes)) ?? false;
}
