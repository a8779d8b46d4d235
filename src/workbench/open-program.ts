/** Opens a program on an engine: finds the project, starts the compiler, and reads the source. */
import os from 'node:os';
import type { Groups } from '../analysis/groups.js';
import { EmbeddedClang } from '../clang/compiler.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { chooseEngine, isAvailable } from '../execution/choose-engine.js';
import type { ProjectCommands } from '../execution/command/command-engine.js';
import type { Engine, EngineName } from '../execution/engine.js';
import { ALWAYS_THERE, AUTOMATIC, engines, HOST_COMPILER } from '../execution/engines.js';
import { openProject, type ProjectRequest } from '../frontend/project/open-project.js';
import type { Project } from '../frontend/project/project.js';
import type { OnUnit } from '../frontend/read-program.js';
import type { Program } from '../program/program.js';
import type { WrittenAccumulator } from '../space/accumulator.js';
import { configurationOf } from '../space/configuration.js';
import type { Configuration } from '../space/resolve.js';
import { cacheFolder } from '../support/cache-folder.js';
import { type ClusterRequest, cluster, type EngineSetup } from './cluster.js';
import { Workbench } from './workbench.js';

/** Machine memory per embedded compiler. One uses about half a GiB; the rest is left to other programs. */
const MEMORY_EACH = 2 * 2 ** 30;
/** More compilers would only wait for the same precompiled headers. */
const MOST_COMPILERS = 4;

/** Compiler options, and the engine that runs the program. */
export interface OpenOptions extends Partial<Omit<ProjectRequest, 'inputs'>> {
  /** By default `auto`: the project's own commands, a GPU for CUDA, the machine's compiler, or the built-in engine. */
  readonly engine?: EngineName | 'auto';
  /** Runs builds and runs as jobs of a cluster. */
  readonly on?: ClusterRequest;
  /** Whether many configurations will be run, so that builds start while the source is read. */
  readonly willRun?: boolean;
  readonly onUnit?: OnUnit;
}

export interface OpenedProgram extends AsyncDisposable {
  /** The request with which it can be opened again. */
  readonly request: ProjectRequest;
  readonly project: Project;
  /** The model: sites, operations, functions. */
  readonly program: Program;
  /** The sites that must change together, and those that may not change. */
  readonly groups: Groups;
  /** Runs the original, emulated and built program. */
  readonly workbench: Workbench;
  /** The reason why the embedded engine refuses the program, if `auto` therefore chose the host compiler; otherwise null. */
  readonly refusal: MantissaError | null;
  /** Time to open it, in milliseconds. */
  readonly openMs: number;
  /** A configuration from formats by ids of sites, groups or operations, summation methods by ids of sums, and block sizes by their ids. The rest is unchanged. */
  configuration(
    formats: Readonly<Record<string, string>>,
    accumulators?: Readonly<Record<string, WrittenAccumulator>>,
    blocks?: Readonly<Record<string, number>>,
  ): Configuration;
  /** Ends its processes and removes its temporary files. */
  close(): Promise<void>;
}

/**
 * `inputs`: source files, one folder, or one project file; if empty, the project file of the working folder.
 * With `engine: 'auto'`, the host compiler runs a program whose results on the embedded engine would differ from 64-bit Linux.
 */
export async function openProgram(inputs: readonly string[], options: OpenOptions = {}): Promise<OpenedProgram> {
  const { engine: asked = 'auto', willRun = false, on, onUnit, ...reading } = options;
  const nothing = { includeFolders: [], defines: [], undefines: [], workingFolder: process.cwd() };
  const request: ProjectRequest = { ...nothing, ...reading, inputs };
  const project = openProject(request);
  const commands = projectCommands(project);
  const isCuda = project.units.some(({ language }) => language === 'cuda');
  const open = (name: EngineName) => openOnEngine({ request, project, commands, name, willRun, on, onUnit });
  if (asked !== 'auto') return open(asked);
  if (on) return open(engineOfNodes(isCuda, commands));
  const { engine } = await chooseEngine(isCuda, commands);
  const opened = await open(engine);
  const refusal = await opened.workbench.refusal();
  if (refusal === null || !(await isAvailable(HOST_COMPILER))) return opened;
  await opened.close();
  return { ...(await open(HOST_COMPILER)), refusal };
}

interface Opening {
  readonly request: ProjectRequest;
  readonly project: Project;
  readonly commands: ProjectCommands | undefined;
  readonly name: EngineName;
  readonly willRun: boolean;
  readonly on: ClusterRequest | undefined;
  readonly onUnit: OnUnit | undefined;
}

async function openOnEngine({
  request,
  project,
  commands,
  name,
  willRun,
  on,
  onUnit,
}: Opening): Promise<OpenedProgram> {
  const startMs = performance.now();
  const cache = cacheFolder();
  const clang = new EmbeddedClang(cache, willRun ? compilers() : 1);
  const local = engines[name]({ cache, clang, commands });
  let engine = local;
  const end = async () => {
    await engine.close();
    if (engine !== local) await local.close();
    await clang.close();
  };
  try {
    if (on) engine = await openOnCluster(local, { name, commands }, project, on);
    const opening = Workbench.open(clang, engine, project, willRun, onUnit);
    opening.catch(() => undefined); // a missing engine is reported first
    const availability = await engine.available();
    if (!availability.ok) throw new MantissaError('MX2015', availability.reason, { remedy: availability.remedy });
    const workbench = await opening;
    const { program, groups } = workbench;
    const close = async () => {
      workbench.close();
      await end();
    };
    return {
      ...{ request, project, program, groups, workbench, close, [Symbol.asyncDispose]: close },
      refusal: null,
      openMs: performance.now() - startMs,
      configuration: (formats, accumulators, blocks) =>
        configurationOf(formats, 'the configuration', program, groups, accumulators, blocks),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The hardware of the login node says nothing about the compute nodes. */
function engineOfNodes(isCuda: boolean, commands: ProjectCommands | undefined): EngineName {
  return commands ? AUTOMATIC.ownCommands : AUTOMATIC[isCuda ? 'cuda' : 'plain'][0]!;
}

async function openOnCluster(
  local: Engine,
  setup: EngineSetup,
  { settings, root }: Project,
  on: ClusterRequest,
): Promise<Engine> {
  if (setup.name === ALWAYS_THERE)
    throw new MantissaError('MX2094', `the ${setup.name} engine runs in this process, not on a node`);
  const openCluster = await cluster.loaded();
  return openCluster(local, setup, settings?.slurm ?? {}, root, on);
}

/** Number of compilers for which there are processors and memory. */
function compilers(): number {
  return Math.max(1, Math.min(MOST_COMPILERS, os.availableParallelism(), Math.floor(os.totalmem() / MEMORY_EACH)));
}

/** The project's own build and run commands, if its mantissa.json has any. */
export function projectCommands(project: Project): ProjectCommands | undefined {
  const { build, run } = project.settings ?? {};
  return run === undefined ? undefined : { root: project.root, build: build ?? null, run };
}
