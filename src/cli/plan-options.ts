/** `mantissa tune --plan`: its options as a strategy, formats and a goal. */
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

export interface AskedPlan {
  readonly goal: Goal;
  readonly formats: readonly Format[];
  /** Options of the strategy that follow from these. */
  readonly set: Readonly<Record<string, string>>;
  readonly isToEnd: boolean;
  /** Whether it ends with a recommendation, and not with choices alone. */
  readonly recommends: boolean;
}

/** So many iterations as are built side by side, where nobody says; one by one where none is built. */
export function iterationsAbreast({ formats, isToEnd }: AskedPlan, { sharesMachine }: EngineCapabilities): number {
  if (isToEnd) return ABREAST.toEnd;
  const areBuilt = !sharesMachine || formats.some((format) => isWider(format, 'fp64'));
  return areBuilt ? ABREAST.toBound : 1;
}

/** The stages of a plan, of which those between its ends are taken. */
const STAGES: readonly Format[] = [widestFormat, 'fp64x2', 'fp64', 'fp32', 'fp16'];
/** Iterations side by side: to the end none is asked for in vain; on the way to a bound all but the last few are within it. */
const ABREAST = { toEnd: 16, toBound: 4 };
/** Random configurations per iteration: the dissertation draws 10 to 20. */
const DRAWN_PER_ITERATION = '10';

/** Null where no plan is asked for. */
export function askedPlan(options: TuneOptions, settings: ProjectFile | undefined, where: string): AskedPlan | null {
  if (!options.plan) {
    const stray = planOptions.find((one) => keyOf(one) in options);
    if (stray) throw new MantissaError('MX2004', `${nameOf(stray)} is for --plan`);
    return null;
  }
  refuseOthers(options);
  const from = stage('--from', options.from ?? 'fp64');
  const to = stage('--to', options.to ?? (isWider(from, 'fp64') ? 'fp64' : 'fp32'));
  if (!isWider(from, to))
    throw new MantissaError('MX2004', `a plan goes down: --from ${from} is no wider than --to ${to}`);
  // fp64x4 is a stage only of a plan that begins with it: it is what the others are measured against
  const formats = STAGES.filter((one) => !isWider(one, from) && !isWider(to, one));
  const walk = options.maxSlowdown === undefined ? {} : { walk: 'up' };
  return {
    goal: goalOfPlan(options, settings?.goal, where),
    formats,
    set: {
      ...walk,
      ...(options.sharedFirst && { 'shared-first': 'on' }),
      ...(options.validate && { random: DRAWN_PER_ITERATION }),
    },
    isToEnd: options.toEnd === true,
    recommends: options.maxSlowdown === undefined && !options.toEnd,
  };
}

function stage(flag: string, name: string): Format {
  const format = parseFormat(name);
  if (STAGES.includes(format)) return format;
  throw new MantissaError('MX2004', `${flag} ${format}: a plan goes through ${STAGES.join(', ')}`);
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
  if (other) throw new MantissaError('MX2004', `--plan is a strategy of its own: leave ${other} out`);
}

/** Against the widest run there is, by the mean relative error; every error is allowed where it goes to the end or by time. */
function goalOfPlan(options: TuneOptions, project: ProjectFile['goal'], where: string): Goal {
  const bounds = [options.maxError ?? options.digits, options.maxSlowdown, options.toEnd].filter(Boolean);
  if (bounds.length > 1)
    throw new MantissaError('MX2004', 'a plan goes to an error bound, to a time bound or to its end: name one', {
      remedy: 'leave all but one of --max-error, --max-slowdown and --to-end out',
    });
  const asked: GoalOptions = {
    ...options,
    metric:
      options.metric ??
      (options.digits === undefined && !options.errorCommand ? 'mean-relative' : metricOf(options, project)),
    against: options.against ?? 'reference',
  };
  if (options.maxSlowdown === undefined && !options.toEnd) return { ...goalOf(asked, project, where) };
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
