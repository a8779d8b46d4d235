/** Turns a request into a complete plan. Missing settings come from mantissa.json or defaults. */
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
import type { PerturbationRequest, StudyPlan } from '../plan.js';
import { groupId } from '../search-space.js';
import { chooseStrategy } from './choose-strategy.js';
import { defaultFormats } from './default-formats.js';
import { goalOfProject } from './goal-of-project.js';
import { chooseModelledGpu, type ModelledGpu } from './modelled-gpu.js';
import { argumentFolders, studyInputs } from './study-inputs.js';
import { trialJobs } from './study-started.js';

/** The request of a study. Everything has a default except the goal, which may come from the project file. */
export interface StudyRequest {
  /** The error bound; by default `max-relative` against the program's own output. */
  readonly goal?: Pick<Goal, 'bound'> & Partial<Goal>;
  /** Formats that a group may have; by default fp64 and fp32, or those of default-formats.ts. */
  readonly formats?: readonly Format[];
  /** Device code and the memory it accesses, or everything. */
  readonly scope?: Scope;
  /** A strategy's name, or a custom strategy; by default `auto`. */
  readonly strategy?: string | Strategy;
  /** Options of the strategy, according to its schema. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  /** Names of the inputs of the project file to tune on; by default all that suit the engine. */
  readonly inputs?: readonly string[];
  /** Arguments of a single input, instead of the inputs of the project file. */
  readonly arguments?: readonly string[];
  readonly maxTrials?: number;
  /** Time limit of the study in milliseconds, including builds, confirmation and timing. */
  readonly deadlineMs?: number;
  /** Time limit of the study, if it includes earlier work. */
  readonly deadline?: Deadline;
  /** Accuracy trials at the same time. Timed runs never overlap. */
  readonly jobs?: number;
  /** Which trials are built and timed: candidates for the recommendation, at the end; or every trial within tolerance. */
  readonly timing?: StudyPlan['timing'];
  /** Whether groups that do not affect the compared output may be lowered, too. */
  readonly lowersUnseen?: boolean;
  /** Whether the trade-off between error and speed below the bound is searched, too. */
  readonly front?: boolean;
  /** Whether other summation methods are tried once formats are found. */
  readonly triesSums?: boolean;
  /** Whether other thread-block sizes are tried once formats are found. */
  readonly tunesBlocks?: boolean;
  /** Whether the kernels of the recommended trial are vectorized. */
  readonly vectorizes?: boolean;
  /** Whether the recommended trial also runs under memory sanitizers. */
  readonly sanitizes?: boolean;
  /** `beside`: the energy of the recommended trial is measured too; `objective`: it is minimized. */
  readonly energy?: 'beside' | 'objective';
  /** Perturbed inputs on which the recommended trial must meet the goal, too. */
  readonly nearby?: PerturbationRequest;
  /** The GPU whose cost model is used: a name, or the path of a profile; by default the GPU of this machine. */
  readonly gpu?: string | ModelledGpu;
  /** Limits of one run. */
  readonly limits?: Partial<Omit<RunLimits, 'arguments' | 'collect'>>;
  /** Interrupts the study, which can be resumed. */
  readonly signal?: AbortSignal;
}

export interface PlannedStudy {
  readonly plan: StudyPlan;
  readonly scope: Scope;
  readonly gpu: ModelledGpu;
  /** Whether neither the request nor the project file names the formats. */
  readonly hasDefaultFormats: boolean;
}

const MOST_TRIALS = 500;

/** `folder`: the study's folder. An existing study keeps the GPU it began with. */
export async function planStudy(bench: Bench, request: StudyRequest, folder: string | null): Promise<PlannedStudy> {
  const { settings } = bench.project;
  const { strategy, options } = chooseStrategy(request.strategy ?? 'auto', request.options ?? {});
  const gpu = typeof request.gpu === 'object' ? request.gpu : await chooseModelledGpu(request.gpu, folder);
  const scope = request.scope ?? settings?.scope ?? usualScope(bench.program);
  const lowersUnseen = request.lowersUnseen ?? settings?.lowerUnseen ?? false;
  const output = outputPlace(settings?.output);
  const { timeoutMs, maxOutputBytes, maxMemoryBytes } = runLimits(request.limits);
  const requested = request.formats ?? settings?.formats;
  const scoped = withoutClocks(bench, scope, lowersUnseen);
  const plan: StudyPlan = {
    goal: request.goal ? wholeGoal(request.goal) : requireGoal(goalOfProject(settings?.goal), describePlace(output)),
    inputs: studyInputs(settings, bench.engineName, request.inputs ?? [], request.arguments ?? null),
    output,
    formats: requested ?? defaultFormats(bench, scoped.scope, gpu.profile),
    ...scoped,
    strategy,
    options,
    seed: request.seed ?? 1,
    maxTrials: request.maxTrials ?? MOST_TRIALS,
    deadline: request.deadline ?? new Deadline(request.deadlineMs ?? Number.POSITIVE_INFINITY),
    // several multi-threaded programs at once would wait for one another's processors, and appear to hang
    jobs: request.jobs ?? bench.runs.width ?? (usesThreads(bench.project) ? 1 : trialJobs(bench.capabilities)),
    buildJobs: bench.runs.width ?? os.availableParallelism(),
    timing:
      request.timing ??
      (strategy.needs?.includes('ideal') || replacesModelByTiming(bench, strategy) ? 'every' : 'recommended'),
    searchesByTiming: request.timing !== 'recommended' && replacesModelByTiming(bench, strategy),
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
  return { plan, scope, gpu, hasDefaultFormats: !requested };
}

/** Clock variables are out of scope unless groups without influence on the output may be lowered. */
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

/** CPU code has no performance model: a strategy that uses the model uses measured times instead. */
function replacesModelByTiming(bench: Bench, { needs }: Strategy): boolean {
  return (
    needs?.includes('model') === true && needs.includes('deviations') && !bench.program.isCuda && !isModelled(bench)
  );
}

function wholeGoal(given: NonNullable<StudyRequest['goal']>): Goal {
  const { metric = DEFAULT_METRIC.less, bound, against = 'baseline', minSpeedup = null, command = null } = given;
  return { metric, bound, against, minSpeedup, command }; // the key order of the journal, in which goals are compared as text
}

function requireGoal(goal: Goal | null, where: string): Goal {
  if (goal) return goal;
  throw new MantissaError('MX2018', `every number on ${where} is compared; there is no bound for their errors`);
}
