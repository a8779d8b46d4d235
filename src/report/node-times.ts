/** Whether the nodes of a cluster agree about the baseline: each is timed there beside every trial that is. */
import type { JudgedTrial } from '../journal/replay.js';
import { median } from '../numerics/bootstrap.js';

export interface NodeTime {
  readonly node: string;
  /** The middling run of the baseline there. */
  readonly ms: number;
}

/** From the fastest to the slowest, by the clock that most measurements have; no more than one where there is no cluster. */
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
