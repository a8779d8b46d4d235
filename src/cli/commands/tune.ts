import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type Scope, sitesInScope } from '../../analysis/scope.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { openProject } from '../../frontend/project/open-project.js';
import type { Project } from '../../frontend/project/project.js';
import type { StudyStarted } from '../../journal/records.js';
import type { StudyState } from '../../journal/replay.js';
import { adviceFor } from '../../report/advice.js';
import { strategies } from '../../search/strategies.js';
import type { Strategy } from '../../search/strategy.js';
import { parseFormat } from '../../space/configuration.js';
import { describePlace, outputPlace } from '../../study/judging/program-output.js';
import type { StudyPlan, StudyResult } from '../../study/plan.js';
import { describeForJournal } from '../../study/program-record.js';
import { TuningSpace } from '../../study/search-space.js';
import { Study } from '../../study/study.js';
import { nearestName } from '../../support/nearest-name.js';
import { type BenchOptions, withWorkbench } from '../bench-options.js';
import { type GoalOptions, goalOf } from '../goal-options.js';
import { interruption } from '../interruption.js';
import { checkProfileSuffices, chooseModelledGpu } from '../modelled-gpu.js';
import { openStudy } from '../open-study.js';
import { assignment, memoryLimit, milliseconds, timeoutMilliseconds, wholeNumber } from '../option-values.js';
import { projectRequest, type SourceOptions } from '../source-options.js';
import { studyInputs } from '../study-inputs.js';
import { runLimits, studyStarted, trialJobs } from '../study-started.js';
import { adviceText } from '../text/advice-text.js';
import { nothingFound } from '../text/nothing-found.js';
import { type Loudness, Progress } from '../text/progress.js';
import { studyHeader } from '../text/study-header.js';
import { answer, conversationPaint, conversationWidth, terminalPaint, terminalWidth } from '../text/terminal.js';
import { renderDocument, renderSpace, renderSummary } from '../text/tune-answer.js';
import { tabulate } from './tables.js';

export interface TuneOptions extends SourceOptions, GoalOptions {
  formats: string;
  scope?: Scope;
  strategy?: string;
  set: string[];
  engine: BenchOptions['engine'];
  gpu?: string;
  input: string[];
  trials: string;
  time?: string;
  timeout: string;
  memory?: string;
  jobs?: string;
  timing?: StudyPlan['timing'];
  seed: string;
  study?: string;
  fresh?: boolean;
  lowerUnseen?: boolean;
  dryRun?: boolean;
  sanitize: boolean;
  table?: boolean;
  json?: boolean;
  quiet?: boolean;
  verbose?: boolean;
}

interface Conducted {
  readonly result: StudyResult;
  readonly state: StudyState;
  readonly started: StudyStarted;
}

/** `mantissa tune`: searches for the fastest configuration that meets the goal; running it again resumes. */
export async function tune(inputs: string[], options: TuneOptions, given: readonly string[] | null): Promise<void> {
  const begun = performance.now();
  const project = openProject(projectRequest(inputs, options));
  const settings = project.settings;
  const output = outputPlace(settings?.output);
  checkTableOptions(options);
  // the tables have their own goals: so many digits each
  const { against } = options;
  const wanted = options.table ? { digits: '3', metric: 'digits' as const, ...(against && { against }) } : options;
  const goal = goalOf(wanted, settings?.goal, describePlace(output));
  const { strategy, strategyOptions } = chosenStrategy(options);
  const formats = options.formats.split(',').map((name) => parseFormat(name.trim()));
  const seed = wholeNumber('--seed', options.seed, 0);
  const budget = {
    maxTrials: wholeNumber('--trials', options.trials),
    deadlineMs: options.time === undefined ? Number.POSITIVE_INFINITY : milliseconds('--time', options.time),
  };
  const jobs = options.jobs === undefined ? null : wholeNumber('--jobs', options.jobs);
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const maxMemoryBytes = memoryLimit(options.memory)(settings?.memory);
  const folder = studyFolder(project, options);
  const gpu = await chooseModelledGpu(options.gpu, options.fresh ? null : folder);

  const progress = new Progress(loudnessOf(options));
  progress.step(`reading ${project.name}`);
  await withWorkbench(inputs, options, async (bench) => {
    const scope = options.scope ?? settings?.scope ?? (bench.program.isCuda ? 'kernels' : 'all');
    const runs = studyInputs(settings, bench.engineName, options.input, given);
    const plan: StudyPlan = {
      goal,
      inputs: runs,
      output,
      formats,
      scope: sitesInScope(bench.program, bench.groups, scope),
      strategy,
      options: strategyOptions,
      seed,
      ...budget,
      jobs: jobs ?? trialJobs(bench.capabilities),
      buildJobs: os.availableParallelism(),
      timing: options.timing ?? (strategy.needs?.includes('ideal') ? 'every' : 'recommended'),
      merit: settings?.figureOfMerit ?? null,
      lowersUnseen: options.lowerUnseen ?? settings?.lowerUnseen ?? false,
      device: gpu.profile,
      isDeviceElsewhere: gpu.isElsewhere,
      sanitizes: options.sanitize,
      limits: runLimits(timeoutMs, maxMemoryBytes),
      signal: interruption(),
    };
    const { space, size } = new TuningSpace(bench, formats, plan.scope);
    if (options.dryRun) {
      progress.end();
      return answer(renderSpace(space.dimensions, options.json === true));
    }
    const maxTrials = strategy.dimensions === 'sets' ? budget.maxTrials : Math.min(budget.maxTrials, size);
    progress.plans({ ...budget, metric: goal.metric, groups: space.dimensions.length, maxTrials });
    checkProfileSuffices(
      gpu,
      bench.program,
      space.dimensions.flatMap((one) => one.formats),
    );
    const conduct = async (one: StudyPlan, where: string): Promise<Conducted> => {
      const started = await studyStarted({ bench, inputs, options, scope, gpu }, one);
      const about = { bench, plan: one, header: started, dimensions: space.dimensions, folder: where, maxTrials };
      const journal = openStudy(where, started, options.fresh === true);
      progress.say(studyHeader(about, conversationPaint()));
      try {
        if (!journal.state.program) journal.append(describeForJournal(bench, one.scope, performance.now() - begun));
        const result = await new Study(bench, one, journal, progress.report).run().finally(() => progress.end());
        return { result, state: journal.state, started };
      } finally {
        journal.close();
      }
    };
    if (options.table) return answer(await tabulate(plan, folder, conduct, options.json === true));
    const { result, state, started } = await conduct(plan, folder);
    const durationMs = performance.now() - begun;
    const groups = space.dimensions.length;
    const shown = { result, state, started, folder, groups, durationMs };
    const advice = adviceFor(state);
    if (advice.length > 0) progress.say(`\n${adviceText(advice, conversationPaint(), conversationWidth())}`);
    answer(options.json ? renderDocument(shown, advice) : renderSummary(shown, terminalPaint(), terminalWidth()));
    if (!result.best) throw nothingFound(result, goal);
  }).finally(() => progress.end());
}

/** Tables have strategies, modes and goals of their own. */
function checkTableOptions({ table, strategy, set, maxError, digits, minSpeedup }: TuneOptions): void {
  if (!table) return;
  if (strategy !== undefined && !/^(?:fisets|delta-debugging)$/.test(strategy))
    throw new MantissaError('MX2004', `--table compares fisets with delta debugging, not ${strategy}`);
  if ([maxError, digits, minSpeedup].some((one) => one !== undefined))
    throw new MantissaError('MX2004', '--table has goals of its own: 3, 6 and 9 digits', {
      remedy: 'leave --max-error, --digits and --min-speedup out',
    });
  if (set.some((one) => /^\s*mode\s*=/.test(one)))
    throw new MantissaError('MX2004', '--table plays every mode', { remedy: 'leave --set mode out' });
}

function chosenStrategy(options: TuneOptions): { strategy: Strategy; strategyOptions: Record<string, unknown> } {
  const names = strategies.map((one) => one.name);
  const name = options.table ? 'fisets' : (options.strategy ?? 'delta-debugging');
  const strategy = strategies.find((one) => one.name === name);
  if (!strategy) {
    const nearest = nearestName(name, names);
    throw new MantissaError(
      'MX2004',
      `there is no strategy '${name}'${nearest ? `: did you mean ${nearest}?` : `; there are ${names.join(', ')}`}`,
    );
  }
  const parsed = strategy.options.safeParse(Object.fromEntries(options.set.map(assignment)));
  if (!parsed.success)
    throw new MantissaError('MX2004', setFault(strategy, parsed.error.issues[0]!), {
      remedy: 'docs/reference/strategies.md lists the options of every strategy',
    });
  return { strategy, strategyOptions: parsed.data as Record<string, unknown> };
}

/** What is wrong with a `--set`, by the name of the option. */
function setFault({ name, options }: Strategy, issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return `--set ${issue.path.join('.')}: ${issue.message}`;
  const known = options instanceof z.ZodObject ? Object.keys(options.shape) : [];
  const nearest = nearestName(issue.keys[0]!, known);
  const there = known.length === 0 ? 'none' : known.join(', ');
  return `${name} has no option '${issue.keys[0]}'${nearest ? `: did you mean ${nearest}?` : `; it has ${there}`}`;
}

function studyFolder(project: Project, options: TuneOptions): string {
  return path.resolve(options.study ?? path.join('.mantissa', project.name));
}

function loudnessOf({ quiet, verbose }: TuneOptions): Loudness {
  return quiet ? 'quiet' : verbose ? 'verbose' : 'normal';
}
