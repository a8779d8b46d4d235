/** Outcomes of emulated runs, kept so that none is repeated: a configuration that is confirmed was emulated when it was tried. */
import type { RunOutcome } from '../../execution/engine.js';
import type { Configuration } from '../../space/resolve.js';

type Sound = Extract<RunOutcome, { kind: 'exited' }>;

/** Of what programs printed and wrote. */
const MOST_BYTES = 64 * 2 ** 20;

export class RunCache {
  private readonly runs = new Map<string, Sound>();
  private bytes = 0;

  find(configuration: Configuration, input: string): Sound | null {
    return this.runs.get(keyOf(configuration, input)) ?? null;
  }

  /** What did not end well may have been given too little time. */
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
