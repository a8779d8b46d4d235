/** Baseline times per node of a cluster. Every node that times a trial also times the baseline. */
import type { JudgedTrial } from '../journal/replay.js';
import { median } from '../numerics/bootstrap.js';

export interface NodeTime {
  readonly node: string;
  /** Median run time of the baseline on this node. */
  readonly ms: number;
}

/** Nodes from the fastest to the slowest, by the clock of most measurements. Without a cluster there is at most one. */
export function nodeTimes(trials: readonly Pick<JudgedTrial, 'measurement'>[]): NodeTime[] {
  const measured = trials.flatMap(({ measurement }) => (measurement?.node ? [measurement] : []));
  const clocks = measured.map(({ clock }) => clock);
  const commonest = clocks.toSorted(
    (a, b) => clocks.filter((one) => one === b).length - clocks.filter((one) => one === a).length,
  )[0];
  const runs = new Map<string, number[]>();
  for (const { node, clock, samples } of measured)
    if (clock === commonest)
      runs.set(node!, [
        ...(runs.get(node!) ?? []),
        ...samples.flatMap(({ program, ms }) => (program === 'baseline' ? [ms] : [])),
      ]);
  return [...runs]
    .filter(([, ms]) => ms.length > 0)
    .map(([node, ms]) => ({ node, ms: median(ms) }))
    .sort((a, b) => a.ms - b.ms);
}
