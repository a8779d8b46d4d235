import type { OutputPlace } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/workbench.js';
import { outputOfRun, type ProgramOutput } from './program-output.js';

/**
 * Whether the program as written prints this in one thread. What is instrumented has one: where OpenMP makes several, sums are added up in
 * another order, and narrower ones to something else.
 */
export async function isOfOneThread(
  bench: Pick<Bench, 'runInOneThread'>,
  place: OutputPlace,
  limits: RunLimits,
  output: ProgramOutput,
): Promise<boolean> {
  const outcome = await bench.runInOneThread?.(limits);
  return (outcome && outputOfRun(place, outcome)?.bytes.equals(output.bytes)) ?? false;
}
