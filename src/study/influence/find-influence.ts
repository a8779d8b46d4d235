/**
 * Which groups affect the compared output. A group without influence may be lowered without an error, and yet change what a person reads.
 * That its lowering changes nothing is not enough, because fp32 holds many numbers exactly: every value the group holds is perturbed by a
 * sixteenth in an emulated run, and in another one negated and shifted by one, because for some only the sign, a threshold or a ratio
 * matters, and zeros are not perturbed otherwise. A run that prints other numbers, fails or does not end in time shows influence.
 * Groups are perturbed in pools, as many as the time allows, so that the cost does not grow with the number of groups. A pool that changes
 * nothing has no influence, and neither have its groups. Groups that the profiling run never executed make up a pool of their own, which is
 * halved where it changes the output. The others are neighbours in the program; where they change the output, they count as influential.
 *
 * The sixteenth is applied in runtime/instrument. Chosen: a power of two, and far more than fp32 or fp16 round by; nothing else was tried.
 */
import type { Goal, InfluenceRecord, OutputPlace, ProbeRecord } from '../../journal/records.js';
import { comparesValues } from '../../numerics/metrics.js';
import { baselineConfiguration } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { atMost } from '../../workbench/run-limits.js';
import type { InputBaseline } from '../judging/baseline.js';
import { outputOfRun, type ProgramOutput, readOutput } from '../judging/program-output.js';
import type { Formats, TuningSpace } from '../search-space.js';

export interface InfluenceContext {
  readonly bench: Pick<Bench, 'runs'>;
  readonly tuning: TuningSpace;
  readonly goal: Goal;
  readonly output: OutputPlace;
  /** Of every input, the held-out ones included. */
  readonly baselines: readonly InputBaseline[];
  readonly jobs: number;
  /** What all of it may take. */
  readonly budgetMs: number;
  limitsFor(baseline: InputBaseline): RunLimits;
}

/**
 * Runs that one pool takes on average: one where the first run shows influence, three where none does.
 * Chosen: their mean; nothing else was tried.
 */
const EXPECTED_RUNS_PER_POOL = 2;
/**
 * A perturbed run is ended, and shows influence, after this many times what the unperturbed one took, and some more: perturbed values may never
 * converge.
 * Chosen: longer than a busy machine delays a run, and short beside the budget; nothing else was tried.
 */
const MAX_SLOWDOWN = 4;
const ADDED_TIME_LIMIT_MS = 2000;

interface Undisturbed {
  readonly baseline: InputBaseline;
  readonly output: ProgramOutput;
  readonly limits: RunLimits;
  readonly durationMs: number;
}

/** Of each of these groups, by the formats they would have, whether the goal sees it. Empty where nobody can tell. */
export async function findInfluence(
  context: InfluenceContext,
  formats: Formats,
  /** Groups that are unlikely to affect the output: the first input executed none of them. */
  unlikely: ReadonlySet<string> = new Set(),
): Promise<InfluenceRecord['groups']> {
  if (context.baselines.some(({ record }) => record.noise > 0)) return []; // every run prints other numbers
  const undisturbed = await runUndisturbed(context);
  if (undisturbed === null) return [];
  const jobs = Math.max(1, context.jobs);
  const affordable =
    (jobs * context.budgetMs) / (EXPECTED_RUNS_PER_POOL * Math.max(1, undisturbed[0]?.durationMs ?? 0));
  const ids = Object.keys(formats);
  const suspects = ids.filter((id) => unlikely.has(id));
  const others = ids.filter((id) => !unlikely.has(id));
  const waiting = [...(suspects.length > 0 ? [suspects] : []), ...poolsOf(others, affordable)];
  let left = Math.floor(affordable);
  const groups = new Map<string, boolean>();
  const lane = async () => {
    for (let pool = waiting.shift(); pool; pool = waiting.shift()) {
      left--;
      const seen = await isSeen(context, undisturbed, Object.fromEntries(pool.map((id) => [id, formats[id]!])));
      const isHalved = seen && pool.length > 1 && unlikely.has(pool[0]!) && left > waiting.length;
      if (isHalved) waiting.unshift(...poolsOf(pool, 2));
      else for (const id of pool) groups.set(id, seen);
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
  return ids.map((id) => ({ id, seen: groups.get(id)! }));
}

/** Neighbours in the program, which groups are listed by, share their fate more often than others. */
function poolsOf(ids: readonly string[], most: number): string[][] {
  if (ids.length === 0) return [];
  const pools = Math.max(1, Math.min(ids.length, Math.floor(most)));
  return Array.from({ length: pools }, (_, at) =>
    ids.slice(Math.floor((at * ids.length) / pools), Math.floor(((at + 1) * ids.length) / pools)),
  );
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

/** The shortest inputs first, on which most groups show, as far as the time allows; null where one of them fails. */
async function runUndisturbed(context: InfluenceContext): Promise<Undisturbed[] | null> {
  const asWrittenMs = ({ record }: InputBaseline) => Math.min(...record.durationsMs);
  const found: Undisturbed[] = [];
  let leftMs = context.budgetMs;
  for (const baseline of context.baselines.toSorted((a, b) => asWrittenMs(a) - asWrittenMs(b))) {
    const [shortest] = found;
    const slowdown = shortest ? shortest.durationMs / Math.max(1, asWrittenMs(shortest.baseline)) : 0;
    const expectedMs = (1 + EXPECTED_RUNS_PER_POOL) * slowdown * asWrittenMs(baseline);
    if (expectedMs > leftMs) break;
    const one = await runOneUndisturbed(context, baseline);
    if (!one) return null;
    leftMs -= one.durationMs;
    found.push(one);
  }
  return found;
}

async function runOneUndisturbed(context: InfluenceContext, baseline: InputBaseline): Promise<Undisturbed | null> {
  const limits = context.limitsFor(baseline);
  const outcome = await context.bench.runs.emulated(baselineConfiguration, limits);
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) return null;
  const output = readOutput(context.output, outcome);
  const { durationMs } = outcome;
  return (
    output && { baseline, output, durationMs, limits: atMost(limits, ADDED_TIME_LIMIT_MS + MAX_SLOWDOWN * durationMs) }
  );
}

async function isSeen(
  { bench, tuning, goal, output: place }: InfluenceContext,
  undisturbed: readonly Undisturbed[],
  pool: Formats,
): Promise<boolean> {
  const alone = tuning.configurationOf(pool);
  const sites = new Set(alone.sites.keys());
  const ways = [
    (limits: RunLimits) => bench.runs.moved(sites, limits, 'moved'),
    (limits: RunLimits) => bench.runs.moved(sites, limits, 'turned'),
    (limits: RunLimits) => bench.runs.tryEmulate(alone, limits),
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
