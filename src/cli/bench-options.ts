import { sitesInScope, usualScope } from '../analysis/scope.js';
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import type { EngineName } from '../execution/engine.js';
import { parseConfiguration, parseFormat, randomConfiguration, uniformConfiguration } from '../space/configuration.js';
import { baselineConfiguration, type Configuration } from '../space/resolve.js';
import { NO_DEADLINE } from '../support/deadline.js';
import { listWords } from '../support/list-words.js';
import { seededRandom } from '../support/random.js';
import { type OpenedProgram, type OpenOptions, openProgram } from '../workbench/open-program.js';
import type { Workbench } from '../workbench/workbench.js';
import { readNamedFile } from './named-file.js';
import type { ConfigurationOptions, EngineOption } from './options/shared-options.js';
import { projectRequest, type SourceOptions } from './source-options.js';
import type { Progress } from './text/progress.js';
import { say } from './text/terminal.js';

/** Opens the program on the chosen engine and closes it after the work. Throws `TimeUp` if opening it passes the deadline. */
export async function withProgram<T>(
  inputs: readonly string[],
  { engine, ...options }: SourceOptions & EngineOption,
  work: (program: OpenedProgram) => Promise<T>,
  deadline = NO_DEADLINE,
  willRun = false,
  progress?: Progress,
  on?: OpenOptions['on'],
): Promise<T> {
  const { inputs: named, ...reading } = projectRequest(inputs, options);
  const asked = { ...reading, engine, willRun, ...(on && { on }), ...(progress && { onUnit: readingStep(progress) }) };
  const program = await deadline.within(openProgram(named, asked));
  if (program.refusal) say(engineNote(program.workbench.engineName, program.refusal));
  try {
    return await work(program);
  } finally {
    await program.close();
  }
}

function engineNote(engine: EngineName, { code, findings }: MantissaError): string {
  const [{ text, place }] = findings as [Finding, ...Finding[]];
  const at = place ? `${place.file}:${place.line}: ` : '';
  return `using --engine ${engine}: the embedded engine cannot run this program as 64-bit Linux does (${code}): ${at}${text}\n`;
}

/** `withProgram` for callers that only need the workbench. */
export function withWorkbench<T>(
  inputs: readonly string[],
  options: SourceOptions & EngineOption,
  work: (bench: Workbench) => Promise<T>,
  progress?: Progress,
  willRun = false,
): Promise<T> {
  return withProgram(inputs, options, ({ workbench }) => work(workbench), NO_DEADLINE, willRun, progress);
}

/** Shows the progress of reading, with a file count if there is more than one file. */
export function readingStep(progress: Progress): (done: number, of: number) => void {
  return (done, of) => progress.step(of === 1 ? 'reading the program' : `reading file ${done + 1} of ${of}`);
}

/** The configuration of the command line: from a file, one format for everything in scope, a random one by seed, or the baseline. */
export function chosenConfiguration(bench: Workbench, options: ConfigurationOptions): Configuration {
  const given = [options.configuration, options.random, options.all].filter((one) => one !== undefined);
  if (given.length > 1) throw new MantissaError('MX2004', '--configuration, --random and --all exclude each other');
  if (options.configuration)
    return parseConfiguration(
      readNamedFile(options.configuration, 'MX2001'),
      options.configuration,
      bench.program,
      bench.groups,
    );
  const named = bench.project.settings?.scope ?? usualScope(bench.program);
  const scope = sitesInScope(bench.program, bench.groups, named);
  if (options.all !== undefined)
    return uniformConfiguration(bench.program, bench.groups, scope, parseFormat(options.all));
  if (options.random === undefined) return baselineConfiguration;
  const seed = Number(options.random);
  if (!Number.isInteger(seed) || seed < 0)
    throw new MantissaError('MX2004', `--random takes a seed, a whole number from 0, not '${options.random}'`);
  const formats = options.formats.split(',').map((name) => parseFormat(name.trim()));
  const halves = formats.filter((format) => format === 'fp16' || format === 'bf16');
  if (halves.length > 0 && !bench.program.isCuda)
    say(`${listWords(halves)} ${halves.length === 1 ? 'is' : 'are'} not used: only CUDA programs have 16-bit types\n`);
  return randomConfiguration(bench.program, bench.groups, formats, seededRandom(seed), scope);
}
