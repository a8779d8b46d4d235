/**
 * Which groups affect the compared output. A group without influence may be lowered without an error, and yet change what a person reads.
 * That its lowering changes nothing is not enough, because fp32 holds many numbers exactly: every value the group holds is perturbed by a
 * sixteenth in an emulated run, and in another one negated and shifted by one, because for some only the sign, a threshold or a ratio
 * matters, and zeros are not perturbed otherwise. A run that prints other numbers, fails or does not end in time shows influence.
 * Groups are perturbed in pools, as many as the time allows, so that the cost does not grow with the number of groups. A pool that changes
 * nothing has no influence, and neither have its groups. Groups that the profiling run never executed make up a pool of their own, which is
 * halved if it changes the output. The other pools consist of consecutive groups; if such a pool changes the output, all of its groups count as influential.
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
  /** Baselines of all inputs, including the held-out ones. */
  readonly baselines: readonly InputBaseline[];
  readonly jobs: number;
  /** Time limit of the whole check. */
  readonly budgetMs: number;
  limitsFor(baseline: InputBaseline): RunLimits;
}

/**
 * Runs that one pool takes on average: one where the first run shows influence, three where none does.
 * Chosen: their mean; nothing else was tried.
 */
const EXPECTED_RUNS_PER_POOL = 2;
/**
 * A perturbed run is stopped after this multiple of the unperturbed run time plus a constant, and then shows influence: perturbed values may
 * never converge.
 * Chosen: longer than a busy machine delays a run, and short compared with the budget; nothing else was tried.
 */
const MAX_SLOWDOWN = 4;
const ADDED_TIME_LIMIT_MS = 2000;

interface UnperturbedRun {
  readonly baseline: InputBaseline;
  readonly output: ProgramOutput;
  readonly limits: RunLimits;
  readonly durationMs: number;
}

/** For each group in `formats`: whether it affects the compared output. Empty if that cannot be determined. */
export async function findInfluence(
  context: InfluenceContext,
  formats: Formats,
  /** Groups that are unlikely to affect the output, because the first input did not execute them. */
  unlikely: ReadonlySet<string> = new Set(),
): Promise<InfluenceRecord['groups']> {
  if (context.baselines.some(({ record }) => record.noise > 0)) return []; // every run prints different numbers
  const unperturbed = await runUnperturbed(context);
  if (unperturbed === null) return [];
  const jobs = Math.max(1, context.jobs);
  const affordable =
    (jobs * context.budgetMs) / (EXPECTED_RUNS_PER_POOL * Math.max(1, unperturbed[0]?.durationMs ?? 0));
  const ids = Object.keys(formats);
  const suspects = ids.filter((id) => unlikely.has(id));
  const others = ids.filter((id) => !unlikely.has(id));
  const waiting = [...(suspects.length > 0 ? [suspects] : []), ...poolsOf(others, affordable)];
  let left = Math.floor(affordable);
  const groups = new Map<string, boolean>();
  const lane = async () => {
    for (let pool = waiting.shift(); pool; pool = waiting.shift()) {
      left--;
      const hasInfluence = await affectsOutput(
        context,
        unperturbed,
        Object.fromEntries(pool.map((id) => [id, formats[id]!])),
      );
      const isHalved = hasInfluence && pool.length > 1 && unlikely.has(pool[0]!) && left > waiting.length;
      if (isHalved) waiting.unshift(...poolsOf(pool, 2));
      else for (const id of pool) groups.set(id, hasInfluence);
    }
  };
  await Promise.all(Array.from({ length: jobs }, lane));
  return ids.map((id) => ({ id, seen: groups.get(id)! }));
}

/** Pools of consecutive groups. Groups are listed in program order, and adjacent ones are more likely to behave alike. */
function poolsOf(ids: readonly string[], most: number): string[][] {
  if (ids.length === 0) return [];
  const pools = Math.max(1, Math.min(ids.length, Math.floor(most)));
  return Array.from({ length: pools }, (_, at) =>
    ids.slice(Math.floor((at * ids.length) / pools), Math.floor(((at + 1) * ids.length) / pools)),
  );
}

/** Groups whose influence a trial or probe of the group alone has already shown. No run is needed for them. */
export function influenceFromTrials(
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

/** Unperturbed runs as far as the time allows, shortest inputs first: they already show the influence of most groups. Null if one fails. */
async function runUnperturbed(context: InfluenceContext): Promise<UnperturbedRun[] | null> {
  const originalMs = ({ record }: InputBaseline) => Math.min(...record.durationsMs);
  const found: UnperturbedRun[] = [];
  let leftMs = context.budgetMs;
  for (const baseline of context.baselines.toSorted((a, b) => originalMs(a) - originalMs(b))) {
    const [shortest] = found;
    const slowdown = shortest ? shortest.durationMs / Math.max(1, originalMs(shortest.baseline)) : 0;
    const expectedMs = (1 + EXPECTED_RUNS_PER_POOL) * slowdown * originalMs(baseline);
    if (expectedMs > leftMs) break;
    const one = await runOneUnperturbed(context, baseline);
    if (!one) return null;
    leftMs -= one.durationMs;
    found.push(one);
  }
  return found;
}

async function runOneUnperturbed(context: InfluenceContext, baseline: InputBaseline): Promise<UnperturbedRun | null> {
  const limits = context.limitsFor(baseline);
  const outcome = await context.bench.runs.emulated(baselineConfiguration, limits);
  if (outcome.kind !== 'exited' || outcome.exitCode !== 0) return null;
  const output = readOutput(context.output, outcome);
  const { durationMs } = outcome;
  return (
    output && { baseline, output, durationMs, limits: atMost(limits, ADDED_TIME_LIMIT_MS + MAX_SLOWDOWN * durationMs) }
  );
}

async function affectsOutput(
  { bench, tuning, goal, output: place }: InfluenceContext,
  unperturbed: readonly UnperturbedRun[],
  pool: Formats,
): Promise<boolean> {
  const alone = tuning.configurationOf(pool);
  const sites = new Set(alone.sites.keys());
  const ways = [
    (limits: RunLimits) => bench.runs.perturbed(sites, limits, 'scaled'),
    (limits: RunLimits) => bench.runs.perturbed(sites, limits, 'negated'),
    (limits: RunLimits) => bench.runs.tryEmulate(alone, limits),
  ];
  for (const run of ways)
    for (const { output, limits } of unperturbed) {
      const outcome = await run(limits); // a pool that cannot be emulated counts as influential
      const found = outputOfRun(place, outcome);
      if (!found || !isSame(goal, output, found)) return true;
    }
  return false;
}

/** Compares the numbers, or the bytes if an error command reads them. */
function isSame({ metric }: Goal, a: ProgramOutput, b: ProgramOutput): boolean {
  if (!comparesValues(metric)) return a.bytes.equals(b.bytes);
  return a.values.length === b.values.length && a.values.every((value, at) => Object.is(value, b.values[at]));
}
