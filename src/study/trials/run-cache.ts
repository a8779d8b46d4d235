/** Cache of emulated runs, so that none is repeated: the confirmation of a trial needs the run in which it was judged. */
import type { RunOutcome } from '../../execution/engine.js';
import type { Configuration } from '../../space/resolve.js';

type Sound = Extract<RunOutcome, { kind: 'exited' }>;

/** Limit of the cached outputs. */
const MOST_BYTES = 64 * 2 ** 20;

export class RunCache {
  private readonly runs = new Map<string, Sound>();
  private bytes = 0;

  find(configuration: Configuration, input: string): Sound | null {
    return this.runs.get(keyOf(configuration, input)) ?? null;
  }

  /** Failed runs are not cached, because they may have had too little time. */
  keep(configuration: Configuration, input: string, outcome: RunOutcome): void {
    if (outcome.kind !== 'exited' || outcome.exitCode !== 0) return;
    const buffers = [outcome.stdout, outcome.stderr, ...outcome.collected.values()];
    const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
    if (this.bytes + bytes > MOST_BYTES) return;
    this.bytes += bytes;
    this.runs.set(keyOf(configuration, input), outcome);
  }
}

function keyOf(
  { sites, operations, accumulators = new Map(), blocks = new Map() }: Configuration,
  input: string,
): string {
  const ordered = (formats: ReadonlyMap<number, string>) => [...formats].sort(([a], [b]) => a - b);
  const sums = [...accumulators].sort(([a], [b]) => a - b);
  return JSON.stringify([ordered(sites), ordered(operations), sums, [...blocks].sort(), input]);
}
