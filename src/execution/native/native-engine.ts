import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { sharedAbort } from '../../support/shared-abort.js';
import { artifactOf, BuildCache, cacheKey } from '../build-cache.js';
import {
  type Artifact,
  type Availability,
  type BuildOutcome,
  type BuildRequest,
  DEFAULT_MAX_FILE_BYTES,
  type Engine,
  type EngineCapabilities,
  type RunOutcome,
  type RunRequest,
  type Session,
  type Source,
} from '../engine.js';
import { engineSource } from '../engine-sources.js';
import { type MemoryInspection, type MemoryTool, sanitizedRunEnd } from '../memory-inspection.js';
import { type ContainedResult, runContained } from '../spawn.js';
import { WorkingFolder } from '../working-folder.js';
import { buildNatively } from './build-natively.js';
import { type Compiler, findCompiler } from './compiler.js';
import { emulatorWords, startedBy } from './emulator.js';
import { hostToolchain } from './host-toolchain.js';
import { describeEnd } from './process-end.js';
import { type Around, ProgramSession } from './program-session.js';
import { readFindings, SANITIZERS, type Sanitizer, sanitizerEnvironment } from './sanitizers.js';

export interface NativeEngineOptions {
  readonly cache: string;
  /** g++ or clang++, by name or path; by default `MANTISSA_CXX`, then g++, then clang++. */
  readonly compiler?: string;
  readonly buildTimeoutMs?: number;
  readonly cacheLimitBytes?: number;
}

const COMPILERS = ['g++', 'clang++'];
const BUILD_TIMEOUT_MS = 10 * 60_000;
const REMEDY = 'install g++ or clang++, or set MANTISSA_CXX; --engine wasm needs neither';
/** Time for the launcher to end its children, which takes a few ms. */
const GRACE_MS = 2000;

/** Builds with the machine's compiler and runs child processes: at full CPU speed, with every language and library feature. */
export class NativeEngine implements Engine {
  readonly name = 'native';
  readonly capabilities: EngineCapabilities = {
    timing: 'cpu',
    timesKernels: false,
    isExact: true,
    sharesMachine: true,
    rebuildsCheaply: true,
    inputs: 'stand-in',
  };
  readonly input = 'standard';
  readonly dataModel = 'lp64';
  private readonly cache: BuildCache;
  private readonly closing = sharedAbort();
  private compiler: Promise<Compiler | null> | null = null;
  private launcher: Promise<BuildOutcome> | null = null;
  private readonly emulator = emulatorWords();

  constructor(private readonly options: NativeEngineOptions) {
    this.cache = new BuildCache(path.join(options.cache, 'native'), options.cacheLimitBytes);
  }

  async available(): Promise<Availability> {
    const compiler = await this.findCompiler();
    if (!compiler) return { ok: false, reason: this.missing(), remedy: REMEDY };
    return { ok: true, version: compiler.version, limits: [] };
  }

  async build(request: BuildRequest): Promise<BuildOutcome> {
    const launcher = await this.buildLauncher();
    if (launcher.kind !== 'built') return launcher;
    return this.buildSources(request);
  }

  run(artifact: Artifact, request: RunRequest): Promise<RunOutcome> {
    return this.launch(startedBy(this.emulator, artifact, request.arguments), request, 'address-space');
  }

  /**
   * Starts a program with the limits of a request; `command`: a file and its argv. `limited`: whether the memory limit applies to the address
   * space, so that malloc fails, or to the resident memory of the program and its children, which are then killed.
   */
  async launch(
    command: readonly string[],
    request: RunRequest,
    limited: 'address-space' | 'resident',
  ): Promise<RunOutcome> {
    const launcher = await this.buildLauncher();
    if (launcher.kind !== 'built')
      return { kind: 'not-started', reason: launcher.kind === 'unavailable' ? launcher.reason : launcher.diagnostics };
    let folder: WorkingFolder;
    try {
      folder = new WorkingFolder(request);
    } catch (error) {
      return { kind: 'not-started', reason: error instanceof Error ? error.message : String(error) };
    }
    try {
      const result: ContainedResult = await runContained(
        launcher.artifact.file,
        [...launcherLimits(request, limited), ...command],
        {
          folder: folder.path,
          environment: request.environment,
          timeoutMs: request.timeoutMs,
          maxOutputBytes: request.maxOutputBytes,
          withReport: true,
          graceMs: GRACE_MS,
          signal: this.closing.signal,
        },
      );
      return describeEnd(result, request, () => folder.collect());
    } finally {
      folder.remove();
    }
  }

  async inspectMemory(
    request: BuildRequest,
    run: RunRequest,
    isWanted: (tool: MemoryTool) => boolean = () => true,
  ): Promise<MemoryInspection> {
    if (this.emulator.length > 0)
      return { kind: 'not-inspected', why: `sanitizers do not work under ${path.basename(this.emulator[0]!)}` };
    const tools = SANITIZERS.filter(isWanted);
    const built = await this.buildSources({ ...request, optimisation: 1 }, tools);
    if (built.kind === 'unavailable') return { kind: 'not-inspected', why: built.reason };
    if (built.kind === 'build-failed') {
      const said = /^.*(?:error|cannot find).*$/m.exec(built.diagnostics)?.[0] ?? built.fault;
      return { kind: 'not-inspected', why: `it cannot be built with ${tools.join(' and ')} (${said})` };
    }
    // sanitizers reserve more address space than any machine has memory
    const sanitized = { ...run, environment: { ...run.environment, ...sanitizerEnvironment() } };
    const outcome = await this.launch([built.artifact.file, 'program', ...run.arguments], sanitized, 'resident');
    if (outcome.kind === 'not-started') return { kind: 'not-inspected', why: outcome.reason };
    const findings = readFindings(outcome.stderr.toString('latin1'), request.sources);
    if (findings.length > 0 || (outcome.kind === 'exited' && outcome.exitCode === 0))
      return { kind: 'inspected', tools, findings };
    return { kind: 'not-inspected', why: `under ${tools.join(' and ')} ${sanitizedRunEnd(outcome)}` };
  }

  open(artifact: Artifact): Session {
    return this.serve(artifact, 'address-space', (request, call) => call(request));
  }

  /** A process of the artifact for many runs, with the limits of `launch`. */
  serve(artifact: Artifact, limited: 'address-space' | 'resident', around: Around): Session {
    const launchFor = async (request: RunRequest) => {
      const launcher = await this.buildLauncher();
      if (launcher.kind !== 'built')
        return { reason: launcher.kind === 'unavailable' ? launcher.reason : launcher.diagnostics };
      const args = [...launcherLimits(request, limited), ...startedBy(this.emulator, artifact, [])];
      return { command: launcher.artifact.file, arguments: args, graceMs: GRACE_MS };
    };
    return new ProgramSession(launchFor, around, this.closing.signal);
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  private async buildSources(
    request: BuildRequest,
    sanitizers: readonly Sanitizer[] = [],
    chosen = this.findCompiler(),
  ): Promise<BuildOutcome> {
    const started = performance.now();
    const compiler = await chosen;
    if (!compiler) return { kind: 'unavailable', reason: this.missing(), remedy: REMEDY };
    const toolchain = hostToolchain(compiler, sanitizers);
    const args = request.sources.map((source) => toolchain.sourceArguments(request, source, source.name));
    const key = cacheKey(['native', compiler.command, compiler.version, args, request]);
    const found = this.cache.find(key, '.program');
    if (found)
      return {
        kind: 'built',
        artifact: artifactOf('native', found),
        durationMs: performance.now() - started,
        cached: true,
      };
    try {
      const timeoutMs = this.options.buildTimeoutMs ?? BUILD_TIMEOUT_MS;
      const outcome = await buildNatively(toolchain, this.cache, key, request, timeoutMs, this.closing.signal);
      if (outcome.kind === 'unavailable') this.compiler = null; // search again next time
      return outcome;
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      return { kind: 'unavailable', reason: error.findings[0]?.text ?? error.message, remedy: error.remedy };
    }
  }

  private buildLauncher(): Promise<BuildOutcome> {
    const source: Source = {
      name: 'launcher.cpp',
      text: engineSource('native-launcher.cpp'),
      language: 'c++',
      standard: 'gnu++17',
    };
    const nothing = { includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] };
    const own = this.emulator.length > 0 ? findCompiler(COMPILERS) : this.findCompiler();
    this.launcher ??= this.buildSources({ sources: [source], ...nothing }, [], own).then((outcome) => {
      if (outcome.kind !== 'built') this.launcher = null;
      return outcome;
    });
    return this.launcher;
  }

  private findCompiler(): Promise<Compiler | null> {
    this.compiler ??= findCompiler(this.wanted()).then((found) => {
      if (!found) this.compiler = null;
      return found;
    });
    return this.compiler;
  }

  private wanted(): readonly string[] {
    const named = this.options.compiler ?? process.env.MANTISSA_CXX;
    return named ? [named] : COMPILERS;
  }

  private missing(): string {
    return `${this.wanted().join(' and ')}: not found, or cannot be started (PATH=${process.env.PATH ?? ''})`;
  }
}

function launcherLimits(request: RunRequest, limited: 'address-space' | 'resident'): string[] {
  const memory = Number.isFinite(request.maxMemoryBytes) ? Math.floor(request.maxMemoryBytes) : 0;
  return [
    limited === 'address-space' ? memory : 0,
    limited === 'resident' ? memory : 0,
    request.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
  ].map(String);
}
