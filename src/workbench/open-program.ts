/** A program on an engine, opened in one call: its project found, the compiler started, its source read. */
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

/** An embedded compiler takes about half a GiB; the rest of the machine is for others. */
const MEMORY_EACH = 2 * 2 ** 30;
/** More of them wait for the same precompiled headers. */
const MOST_COMPILERS = 4;

/** How a compiler would be told to read it, and what runs it. */
export interface OpenOptions extends Partial<Omit<ProjectRequest, 'inputs'>> {
  /** `auto`, where nothing is said: the project's own commands, a GPU for CUDA, the compiler of the machine, or what is always there. */
  readonly engine?: EngineName | 'auto';
  /** Builds and runs are jobs of a cluster. */
  readonly on?: ClusterRequest;
  /** It will be run under many configurations: what that takes is begun while it is read. */
  readonly willRun?: boolean;
  readonly onUnit?: OnUnit;
}

export interface OpenedProgram extends AsyncDisposable {
  /** As it was named: what it takes to open it again. */
  readonly request: ProjectRequest;
  readonly project: Project;
  /** The model: sites, operations, functions. */
  readonly program: Program;
  /** The sites that must change together, and those that may not change. */
  readonly groups: Groups;
  /** Runs it as written, emulated, and built. */
  readonly workbench: Workbench;
  /** Why the embedded engine does not run it, if `auto` took the machine's compiler instead. */
  readonly refusal: MantissaError | null;
  /** How long opening it took. */
  readonly openMs: number;
  /** Formats by the ids of sites, groups or operations, ways to add up by the ids of sums, and sizes of thread blocks by theirs; what is not named stays as it is. */
  configuration(
    formats: Readonly<Record<string, string>>,
    accumulators?: Readonly<Record<string, WrittenAccumulator>>,
    blocks?: Readonly<Record<string, number>>,
  ): Configuration;
  /** Ends its processes and removes its temporary files. */
  close(): Promise<void>;
}

/**
 * `inputs` are source files, or one folder, or one project file, or nothing for the project file of the working folder.
 * With `engine: 'auto'`, a program that the embedded engine cannot run as 64-bit Linux would is opened on the machine's compiler.
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
  const begun = performance.now();
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
    opening.catch(() => undefined); // an engine that is not there is named first
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
      openMs: performance.now() - begun,
      configuration: (formats, accumulators, blocks) =>
        configurationOf(formats, 'the configuration', program, groups, accumulators, blocks),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** What the login node has says nothing of the others. */
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
    throw new MantissaError('MX2094', `the ${setup.name} engine runs within this process, not on a node`);
  const openCluster = await cluster.loaded();
  return openCluster(local, setup, settings?.slurm ?? {}, root, on);
}

/** As many compilers at the same time as there are processors and memory for. */
function compilers(): number {
  return Math.max(1, Math.min(MOST_COMPILERS, os.availableParallelism(), Math.floor(os.totalmem() / MEMORY_EACH)));
}

/** How the project itself builds and runs, where its mantissa.json says so. */
export function projectCommands(project: Project): ProjectCommands | undefined {
  const { build, run } = project.settings ?? {};
  return run === undefined ? undefined : { root: project.root, build: build ?? null, run };
}
