import { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { chooseEngine } from '../execution/choose-engine.js';
import type { ProjectCommands } from '../execution/command/command-engine.js';
import type { EngineName } from '../execution/engine.js';
import { engines } from '../execution/engines.js';
import { openProject } from '../frontend/project/open-project.js';
import type { Project } from '../frontend/project/project.js';
import { parseConfiguration, parseFormat, randomConfiguration } from '../space/configuration.js';
import { baselineConfiguration, type Configuration } from '../space/resolve.js';
import { cacheFolder } from '../support/cache-folder.js';
import { seededRandom } from '../support/random.js';
import { Workbench } from '../workbench/workbench.js';
import { readNamedFile } from './named-file.js';
import { projectRequest, type SourceOptions } from './source-options.js';

/** Options of every command that runs or rewrites a program under a configuration. */
export interface BenchOptions extends SourceOptions {
  configuration?: string;
  random?: string;
  formats: string;
  engine: EngineName | 'auto';
}

/** Opens the program on the chosen engine, and closes everything again however the work ends. */
export async function withWorkbench<T>(
  inputs: string[],
  options: BenchOptions,
  work: (bench: Workbench) => Promise<T>,
): Promise<T> {
  const project = openProject(projectRequest(inputs, options));
  const cache = cacheFolder();
  const clang = new EmbeddedClang(cache, 1);
  const commands = projectCommands(project);
  const isCuda = project.units.some(({ language }) => language === 'cuda');
  const name = options.engine === 'auto' ? (await chooseEngine(isCuda, commands)).engine : options.engine;
  const engine = engines[name]({ cache, clang, commands });
  try {
    const availability = await engine.available();
    if (!availability.ok) throw new MantissaError('MX2015', availability.reason, { remedy: availability.remedy });
    const bench = await Workbench.open(clang, engine, project);
    try {
      return await work(bench);
    } finally {
      bench.close();
    }
  } finally {
    await engine.close();
    await clang.close();
  }
}

/** How the project itself builds and runs, where its mantissa.json says so. */
export function projectCommands(project: Project): ProjectCommands | undefined {
  const { build, run } = project.settings ?? {};
  return run === undefined ? undefined : { root: project.root, build: build ?? null, run };
}

/** The configuration asked for: a file, a random one by seed, or the baseline. */
export function chosenConfiguration(bench: Workbench, options: BenchOptions): Configuration {
  if (options.configuration && options.random)
    throw new MantissaError('MX2004', '--configuration and --random exclude each other');
  if (options.configuration)
    return parseConfiguration(
      readNamedFile(options.configuration, 'MX2001'),
      options.configuration,
      bench.program,
      bench.groups,
    );
  if (options.random === undefined) return baselineConfiguration;
  const seed = Number(options.random);
  if (!Number.isInteger(seed) || seed < 0)
    throw new MantissaError('MX2004', `--random takes a seed, a whole number from 0, not '${options.random}'`);
  return randomConfiguration(
    bench.program,
    bench.groups,
    options.formats.split(',').map((name) => parseFormat(name.trim())),
    seededRandom(seed),
  );
}
