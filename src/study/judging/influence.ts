/**
 * What the goal cannot see: a group that no compared number depends on, on any input, may be lowered without an error, and yet change
 * what a person reads. That its lowering changes nothing is not enough, for numbers that fp32 holds exactly are not changed by it either:
 * every value the group holds is moved by a sixteenth, in an emulated run for the group alone, and in another turned and set off by one
 * besides, for a sign, a limit or a quotient of two may be all that matters of it, and zeros are not moved otherwise. Whatever then prints
 * other numbers, fails or does not end in time is seen; what prints the same, and prints the same when the group is lowered alone, is not.
 */
import type { Goal, InfluenceRecord, OutputPlace, ProbeRecord } from '../../journal/records.js';
import { comparesValues } from '../../numerics/metrics.js';
import { baselineConfiguration } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import { atMost } from '../../workbench/run-limits.js';
import type { RunLimits } from '../../workbench/workbench.js';
import type { Formats, TuningSpace } from '../search-space.js';
import type { InputBaseline } from './baseline.js';
import { outputOfRun, type ProgramOutput, readOutput } from './program-output.js';

export interface InfluenceContext {
  readonly bench: Pick<Bench, 'runEmulated' | 'runMoved' | 'tryEmulate'>;
  readonly tuning: TuningSpace;
  readonly goal: Goal;
  readonly output: OutputPlace;
  /** Of every input, the held-out ones included. */
  readonly baselines: readonly InputBaseline[];
  readonly jobs: number;
  limitsFor(baseline: InputBaseline): RunLimits;
}

/** Moved values may never converge; a run that takes so much longer than the baseline's is another run. */
const PATIENCE = 4;
const LEAST_PATIENCE_MS = 2000;

interface Undisturbed {
  readonly baseline: InputBaseline;
  readonly output: ProgramOutput;
  readonly limits: RunLimits;
}

/** Of each of these groups, by the formats they would have, whether the goal sees it. Empty where nobody can tell. */
export async function findInfluence(context: InfluenceContext, formats: Formats): Promise<InfluenceRecord['groups']> {
  const { baselines } = context;
  if (baselines.some(({ record }) => record.noise > 0)) return []; // every run prints other numbers
  const undisturbed: Undisturbed[] = [];
  for (const baseline of baselines) {
    const found = await runUndisturbed(context, baseline);
    if (!found) return [];
    undisturbed.push(found);
  }
  undisturbed.sort((a, b) => a.limits.timeoutMs - b.limits.timeoutMs); // most groups are seen on the shortest
  const waiting = [...Object.keys(formats).entries()];
  const groups: { id: string; seen: boolean }[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, id] = next;
      groups[at] = { id, seen: await isSeen(context, undisturbed, id, formats[id]!) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, context.jobs) }, lane));
  return groups;
}

/** Groups that a run of their own, on every input or on one, has shown to be seen: nothing need be run for them. */
export function seenAlone(
  runs: readonly Pick<ProbeRecord, 'formats' | 'accumulators' | 'error'>[],
  { metric, against }: Goal,
): Set<string> {
  if (against !== 'baseline' || !/^(?:max-relative|rms-relative|max-absolute|ulp)$/.test(metric)) return new Set();
  return new Set(
    runs.flatMap(({ formats, accumulators, error }) => {
      const ids = Object.keys(formats);
      return ids.length === 1 && !accumulators && error !== null && error > 0 ? ids : [];
    }),
  );
}

async function runUndisturbed(context: InfluenceContext, baseline: InputBaseline): Promise<Undisturbed | null> {
  const limits = context.limitsFor(baseline);
  const outcome = await context.bench.runEmulated(baselineConfiguration, limits);
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) return null;
  const output = readOutput(context.output, outcome);
  return output && { baseline, output, limits: atMost(limits, LEAST_PATIENCE_MS + PATIENCE * outcome.durationMs) };
}

async function isSeen(
  { bench, tuning, goal, output: place }: InfluenceContext,
  undisturbed: readonly Undisturbed[],
  id: string,
  format: Formats[string],
): Promise<boolean> {
  const alone = tuning.configurationOf({ [id]: format });
  const sites = new Set(alone.sites.keys());
  const ways = [
    (limits: RunLimits) => bench.runMoved(sites, limits, 'moved'),
    (limits: RunLimits) => bench.runMoved(sites, limits, 'turned'),
    (limits: RunLimits) => bench.tryEmulate(alone, limits),
  ];
  for (const run of ways)
    for (const { output, limits } of undisturbed) {
      const outcome = await run(limits); // of what cannot be emulated only its own build could tell: it counts as seen
      const found = outputOfRun(place, outcome);
      if (!found || !isSame(goal, output, found)) return true;
    }
  return false;
}

/** What is compared: the numbers, or whatever a command makes of the bytes. */
function isSame({ metric }: Goal, a: ProgramOutput, b: ProgramOutput): boolean {
  if (!comparesValues(metric)) return a.bytes.equals(b.bytes);
  return a.values.length === b.values.length && a.values.every((value, at) => Object.is(value, b.values[at]));
}
