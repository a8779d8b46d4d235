/** Turns the options of `mantissa tune --plan` into a strategy, formats and a goal. */
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { EngineCapabilities } from '../execution/engine.js';
import type { ProjectFile } from '../frontend/project/project-file-schema.js';
import type { Goal } from '../journal/records.js';
import { type Format, isWider, widestFormat } from '../numerics/format.js';
import { anyError } from '../numerics/metrics.js';
import { parseFormat } from '../space/configuration.js';
import { type GoalOptions, planOptions, type TuneOptions } from './commands/tune.js';
import { commandOf, goalOf, metricOf } from './goal-options.js';
import { numberFrom } from './option-values.js';
import { keyOf, nameOf } from './options/option.js';

export interface PlanRequest {
  readonly goal: Goal;
  readonly formats: readonly Format[];
  /** Options of the strategy. */
  readonly set: Readonly<Record<string, string>>;
  readonly isToEnd: boolean;
  /** Whether the plan ends with a recommendation; otherwise it only offers choices. */
  readonly recommends: boolean;
}

/** Default number of iterations run in parallel: only builds gain from it, so a plan that builds nothing runs one at a time. */
export function parallelIterations({ formats, isToEnd }: PlanRequest, { sharesMachine }: EngineCapabilities): number {
  if (isToEnd) return PARALLEL_ITERATIONS.toEnd;
  const areBuilt = !sharesMachine || formats.some((format) => isWider(format, 'fp64'));
  return areBuilt ? PARALLEL_ITERATIONS.toBound : 1;
}

/** All stages; a plan uses those from --from to --to. */
const STAGES: readonly Format[] = [widestFormat, 'fp64x2', 'fp64', 'fp32', 'fp16'];
/** Iterations run in parallel. With --to-end none of them is wasted; with an error bound at most the last few are. */
const PARALLEL_ITERATIONS = { toEnd: 16, toBound: 4 };
/** Random configurations per iteration of --validate; the dissertation draws 10 to 20. */
const DRAWN_PER_ITERATION = '10';

/** Null without --plan. */
export function readPlanRequest(
  options: TuneOptions,
  settings: ProjectFile | undefined,
  where: string,
): PlanRequest | null {
  if (!options.plan) {
    const stray = planOptions.find((one) => keyOf(one) in options);
    if (stray) throw new MantissaError('MX2004', `${nameOf(stray)} works only with --plan`);
    return null;
  }
  refuseOthers(options);
  const from = stage('--from', options.from ?? 'fp64');
  const to = stage('--to', options.to ?? (isWider(from, 'fp64') ? 'fp64' : 'fp32'));
  if (!isWider(from, to))
    throw new MantissaError('MX2004', `--from must have a higher precision than --to, but is ${from} with --to ${to}`);
  // fp64x4 serves as the reference, so it is a stage only of a plan that begins with it
  const formats = STAGES.filter((one) => !isWider(one, from) && !isWider(to, one));
  const walk = options.maxSlowdown === undefined ? {} : { walk: 'up' };
  return {
    goal: goalOfPlan(options, settings?.goal, where),
    formats,
    set: {
      ...walk,
      ...(options.sharedFirst && { 'shared-first': 'on' }),
      ...(options.inlineFunctions && { 'inline-functions': 'on' }),
      ...(options.validate && { random: DRAWN_PER_ITERATION }),
    },
    isToEnd: options.toEnd === true,
    recommends: options.maxSlowdown === undefined && !options.toEnd,
  };
}

function stage(flag: string, name: string): Format {
  const format = parseFormat(name);
  if (STAGES.includes(format)) return format;
  throw new MantissaError('MX2004', `${flag} ${format} is not a stage of a plan; the stages are ${STAGES.join(', ')}`);
}

function refuseOthers({ strategy, table, front, accumulators }: TuneOptions): void {
  const other =
    strategy !== undefined && strategy !== 'plan'
      ? `--strategy ${strategy}`
      : table
        ? '--table'
        : front
          ? '--front'
          : accumulators
            ? '--accumulators'
            : null;
  if (other) throw new MantissaError('MX2004', `--plan is a search strategy and excludes ${other}`);
}

/** By default the mean relative error against the reference run. With --to-end or --max-slowdown any error is allowed. */
function goalOfPlan(options: TuneOptions, project: ProjectFile['goal'], where: string): Goal {
  const bounds = [options.maxError ?? options.digits, options.maxSlowdown, options.toEnd].filter(Boolean);
  if (bounds.length > 1)
    throw new MantissaError('MX2004', '--max-error, --max-slowdown and --to-end exclude each other', {
      remedy: 'give only one of them',
    });
  const asked: GoalOptions = {
    ...options,
    metric:
      options.metric ??
      (options.digits === undefined && !options.errorCommand ? 'mean-relative' : metricOf(options, project)),
    against: options.against ?? 'reference',
  };
  const isFree = options.toEnd || (options.dryRun && bounds.length === 0);
  if (options.maxSlowdown === undefined && !isFree) return { ...goalOf(asked, project, where) };
  const metric = metricOf(asked, project);
  const slowdown =
    options.maxSlowdown === undefined ? null : numberFrom('--max-slowdown', options.maxSlowdown, Number.MIN_VALUE);
  return {
    metric,
    bound: anyError(metric),
    against: asked.against!,
    minSpeedup: slowdown === null ? null : 1 / slowdown,
    command: commandOf(metric, asked, project),
  };
}
