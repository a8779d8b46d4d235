/** The request of `mantissa tune`: its options and those of the project file, checked before the program is read. */
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Project } from '../frontend/project/project.js';
import type { Goal } from '../journal/records.js';
import type { Format } from '../numerics/format.js';
import { describePlace, outputPlace } from '../study/judging/program-output.js';
import { studyFolder } from '../study/open-study.js';
import type { PerturbationRequest } from '../study/plan.js';
import { chooseStrategy } from '../study/planning/choose-strategy.js';
import { Deadline } from '../support/deadline.js';
import type { TuneOptions } from './commands/tune.js';
import { goalOf } from './goal-options.js';
import {
  assignment,
  memoryLimit,
  milliseconds,
  offeredFormats,
  spreadFrom,
  timeoutMilliseconds,
  wholeNumber,
} from './option-values.js';
import { type PlanRequest, readPlanRequest } from './plan-options.js';

export interface TuneRequest {
  readonly goal: Goal;
  /** Undefined without --formats. */
  readonly formats: readonly Format[] | undefined;
  readonly strategy: string;
  /** Options of the strategy. */
  readonly set: Readonly<Record<string, string>>;
  /** Null without --plan. */
  readonly planRequest: PlanRequest | null;
  readonly seed: number;
  readonly jobs: number | null;
  readonly maxTrials: number;
  readonly limits: { readonly timeoutMs: number; readonly maxMemoryBytes: number };
  readonly nearby: PerturbationRequest | null;
  readonly energy: 'beside' | 'objective' | null;
  /** Folder of the study. */
  readonly folder: string;
}

/** The deadline of --time, counted from now. */
export function tuningDeadline({ time }: TuneOptions): Deadline {
  return new Deadline(time === undefined ? Number.POSITIVE_INFINITY : milliseconds('--time', time));
}

export function tuneRequest(options: TuneOptions, { name, settings }: Project): TuneRequest {
  const where = describePlace(outputPlace(settings?.output));
  checkTableOptions(options);
  // the tables have goals of their own, which studiesForTables sets; 3 digits are the first
  const { against } = options;
  const wanted = options.table ? { digits: '3', metric: 'digits' as const, ...(against && { against }) } : options;
  const planRequest = readPlanRequest(options, settings, where);
  const goal = planRequest?.goal ?? goalOf(wanted, settings?.goal, where);
  const strategy = planRequest ? 'plan' : options.table ? 'fisets' : (options.strategy ?? 'auto');
  const set = { ...planRequest?.set, ...Object.fromEntries(options.set.map((one) => assignment(one))) };
  chooseStrategy(strategy, set); // throws for unknown names and options before the program is read
  return {
    ...{ goal, planRequest, strategy, set },
    formats: planRequest?.formats ?? offeredFormats(options.formats),
    seed: wholeNumber('--seed', options.seed, 0),
    maxTrials: wholeNumber('--trials', options.trials),
    jobs: options.jobs === undefined ? null : wholeNumber('--jobs', options.jobs),
    limits: {
      timeoutMs: timeoutMilliseconds(options.timeout),
      maxMemoryBytes: memoryLimit(options.memory)(settings?.memory),
    },
    nearby: neighbourhoodOf(options),
    energy: options.objective === 'energy' ? 'objective' : options.energy ? 'beside' : null,
    folder: path.resolve(options.study ?? studyFolder(name)),
  };
}

function neighbourhoodOf(options: TuneOptions): PerturbationRequest | null {
  if (!options.verify) return null;
  return { samples: wholeNumber('--verify-samples', options.verifySamples), ...spreadFrom(options.variance) };
}

/** Throws if options contradict --table, which sets strategies, modes and goals itself. */
function checkTableOptions({ table, strategy, set, maxError, digits, minSpeedup, front }: TuneOptions): void {
  if (!table) return;
  if (front)
    throw new MantissaError('MX2004', '--table sets its own three goals and cannot report a trade-off', {
      remedy: 'remove --front',
    });
  if (strategy !== undefined && !/^(?:fisets|delta-debugging)$/.test(strategy))
    throw new MantissaError(
      'MX2004',
      `--table compares fisets with delta debugging; --strategy ${strategy} does not apply`,
    );
  if ([maxError, digits, minSpeedup].some((one) => one !== undefined))
    throw new MantissaError('MX2004', '--table sets its own goals: 3, 6 and 9 digits', {
      remedy: 'remove --max-error, --digits and --min-speedup',
    });
  if (set.some((one) => /^\s*mode\s*=/.test(one)))
    throw new MantissaError('MX2004', '--table runs every mode', { remedy: 'remove --set mode' });
}
