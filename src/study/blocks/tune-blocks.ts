/**
 * Tunes thread-block sizes for given formats. The walk (search/block-walk.ts) starts from the suggestion of the device's occupancy calculator.
 * Each step is an ordinary trial: built, judged, confirmed and timed. The measured time of each kernel decides.
 */
import type { BlockSizes } from '../../analysis/launches/block-sizes.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { Journal } from '../../journal/journal.js';
import type { OccupancyRecord, Trial, TrialRecord } from '../../journal/records.js';
import { median } from '../../numerics/bootstrap.js';
import type { FunctionIndex, Program } from '../../program/program.js';
import { type KernelTimes, type Sizes, type Suggestions, walkBlocks } from '../../search/block-walk.js';
import { kernelTimes } from '../../workbench/kernel-times.js';
import type { StudyEvent } from '../plan.js';
import { describeBlocks } from '../trials/constraints.js';
import { changeCount } from '../trials/trial-changes.js';

/** Formats and summation methods for which block sizes are tuned. */
export interface BlockBase {
  /** Null for the original program. */
  readonly trial: number | null;
  readonly formats: TrialRecord['formats'];
  readonly accumulators?: TrialRecord['accumulators'];
}

export interface BlockTuningContext {
  readonly program: Program;
  readonly found: BlockSizes;
  readonly journal: Journal;
  /** Runs the program of a trial, or the original program (null), on every timed input. */
  run(trial: number | null): Promise<readonly RunOutcome[]>;
  /** Kernel times with these block sizes; null if the trial misses the goal, 'over' if a budget ran out. */
  attempt(base: BlockBase, sizes: Sizes): Promise<KernelTimes | null | 'over'>;
  report(event: StudyEvent): void;
}

/** Runs of the program that the others are compared with. */
const ROUNDS = 3;

/** Tunes the block sizes for the recommended trial, then for the original program. */
export async function tuneBlocks(context: BlockTuningContext, best: Trial | null): Promise<void> {
  for (const base of blockBases(context.journal, best)) {
    const sizes = await tuneFor(context, base);
    const which = base.trial === null ? 'the original program' : `the formats of trial ${base.trial}`;
    const best = sizes && (sizes.size > 0 ? describeBlocks(Object.fromEntries(sizes)) : 'unchanged');
    if (best) context.report({ kind: 'note', text: `best thread-block sizes for ${which}: ${best}` });
  }
}

/**
 * The programs whose block sizes are tuned: the recommended trial (or the highest-precision iteration of a plan that ended without one) and
 * the original program. A resumed study takes them from its journal, even if its recommendation has changed since.
 */
function blockBases({ state }: Journal, best: Trial | null): BlockBase[] {
  const found = best ?? state.trials().find((one) => one.iteration === 0 && one.accepted);
  const recorded = [...state.occupancy.keys()];
  const trials = recorded.length > 0 ? recorded : found && changeCount(found) > 0 ? [found.number] : [];
  return [...new Set([...trials, null])].map((trial) => {
    const { formats, accumulators } = (trial !== null && state.trial(trial)) || {
      formats: {},
      accumulators: undefined,
    };
    return { trial, formats, ...(accumulators && { accumulators }) };
  });
}

/** The fastest sizes, empty if those are the original ones; null if a budget ran out first. */
async function tuneFor(context: BlockTuningContext, base: BlockBase): Promise<Sizes | null> {
  const { program, found, journal } = context;
  const known = journal.state.occupancy.get(base.trial) ?? (await askOccupancy(context, base.trial));
  const walk = walkBlocks(program, found, suggestionsOf(program, known), kernelTimes(program, known.kernels));
  const tried = new Set<string>();
  let step = walk.next();
  while (!step.done) {
    tried.add(keyOf(step.value));
    const times = await context.attempt(base, step.value);
    if (times === 'over') return null;
    step = walk.next(times);
  }
  // the best sizes of all kernels together may not have been a step of the walk
  if (step.value.size > 0 && !tried.has(keyOf(step.value))) await context.attempt(base, step.value);
  return step.value;
}

function keyOf(sizes: Sizes): string {
  return JSON.stringify([...sizes].sort());
}

async function askOccupancy({ journal, run }: BlockTuningContext, trial: number | null): Promise<OccupancyRecord> {
  const rounds: (readonly RunOutcome[])[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await run(trial));
  const gpuOf = (outcome: RunOutcome | undefined) =>
    outcome === undefined || outcome.kind === 'not-started' ? null : outcome.gpu;
  const [first] = rounds[0]!;
  const occupancy = gpuOf(first)?.occupancy;
  const names = [...new Set(rounds.flat().flatMap((one) => gpuOf(one)?.kernels.map(({ name }) => name) ?? []))];
  const msIn = (outcomes: readonly RunOutcome[], name: string) =>
    outcomes.reduce((sum, one) => sum + (gpuOf(one)?.kernels.find((kernel) => kernel.name === name)?.ms ?? 0), 0);
  const record: OccupancyRecord = {
    ...{ kind: 'occupancy', trial, multiprocessors: occupancy?.multiprocessors ?? null },
    kernels: names.map((name) => {
      const { threads, blocks } = occupancy?.kernels.find((one) => one.name === name) ?? { threads: 0, blocks: 0 };
      return { name, threads, blocks, ms: median(rounds.map((outcomes) => msIn(outcomes, name))) };
    }),
  };
  journal.append(record);
  return record;
}

function suggestionsOf(program: Program, { multiprocessors, kernels }: OccupancyRecord): Suggestions {
  const suggested = new Map<FunctionIndex, { threads: number; blocks: number }>();
  for (const { name, threads, blocks } of kernels) {
    if (threads === 0) continue; // the occupancy calculator has no answer for this kernel
    for (const [kernel, share] of kernelTimes(program, [{ name, ms: 1 }])) {
      const before = suggested.get(kernel);
      if (share > 0 && (!before || threads < before.threads)) suggested.set(kernel, { threads, blocks });
    }
  }
  return { multiprocessors, kernels: suggested };
}
