import type { OutputPlace } from '../../journal/records.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/workbench.js';
import { type ProgramOutput, readOutput } from './program-output.js';

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
  const outcome = (await bench.runInOneThread?.(limits)) ?? null;
  const alone = outcome?.kind === 'exited' && outcome.exitCode === 0 ? readOutput(place, outcome) : null;
  return alone?.bytes.equals(output.bytes) ?? false;
}
