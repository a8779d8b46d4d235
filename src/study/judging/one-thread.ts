import type { OutputPlace } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { outputOfRun, type ProgramOutput } from './program-output.js';

/**
 * Whether the program as written prints this in one thread. What is instrumented has one: where OpenMP makes several, sums are added up in
 * another order, and narrower ones to something else.
 */
export async function isOfOneThread(
  bench: Pick<Bench, 'runs'>,
  place: OutputPlace,
  limits: RunLimits,
  output: ProgramOutput,
): Promise<boolean> {
  const outcome = await bench.runs.inOneThread?.(limits);
  return (outcome && outputOfRun(place, outcome)?.bytes.equals(output.bytes)) ?? false;
}
