/** From what somebody wants to know of a program to a plan with nothing left open: what is not said comes from mantissa.json. */
import os from 'node:os';
import { findClockGroups } from '../../analysis/clock-variables.js';
import { type Scope, sitesInScope, usualScope } from '../../analysis/scope.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Goal } from '../../journal/records.js';
import type { Format } from '../../numerics/format.js';
import { DEFAULT_METRIC } from '../../numerics/metrics.js';
import type { Strategy } from '../../search/strategy.js';
import { Deadline } from '../../support/deadline.js';
import { type Bench, isModelled } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { runLimits } from '../../workbench/run-limits.js';
import { usesThreads } from '../../workbench/uses-threads.js';
import { describePlace, outputPlace } from '../judging/program-output.js';
import type { NeighbourhoodPlan, StudyPlan } from '../plan.js';
import { groupId } from '../search-space.js';
import { chooseStrategy } from './choose-strategy.js';
import { defaultFormats } from './default-formats.js';
import { goalOfProject } from './goal-of-project.js';
import { chooseModelledGpu, type ModelledGpu } from './modelled-gpu.js';
import { argumentFolders, studyInputs } from './study-inputs.js';
import { trialJobs } from './study-started.js';

/** What is asked of a study. Everything has a default but the goal, which the project file may give. */
export interface StudyRequest {
  /** How far off the output may be; by `max-relative` against the program's own output where nothing else is said. */
  readonly goal?: Pick<Goal, 'bound'> & Partial<Goal>;
  /** Formats a group may have; fp64 and fp32 where nothing is said. */
  readonly formats?: readonly Format[];
  /** Device code and the memory it touches, or everything. */
  readonly scope?: Scope;
  /** By name, or one of your own; `auto` where nothing is said. */
  readonly strategy?: string | Strategy;
  /** Its options, as its schema takes them. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  /** Inputs of the project file to tune on, by name; all that suit the engine where nothing is said. */
  readonly inputs?: readonly string[];
  /** The arguments of the one run the program is judged on, instead of the project file's inputs. */
  readonly arguments?: readonly string[];
  readonly maxTrials?: number;
  /** The study stops when it has run so long, builds, confirmation and timing included. */
  readonly deadlineMs?: number;
  /** The same, counted from when something before the study began. */
  readonly deadline?: Deadline;
  /** Accuracy trials at the same time; timed runs are always alone. */
  readonly jobs?: number;
  /** What is built and timed: what may be recommended, at the end; or every accurate trial. */
  readonly timing?: StudyPlan['timing'];
  /** Also groups that do not affect the compared output. */
  readonly lowersUnseen?: boolean;
  /** Not one bound alone, but the trade-off between error and speed below it. */
  readonly front?: boolean;
  /** Also other ways to add up sums, once formats are found. */
  readonly triesSums?: boolean;
  /** Whether thread blocks of other sizes are tried once formats are found. */
  readonly tunesBlocks?: boolean;
  /** Whether kernels of what is recommended go onto vectors. */
  readonly vectorizes?: boolean;
  /** Whether what is recommended runs once more, watched for bad accesses to memory. */
  readonly sanitizes?: boolean;
  /** Whether the energy of what is recommended is counted too, or decides what is. */
  readonly energy?: 'beside' | 'objective';
  /** Whether what is recommended holds on so many neighbours of the inputs it was tuned on, so far off. */
  readonly nearby?: NeighbourhoodPlan;
  /** Whose costs modelled speedups have: a name, or the path of a profile; the GPU at hand where nothing is said. */
  readonly gpu?: string | ModelledGpu;
  /** What one run may take. */
  readonly limits?: Partial<Omit<RunLimits, 'arguments' | 'collect'>>;
  /** Stops the study in good order; it can be resumed. */
  readonly signal?: AbortSignal;
}

export interface PlannedStudy {
  readonly plan: StudyPlan;
  readonly scope: Scope;
  readonly gpu: ModelledGpu;
}

const MOST_TRIALS = 500;

/** `folder` is where the study is or will be: one that is there goes on with the GPU it began with. */
export async function planStudy(bench: Bench, request: StudyRequest, folder: string | null): Promise<PlannedStudy> {
  const { settings } = bench.project;
  const { strategy, options } = chooseStrategy(request.strategy ?? 'auto', request.options ?? {});
  const gpu = typeof request.gpu === 'object' ? request.gpu : await chooseModelledGpu(request.gpu, folder);
  const scope = request.scope ?? settings?.scope ?? usualScope(bench.program);
  const lowersUnseen = request.lowersUnseen ?? settings?.lowerUnseen ?? false;
  const output = outputPlace(settings?.output);
  const { timeoutMs, maxOutputBytes, maxMemoryBytes } = runLimits(request.limits);
  const scoped = withoutClocks(bench, scope, lowersUnseen);
  const plan: StudyPlan = {
    goal: request.goal ? wholeGoal(request.goal) : requireGoal(goalOfProject(settings?.goal), describePlace(output)),
    inputs: studyInputs(settings, bench.engineName, request.inputs ?? [], request.arguments ?? null),
    output,
    formats: request.formats ?? settings?.formats ?? defaultFormats(bench, scoped.scope, gpu.profile),
    ...scoped,
    strategy,
    options,
    seed: request.seed ?? 1,
    maxTrials: request.maxTrials ?? MOST_TRIALS,
    deadline: request.deadline ?? new Deadline(request.deadlineMs ?? Number.POSITIVE_INFINITY),
    // programs with several threads side by side would wait for one another's processors, and seem to hang
    jobs: request.jobs ?? bench.runs.width ?? (usesThreads(bench.project) ? 1 : trialJobs(bench.capabilities)),
    buildJobs: bench.runs.width ?? os.availableParallelism(),
    timing:
      request.timing ??
      (strategy.needs?.includes('ideal') || isTimedByClock(bench, strategy) ? 'every' : 'recommended'),
    goesByClock: request.timing !== 'recommended' && isTimedByClock(bench, strategy),
    merit: settings?.figureOfMerit ?? null,
    lowersUnseen,
    triesSums: request.triesSums ?? false,
    tunesBlocks: request.tunesBlocks ?? false,
    vectorizes: request.vectorizes ?? false,
    device: gpu.profile,
    isDeviceElsewhere: gpu.isElsewhere,
    front: request.front ?? false,
    sanitizes: request.sanitizes ?? true,
    energy: request.energy ?? null,
    nearby: request.nearby ?? null,
    limits: {
      ...{ timeoutMs, maxOutputBytes, maxMemoryBytes },
      argumentsFrom: argumentFolders(bench.project.root, request.arguments !== undefined),
    },
    ...(request.signal && { signal: request.signal }),
  };
  return { plan, scope, gpu };
}

/** Clock variables keep their format unless groups without influence on the output may be lowered, too. */
function withoutClocks(
  { program, groups }: Bench,
  scope: Scope,
  lowersUnseen: boolean,
): Pick<StudyPlan, 'scope' | 'clockGroups'> {
  const sites = sitesInScope(program, groups, scope);
  if (lowersUnseen) return { scope: sites };
  const clocks = [...findClockGroups(program, groups)]
    .map((index) => groups.groups[index]!)
    .filter((group) => group.frozen === null && group.sites.some((site) => sites.has(site)));
  for (const site of clocks.flatMap((group) => group.sites)) sites.delete(site);
  return { scope: sites, clockGroups: clocks.map((group) => groupId(program, group.sites)) };
}

/** Host code has no performance model: the search that goes by one learns from the clock instead. */
function isTimedByClock(bench: Bench, { needs }: Strategy): boolean {
  return (
    needs?.includes('model') === true && needs.includes('deviations') && !bench.program.isCuda && !isModelled(bench)
  );
}

function wholeGoal(given: NonNullable<StudyRequest['goal']>): Goal {
  const { metric = DEFAULT_METRIC.less, bound, against = 'baseline', minSpeedup = null, command = null } = given;
  return { metric, bound, against, minSpeedup, command }; // in the journal's order: a goal is compared as it is written there
}

function requireGoal(goal: Goal | null, where: string): Goal {
  if (goal) return goal;
  throw new MantissaError('MX2018', `the output compared is every number on ${where}; say how far it may be off`);
}
