import { sitesInScope, usualScope } from '../../analysis/scope.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import { checkInput, type Distance, type InputReport } from '../../study/judging/check-baseline.js';
import { type CheckVerdict, checkVerdict } from '../../study/judging/check-verdict.js';
import { filesToCollect, outputPlace } from '../../study/judging/program-output.js';
import { argumentFolders, studyInputs } from '../../study/planning/study-inputs.js';
import { seededRandom } from '../../support/random.js';
import { runLimits } from '../../workbench/run-limits.js';
import type { Workbench } from '../../workbench/workbench.js';
import { withWorkbench } from '../bench-options.js';
import type { CheckOptions } from '../commands/check.js';
import { memoryLimit, timeoutMilliseconds } from '../option-values.js';
import { Progress } from '../text/progress.js';
import { answer, answerWrapped, terminalPaint } from '../text/terminal.js';

/** The findings of a check. */
export interface CheckResult {
  readonly program: string;
  readonly engine: string;
  readonly verdict: CheckVerdict;
  readonly inputs: readonly InputReport[];
  /** Whether the instrumented program must print exactly the output of the original. */
  readonly isExact: boolean;
}

/** `mantissa check`: tests whether a program builds, runs and repeats its output, and measures its timing noise and rounding error. */
export async function check(inputs: string[], options: CheckOptions, given: readonly string[] | null): Promise<void> {
  const checked = await checkProgram(inputs, options, given);
  const { isExact: _, ...document } = checked;
  if (options.json) answer(`${JSON.stringify({ schemaVersion: 1, ...document }, null, 2)}\n`);
  else answerWrapped(checkedText(checked));
  requireTunable(checked);
}

export async function checkProgram(
  inputs: readonly string[],
  options: CheckOptions,
  given: readonly string[] | null,
): Promise<CheckResult> {
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const memory = memoryLimit(options.memory);
  const random = seededRandom(1);
  const progress = new Progress('normal');
  progress.phase('reading the program');
  const work = async (bench: Workbench): Promise<CheckResult> => {
    const place = outputPlace(bench.project.settings?.output);
    const runs = studyInputs(bench.project.settings, bench.engineName, options.input, given).filter(
      ({ name }) => options.input.length === 0 || options.input.includes(name),
    );
    const argumentsFrom = argumentFolders(bench.project.root, given !== null);
    const base = runLimits({ timeoutMs, maxMemoryBytes: memory(bench.project.settings?.memory), argumentsFrom });
    const reports: InputReport[] = [];
    for (const input of runs) {
      const limits = { ...base, arguments: input.arguments, collect: filesToCollect(place) };
      reports.push(
        await checkInput(bench, place, input, limits, random, {
          merit: bench.project.settings?.figureOfMerit ?? null,
          sanitizes: options.sanitize,
          onStep: (what) => progress.phase(what),
        }),
      );
    }
    progress.end();
    const { program, groups, project } = bench;
    const scope = sitesInScope(program, groups, project.settings?.scope ?? usualScope(program));
    const choices = groups.groups.filter(({ frozen, sites }) => frozen === null && sites.some((one) => scope.has(one)));
    return {
      program: project.name,
      engine: bench.engineName,
      verdict: checkVerdict(reports, choices.length),
      inputs: reports,
      isExact: bench.capabilities.isExact,
    };
  };
  return withWorkbench(inputs, options, work, progress, true).finally(() => progress.end());
}

export function checkedText({ program, engine, inputs, verdict }: CheckResult): string {
  const paint = terminalPaint();
  return `${program} builds and runs on the ${engine} engine\n${inputs.map((one) => render(one, paint)).join('')}${verdictText(verdict, program, paint)}`;
}

export function requireTunable({ inputs, isExact, verdict }: CheckResult): void {
  const odd = inputs.find(
    ({ instrumented, isOfThreads, repeats, differing }) =>
      repeats.identical && differing.length === 0 && !instrumented.identical && !isOfThreads,
  );
  if (odd && isExact)
    throw new MantissaError(
      'MX1006',
      `input '${odd.input}': the instrumented program does not print the output of the original`,
    );
  if (verdict.code !== null)
    throw new MantissaError(
      verdict.code,
      `it ${verdict.text}`,
      verdict.remedy === null ? {} : { remedy: verdict.remedy },
    );
}

function render(report: InputReport, paint: Paint): string {
  const { repeats, emulatedApart, reference } = report;
  const lines = [
    paint.bold(`input '${report.input}'`),
    `  output        ${count(report.values, 'value')}${report.digits ? `, printed with ${digitsText(report.digits)}` : ''}`,
    `  repeats       ${repeats.identical ? paint.good(`identical in ${report.runs} runs`) : paint.warn(`${report.runs} runs differ by ${far(repeats)}`)}`,
    `  instrumented  ${instrumentedText(report, paint)}`,
    `  trials        ${emulatedApart === null ? 'can be emulated one after the other in one process' : `each runs in a process of its own: ${emulatedApart}`}`,
    `  reference     ${'missing' in reference ? `none: ${reference.missing}` : reference.identical ? 'the original prints the same as a run in double-double (fp64x2)' : `the original differs from a run in double-double (fp64x2) by ${far(reference)}`}`,
    `  time          ${timeText(report)}`,
    `  memory        ${memoryLine(report, paint)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function timeText({ medianMs, runs, timeNoisePercent }: InputReport): string {
  const time = `${medianMs.toFixed(1)} ms of wall-clock time`;
  const median = `(median of ${runs} runs)`;
  return timeNoisePercent === null
    ? `${time} on the CPU ${median}; speedups are modelled and do not depend on it`
    : `${time} ${median}; in the time that tune uses for speedups (CPU time if it can), differences below ${timeNoisePercent} % cannot be told from noise`;
}

function instrumentedText({ instrumented, isOfThreads }: InputReport, paint: Paint): string {
  if (instrumented.identical) return paint.good('output bitwise identical to the original');
  if (!isOfThreads) return paint.warn(`output differs from the original by ${far(instrumented)}`);
  return `${paint.good('output bitwise identical to the original in one thread')}; with several threads the original differs from that by ${far(instrumented)}`;
}

function verdictText({ tunable, text, remedy }: CheckVerdict, program: string, paint: Paint): string {
  if (!tunable) return ''; // the error says it
  return `${paint.good(`${program} ${text}`)}\n${remedy === null ? '' : `  ${remedy}\n`}`;
}

function memoryLine({ memory }: InputReport, paint: Paint): string {
  if ('missing' in memory) return `not checked: ${memory.missing}`;
  const tools = memory.tools.join(' and ');
  return memory.findings.length === 0 ? paint.good(`${tools} found nothing`) : paint.warn(memory.findings.join('; '));
}

function digitsText({ fewest, most }: NonNullable<InputReport['digits']>): string {
  return fewest === most ? count(most, 'digit') : `${fewest} to ${most} digits`;
}

function far({ maxRelative }: Extract<Distance, { identical: false }>): string {
  if (maxRelative === null) return 'the number of values or a NaN';
  return `a relative error of at most ${maxRelative.toPrecision(2)}`;
}
