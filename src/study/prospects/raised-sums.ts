/**
 * Advice in the other direction: whether the original program already loses more digits than its tolerance allows, and which accumulator should have
 * a higher precision. The original's error is its difference from a run with everything in fp64x2. Every long sum is then emulated in fp64x2 by
 * itself, and all of them together: a run says whether a sum is to blame, which its number of terms does not (a sum that cancels loses most).
 */
import { variableDependencies } from '../../analysis/accumulated-dependency.js';
import { findAccumulations } from '../../analysis/accumulations.js';
import { findBlockExecutions } from '../../analysis/performance/block-executions.js';
import type { ExecutionCounts } from '../../analysis/performance-model.js';
import type { Goal, OutputPlace } from '../../journal/records.js';
import { asError, comparesValues } from '../../numerics/metrics.js';
import type { SiteIndex } from '../../program/program.js';
import { admits } from '../../space/configuration.js';
import { baselineConfiguration, type Configuration, resolve } from '../../space/resolve.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { OutputJudge } from '../judging/judge-output.js';
import { outputOfRun, type ProgramOutput } from '../judging/program-output.js';

/** The format that sums are raised to. */
export const RAISED_TO = 'fp64x2';
/**
 * Largest number of sums that are raised one by one.
 * Chosen: each costs one emulated run; nothing else was tried.
 */
const MAX_SUMS = 5;
/**
 * Smallest reduction of the error for which a raised sum is named.
 * Chosen: below it the error is that of other variables; nothing else was tried.
 */
const MIN_REDUCTION = 2;

export interface RaisedSum {
  /** Accumulators in fp64x2. */
  readonly sites: readonly { readonly id: string; readonly file: string; readonly line: number }[];
  readonly error: number;
  readonly isWithin: boolean;
  /** Share of the executed operations that are then computed in fp64x2. */
  readonly share: number;
}

export interface LostDigits {
  /** Of the original program, relative to the run in fp64x2. */
  readonly error: number;
  /** The smallest error first; empty if no sum is to blame. */
  readonly raised: readonly RaisedSum[];
}

export interface RaisedSumsRequest {
  readonly bench: Bench;
  readonly place: OutputPlace;
  readonly limits: RunLimits;
  readonly goal: Goal;
  /** The output of the original program. */
  readonly original: ProgramOutput;
}

/** Null if the original program is within the tolerance, or if that cannot be found out. */
export async function findLostDigits(request: RaisedSumsRequest, counts: ExecutionCounts): Promise<LostDigits | null> {
  const { bench, place, limits, goal, original } = request;
  if (!comparesValues(goal.metric)) return null;
  const reference = outputOfRun(place, await bench.runs.tryReference(limits));
  if (reference === null) return null;
  const judge = new OutputJudge({ ...goal, against: 'reference' }, null);
  const whole = await judge.judge('the original program', reference, original);
  if (whole.kind === 'within' || whole.error === null) return null;
  const raised: RaisedSum[] = [];
  const raise = async (sites: readonly SiteIndex[]): Promise<void> => {
    const configuration = raisedConfiguration(bench, sites);
    const output = outputOfRun(place, await bench.runs.tryEmulate(configuration, limits));
    if (output === null) return;
    const found = await judge.judge('the raised program', reference, output);
    if (found.error === null) return;
    const isWithin = found.kind === 'within';
    const reduces = asError(goal.metric, found.error) * MIN_REDUCTION <= asError(goal.metric, whole.error!);
    if (!isWithin && !reduces) return;
    raised.push({
      sites: sites.map((site) => named(bench, site)),
      error: found.error,
      isWithin,
      share: shareOf(bench, configuration, counts),
    });
  };
  const sums = longestSums(bench, counts);
  for (const site of sums) await raise([site]);
  if (sums.length > 1 && !raised.some(({ isWithin }) => isWithin)) await raise(sums);
  return {
    error: whole.error,
    raised: raised.toSorted((a, b) => asError(goal.metric, a.error) - asError(goal.metric, b.error)),
  };
}

/** Accumulators in fp64 that can be fp64x2, those with the most terms first; one of each group. */
function longestSums({ program, groups }: Bench, counts: ExecutionCounts): SiteIndex[] {
  const { variables } = variableDependencies(program, findBlockExecutions(program, counts));
  const ranked = [...findAccumulations(program)]
    .filter((site) => program.sites[site]!.format === 'fp64')
    .filter((site) => {
      const { frozen, sites } = groups.groups[groups.groupOf[site]!]!;
      return !frozen && sites.every((one) => admits(program, one, RAISED_TO));
    })
    .toSorted((a, b) => variables[b]!.dependency - variables[a]!.dependency);
  const byGroup = new Map(ranked.toReversed().map((site) => [groups.groupOf[site]!, site]));
  return ranked.filter((site) => byGroup.get(groups.groupOf[site]!) === site).slice(0, MAX_SUMS);
}

function raisedConfiguration({ groups }: Bench, sites: readonly SiteIndex[]): Configuration {
  const members = sites.flatMap((site) => groups.groups[groups.groupOf[site]!]!.sites);
  return { sites: new Map(members.map((site) => [site, RAISED_TO])), operations: new Map() };
}

function shareOf({ program }: Bench, configuration: Configuration, { operations }: ExecutionCounts): number {
  const [before, after] = [baselineConfiguration, configuration].map((one) => resolve(program, one).operationFormats);
  let [changed, all] = [0, 0];
  program.operations.forEach(({ kind }, at) => {
    if (kind === 'convert') return;
    const executions = operations.get(at) ?? 0;
    all += executions;
    if (before![at] !== after![at]) changed += executions;
  });
  return all === 0 ? 0 : changed / all;
}

function named({ program }: Bench, site: SiteIndex): RaisedSum['sites'][number] {
  const { id, place } = program.sites[site]!;
  const { path: file, source } = program.files[place.range.file]!;
  return { id, file, line: source.position(place.range.begin).line };
}
