/**
 * Sizes of thread blocks for formats that are found: what the device's occupancy calculator suggests for the program with these formats, and the walk from
 * there (search/block-walk.ts). Each step is a trial like all others, built, judged, confirmed and timed; what each kernel took decides.
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
import { lowered } from '../trials/trial-changes.js';

/** Formats, and ways to add up, that blocks are looked for. */
export interface BlockBase {
  /** Null for the program as written. */
  readonly trial: number | null;
  readonly formats: TrialRecord['formats'];
  readonly accumulators?: TrialRecord['accumulators'];
}

export interface BlockTuningContext {
  readonly program: Program;
  readonly found: BlockSizes;
  readonly journal: Journal;
  /** Runs the program of a trial, or as written, on every input that is timed. */
  run(trial: number | null): Promise<readonly RunOutcome[]>;
  /** What the kernels of the program with these blocks took; null where it does not hold the goal, 'over' where no more may be tried. */
  attempt(base: BlockBase, sizes: Sizes): Promise<KernelTimes | null | 'over'>;
  report(event: StudyEvent): void;
}

/** Runs of what the others are compared with. */
const ROUNDS = 3;

/** For what was found and for the program as written, one after the other. */
export async function tuneBlocks(context: BlockTuningContext, best: Trial | null): Promise<void> {
  for (const base of blockBases(context.journal, best)) {
    const sizes = await tuneFor(context, base);
    const which = base.trial === null ? 'the program as written' : `the formats of trial ${base.trial}`;
    const suiting = sizes && (sizes.size > 0 ? describeBlocks(Object.fromEntries(sizes)) : 'those that it has');
    if (suiting) context.report({ kind: 'note', text: `thread blocks that suit ${which}: ${suiting}` });
  }
}

/**
 * What blocks are looked for: the recommendation, or the widest iteration of a plan that ends without one; and the program as written. A study
 * that goes on has them in its journal, and what it has found since does not change them.
 */
function blockBases({ state }: Journal, best: Trial | null): BlockBase[] {
  const found = best ?? state.trials().find((one) => one.iteration === 0 && one.accepted);
  const begun = [...state.occupancy.keys()];
  const asked = begun.length > 0 ? begun : found && lowered(found) > 0 ? [found.number] : [];
  return [...new Set([...asked, null])].map((trial) => {
    const { formats, accumulators } = (trial !== null && state.trial(trial)) || {
      formats: {},
      accumulators: undefined,
    };
    return { trial, formats, ...(accumulators && { accumulators }) };
  });
}

/** The sizes that suit it best, none where those as written do; null where the time or the trials were up first. */
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
  // the best of every kernel together, where they were not found in one step
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
  const asked = new Map<FunctionIndex, { threads: number; blocks: number }>();
  for (const { name, threads, blocks } of kernels) {
    if (threads === 0) continue; // it could not be asked
    for (const [kernel, share] of kernelTimes(program, [{ name, ms: 1 }])) {
      const before = asked.get(kernel);
      if (share > 0 && (!before || threads < before.threads)) asked.set(kernel, { threads, blocks });
    }
  }
  return { multiprocessors, kernels: asked };
}
