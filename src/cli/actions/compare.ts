import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Goal } from '../../journal/records.js';
import { comparisonFigure } from '../../report/comparison-figure.js';
import {
  type ComparedStrategy,
  type ComparisonRequest,
  type ComparisonRow,
  compareStrategies,
} from '../../study/comparison.js';
import { type LocalRow, tuneLocally } from '../../study/local-tuning.js';
import { studyFolder } from '../../study/open-study.js';
import { Interrupted } from '../../study/plan.js';
import { chooseStrategy } from '../../study/planning/choose-strategy.js';
import { chooseModelledGpu } from '../../study/planning/modelled-gpu.js';
import { withProgram } from '../bench-options.js';
import { commandLine } from '../command-line.js';
import { type CompareOptions, DEFAULT_STRATEGIES } from '../commands/compare.js';
import { commandOf, metricOf } from '../goal-options.js';
import { interruption } from '../interruption.js';
import { writeNamedFile } from '../named-file.js';
import {
  assignment,
  memoryLimit,
  milliseconds,
  numberFrom,
  offeredFormats,
  timeoutMilliseconds,
  wholeNumber,
} from '../option-values.js';
import { comparisonDocument, comparisonRow, comparisonSummary } from '../text/comparison-answer.js';
import { localTables } from '../text/local-tuning-answer.js';
import { answer, say, terminalPaint } from '../text/terminal.js';

/** `mantissa compare`: runs every strategy on the same programs and goals. If it stops early, it still prints the finished rows. */
export async function compare(programs: string[], options: CompareOptions): Promise<void> {
  const isLocal = options.local || options.ablations;
  const strategies = strategiesOf(options).map(strategyWithOptions);
  const divisors = words(options.divide).map((one) => numberFrom('--divide', one, 1));
  if ((strategies.length === 0 && !isLocal) || divisors.length === 0)
    throw new MantissaError('MX2004', '--strategies and --divide need at least one entry each');
  const formats = offeredFormats(options.formats);
  const seed = wholeNumber('--seed', options.seed, 0);
  const maxTrials = wholeNumber('--trials', options.trials);
  const timeMs = options.time === undefined ? null : milliseconds('--time', options.time);
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const jobs = options.jobs === undefined ? {} : { jobs: wholeNumber('--jobs', options.jobs) };
  const gpu = await chooseModelledGpu(options.gpu, null);
  const rows: ComparisonRow[] = [];
  const local: LocalRow[] = [];
  const compareOn = (inputs: string[]) =>
    withProgram(inputs, options, async (program) => {
      const { settings, name } = program.workbench.project;
      const metric = metricOf(options, settings?.goal);
      const goal: Goal = {
        metric,
        bound: 0,
        against: options.against ?? settings?.goal?.against ?? 'baseline',
        minSpeedup: null,
        command: commandOf(metric, options, settings?.goal),
      };
      const request: ComparisonRequest = {
        goal,
        strategies,
        divisors,
        searchMs: timeMs,
        study: {
          ...{ seed, gpu, maxTrials, ...jobs, inputs: options.input, sanitizes: false },
          ...(formats && { formats }),
          ...(options.scope && { scope: options.scope }),
          limits: { timeoutMs, maxMemoryBytes: memoryLimit(options.memory)(settings?.memory) },
          signal: interruption(),
        },
        folder: path.resolve(options.study ?? path.join(studyFolder(name), 'compare')),
        commandLine: commandLine(),
        report: (event) => {
          if ('doing' in event) say(`${name}: ${event.doing}\n`);
        },
      };
      if (isLocal) local.push(...(await tuneLocally(program, request)));
      if (strategies.length === 0) return;
      for await (const row of compareStrategies(program, request)) {
        rows.push(row);
        say(`${comparisonRow(row)}\n`);
      }
    });
  try {
    // without a name: the project file of this folder, as for every command
    for (const inputs of programs.length === 0 ? [[]] : programs.map((one) => [one])) await compareOn(inputs);
  } catch (error) {
    if (rows.length + local.length > 0) present(rows, local, options);
    if (!(error instanceof Interrupted)) throw error;
    const done = rows.length > 0 ? 'the table has the finished searches' : 'no search had finished';
    throw new Interrupted(null, `${done}; the same command starts over`);
  }
  present(rows, local, options);
}

function present(rows: readonly ComparisonRow[], local: readonly LocalRow[], { figure, json }: CompareOptions): void {
  if (figure !== undefined) {
    writeNamedFile(figure, comparisonFigure(rows));
    say(`figure written to ${figure}\n`);
  }
  const paint = terminalPaint();
  const tables = [...(rows.length > 0 ? [comparisonSummary(rows, paint)] : []), ...localTables(local, paint)];
  answer(json ? comparisonDocument(rows, local) : tables.join('\n'));
}

/** The experiments of AMPT-GA's section 5.5, one part off at a time; then its naive search, and Precimonious' delta debugging. */
const ABLATIONS: readonly string[] = [
  'genetic',
  ...['seeding', 'groups', 'model', 'filter', 'blame', 'climb'].map((part) => `genetic:${part}=off`),
  'genetic:groups=off:filter=off:seeding=off:model=off',
  'delta-debugging',
];

function strategiesOf({ strategies, ablations, local }: CompareOptions): readonly string[] {
  if (!ablations && !local) return words(strategies);
  if (strategies === DEFAULT_STRATEGIES) return ablations ? ABLATIONS : [];
  throw new MantissaError('MX2004', `${ablations ? '--ablations' : '--local'} and --strategies exclude each other`);
}

/** Parses `fisets:mode=3:performance=10`: a strategy with its options. Throws for unknown ones before any program is read. */
function strategyWithOptions(label: string): ComparedStrategy {
  const [name = '', ...given] = label.split(':');
  const options = Object.fromEntries(given.map((one) => assignment(one, `--strategies ${label}`)));
  chooseStrategy(name, options);
  return { label, name, options };
}

function words(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
