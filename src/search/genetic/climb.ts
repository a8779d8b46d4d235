/**
 * Improves a vector before its run by local search on its expected fitness: one group, or one chain, at a time, while that helps. This costs
 * predictions only, and avoids a run of a vector with an obvious improvement.
 */
import type { Rungs as Genome, Ladders } from '../ladders.js';

const PASSES = 4;

export function climb(
  start: Genome,
  expectedFitness: (genome: Genome) => number,
  ladders: Ladders,
  chains: readonly (readonly number[])[],
): Genome {
  let best = start;
  let fitness = expectedFitness(start);
  const tryOut = (candidate: Genome): boolean => {
    const expected = expectedFitness(candidate);
    if (expected >= fitness) return false;
    best = candidate;
    fitness = expected;
    return true;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    let helped = false;
    for (const chain of chains)
      for (const format of ladders.formatsOf(chain)) helped = tryOut(ladders.withChain(best, chain, format)) || helped;
    for (const index of ladders.free)
      for (let rung = 0; rung <= ladders.lowest[index]!; rung++)
        if (rung !== best[index]) helped = tryOut(best.with(index, rung)) || helped;
    if (!helped) break;
  }
  return best;
}
