import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { type Scope, sitesInScope } from '../analysis/scope.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { EngineName } from '../execution/engine.js';
import { openProject } from '../frontend/project/open-project.js';
import { count } from '../inspection/table.js';
import { Journal } from '../journal/journal.js';
import type { StudyStarted, TrialRecord } from '../journal/records.js';
import { countsDigits, type Metric } from '../numerics/error-metrics.js';
import { strategies } from '../search/strategies.js';
import { parseFormat } from '../space/configuration.js';
import { Study, type StudyResult, searchSpace } from '../study/study.js';
import type { Workbench } from '../study/workbench.js';
import { nearestName } from '../support/nearest-name.js';
import { withWorkbench } from './bench-options.js';
import type { SourceOptions } from './inspect.js';
import { answer, terminalPaint } from './terminal.js';

export interface TuneOptions extends SourceOptions {
  maxError?: string;
  metric: Metric;
  digits?: string;
  formats: string;
  scope?: Scope;
  strategy: string;
  set: string[];
  engine: EngineName;
  trials: string;
  time?: string;
  seed: string;
  study?: string;
  fresh?: boolean;
  dryRun?: boolean;
  json?: boolean;
  timeout: string;
}

/** `mantissa tune`: searches for the fastest configuration that meets the goal; running it again resumes. */
export async function tune(inputs: string[], options: TuneOptions, given: readonly string[]): Promise<void> {
  const started = performance.now();
  const goal = goalOf(options);
  const strategy = strategies.find((one) => one.name === options.strategy);
  if (!strategy) {
    const nearest = nearestName(
      options.strategy,
      strategies.map((one) => one.name),
    );
    throw new MantissaError(
      'MX2004',
      `there is no strategy '${options.strategy}'${nearest ? `: did you mean ${nearest}?` : ''}`,
    );
  }
  const strategyOptions = strategy.options.safeParse(Object.fromEntries(options.set.map(assignment)));
  if (!strategyOptions.success)
    throw new MantissaError('MX2004', `--set for ${strategy.name}: ${strategyOptions.error.issues[0]?.message}`);
  const project = openProject(request(inputs, options));
  const inputArguments = given.length > 0 ? given : defaultArguments(project.settings?.inputs);
  const formats = options.formats.split(',').map((name) => parseFormat(name.trim()));
  const paint = terminalPaint();
  const say = (text: string) => process.stderr.write(`${text}\n`);

  await withWorkbench(inputs, { ...options }, async (bench) => {
    const scope = options.scope ?? project.settings?.scope ?? (bench.program.isCuda ? 'kernels' : 'all');
    const sites = sitesInScope(bench.program, bench.groups, scope);
    const { space } = searchSpace(bench, { formats, scope: sites });
    const seed = Number(options.seed);
    say(
      `${project.name}: ${count(space.dimensions.length, 'group')} to choose for, ${strategy.name}, seed ${seed}, ${options.engine} engine, goal ${goalText(goal)}`,
    );
    if (options.dryRun) {
      for (const dimension of space.dimensions) answer(`${dimension.id}  ${dimension.formats.join(' → ')}\n`);
      return;
    }
    const folder = path.resolve(options.study ?? path.join('.mantissa', project.name));
    if (options.fresh) fs.rmSync(path.join(folder, 'journal.jsonl'), { force: true });
    const header: StudyStarted = {
      kind: 'study-started',
      schemaVersion: 1,
      program: project.name,
      opened: {
        inputs: inputs.map((one) => path.resolve(one)),
        includeFolders: options.include,
        defines: options.define,
        undefines: options.undefine,
        standard: options.std ?? null,
        workingFolder: process.cwd(),
      },
      sources: digestOf(bench),
      engine: options.engine,
      strategy: strategy.name,
      options: strategyOptions.data as Record<string, unknown>,
      seed,
      goal,
      formats,
      scope,
      arguments: [...inputArguments],
    };
    const journal = openStudy(folder, header);
    try {
      const study = new Study(
        bench,
        {
          goal,
          formats,
          scope: sites,
          strategy,
          options: strategyOptions.data,
          seed,
          maxTrials: wholeNumber('--trials', options.trials),
          deadlineMs: options.time === undefined ? Number.POSITIVE_INFINITY : duration(options.time),
          limits: {
            arguments: inputArguments,
            timeoutMs: Number(options.timeout) * 1000,
            maxOutputBytes: 2 ** 26,
            maxMemoryBytes: 2 ** 31,
          },
        },
        journal,
        {
          baseline: (values, durationMs) =>
            say(`baseline: ${count(values.length, 'value')}, ${durationMs.toFixed(0)} ms, the same in every run`),
          trial: (record, resumed) =>
            say(`trial ${record.number}${resumed ? ' (from the journal)' : ''}: ${trialText(record, goal.metric)}`),
        },
      );
      const result = await study.run();
      if (options.json)
        answer(
          `${JSON.stringify(resultDocument(result, options, goal, seed, performance.now() - started), null, 2)}\n`,
        );
      else answer(summary(result, goal, folder, paint.bold));
      if (!result.best)
        throw new MantissaError('MX3001', `${count(result.trials.length, 'trial')}, none within ${goalText(goal)}`);
    } finally {
      journal.close();
    }
  });
}

function request(inputs: string[], options: SourceOptions) {
  return {
    inputs,
    includeFolders: options.include,
    defines: options.define,
    undefines: options.undefine,
    workingFolder: process.cwd(),
    ...(options.std ? { standard: options.std } : {}),
  };
}

function goalOf(options: TuneOptions): { metric: Metric; bound: number } {
  if (options.digits !== undefined) return { metric: 'digits', bound: wholeNumber('--digits', options.digits) };
  if (options.maxError === undefined)
    throw new MantissaError('MX2018', 'the output compared is every number on stdout; say how far it may be off');
  const bound = Number(options.maxError);
  if (!(bound >= 0)) throw new MantissaError('MX2004', `--max-error takes a number from 0, not '${options.maxError}'`);
  return { metric: options.metric, bound };
}

function goalText({ metric, bound }: { metric: Metric; bound: number }): string {
  return countsDigits(metric) ? `at least ${bound} ${metric}` : `${metric} at most ${bound}`;
}

function assignment(text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new MantissaError('MX2004', `--set takes option=value, not '${text}'`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new MantissaError('MX2004', `${option} takes a whole number from 1, not '${text}'`);
  return number;
}

function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
  if (!match) throw new MantissaError('MX2004', `--time takes a duration such as 90s, 10m or 1h, not '${text}'`);
  return Number(match[1]) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] as 'ms' | 's' | 'm' | 'h'];
}

/** The first input of the project file that is not held out. */
function defaultArguments(
  inputs: Record<string, { arguments: string[]; heldOut?: boolean | undefined }> | undefined,
): readonly string[] {
  return Object.values(inputs ?? {}).find((input) => !input.heldOut)?.arguments ?? [];
}

function digestOf(bench: Workbench): string {
  const hash = createHash('sha256');
  for (const file of bench.program.files) hash.update(file.path).update('\0').update(file.source.text, 'latin1');
  return hash.digest('hex');
}

/** The study's journal, new or resumed; one about another program, goal or source is refused. */
function openStudy(folder: string, header: StudyStarted): Journal {
  const journal = Journal.open(folder);
  const [first] = journal.records;
  if (!first) {
    journal.append(header);
    return journal;
  }
  const differs =
    first.kind !== 'study-started'
      ? 'its beginning is missing'
      : (Object.keys(header) as (keyof StudyStarted)[]).find(
          (key) => JSON.stringify(header[key]) !== JSON.stringify(first[key]),
        );
  if (differs === undefined) return journal;
  journal.close();
  throw new MantissaError('MX2017', {
    text: `${differs === 'sources' ? 'the sources have changed since' : `its ${differs} differs`}`,
    place: { file: folder },
  });
}

function trialText(record: TrialRecord, metric: Metric): string {
  const lowered = Object.entries(record.formats).map(([id, format]) => `${id} ${format}`);
  const what =
    lowered.length === 0
      ? 'nothing lowered'
      : lowered.length > 4
        ? `${lowered.slice(0, 3).join(', ')} and ${lowered.length - 3} more`
        : lowered.join(', ');
  const figures =
    record.error === null
      ? (record.evidence ?? '')
      : `${metric} ${record.error.toPrecision(3)}${record.speedup === null ? '' : `, speedup ${record.speedup.toFixed(2)}× modelled`}`;
  return `${record.outcome}${figures ? `, ${figures}` : ''}  (${what})`;
}

function summary(
  result: StudyResult,
  goal: { metric: Metric; bound: number },
  folder: string,
  bold: (text: string) => string,
): string {
  const { best, trials, stopped } = result;
  const shown = path.relative(process.cwd(), folder) || '.';
  const ending =
    stopped === 'finished'
      ? 'the search is complete'
      : stopped === 'trials'
        ? 'stopped at the trial budget; run again with a larger --trials to go on'
        : 'stopped at the time budget; run again to go on';
  const lines = [
    `${count(trials.length, 'trial')}, ${trials.filter((one) => one.accepted).length} within the goal; ${ending}`,
  ];
  if (best) {
    lines.push(
      bold(
        `trial ${best.number}: ${count(Object.keys(best.formats).length, 'group')} lowered, ${goal.metric} ${best.error!.toPrecision(3)} (goal ${goalText(goal)}), speedup ${best.speedup!.toFixed(2)}× modelled for a P100, not measured`,
      ),
      ...Object.entries(best.formats).map(([id, format]) => `  ${id}  ${format}`),
      'its rewritten source was built and printed exactly what was emulated',
      `next: mantissa apply ${best.number} --study ${shown} > tuned.patch`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function resultDocument(
  result: StudyResult,
  options: TuneOptions,
  goal: { metric: Metric; bound: number },
  seed: number,
  durationMs: number,
): unknown {
  const of = (outcome: TrialRecord['outcome']) => result.trials.filter((one) => one.outcome === outcome).length;
  const { best } = result;
  return {
    schemaVersion: 1,
    seed,
    engine: options.engine,
    strategy: options.strategy,
    goal,
    baseline: { values: result.baseline, noise: 0 },
    best: best && {
      trial: best.number,
      configuration: { schemaVersion: 1, formats: best.formats },
      lowered: Object.keys(best.formats),
      error: best.error,
      speedup: best.speedup,
      speedupKind: best.speedupKind,
    },
    trials: {
      total: result.trials.length,
      measured: of('measured'),
      inaccurate: of('inaccurate'),
      buildFailed: of('build-failed'),
      runFailed: of('run-failed'),
      timedOut: of('timed-out'),
      infeasible: of('infeasible'),
      duplicate: of('duplicate'),
    },
    executions: { emulated: result.executions.emulated, built: result.executions.built, timed: 0 },
    durationMs: Math.round(durationMs),
  };
}
