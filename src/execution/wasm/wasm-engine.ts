import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../../clang/compiler.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { runCached } from '../../frontend/units/run-on-unit.js';
import { memorySizeText } from '../../support/memory-size.js';
import { BuildCache } from '../build-cache.js';
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
  type Source,
} from '../engine.js';
import { WorkingFolder } from '../working-folder.js';
import { MAX_MEMORY_BYTES, PAGE_BYTES } from './arguments.js';
import { ProgramBuilder } from './build-program.js';
import { importsOf, sectionsOf } from './module-sections.js';
import { compileProgram } from './optimise-at-once.js';
import { describeEnd, wasmLimitText } from './program-end.js';
import { ProgramThreads } from './program-threads.js';

export interface WasmEngineOptions {
  readonly cache: string;
  /** The front end's compiler, to share its module; by default the engine creates and closes its own. */
  readonly clang?: EmbeddedClang;
  /** Number of simultaneous compilations; each needs about half a GiB. */
  readonly compilers?: number;
  readonly cacheLimitBytes?: number;
}

interface LoadedProgram {
  readonly module: WebAssembly.Module;
  readonly initialPages: number;
}

const MAX_LOADED_PROGRAMS = 32;

/** The embedded engine: builds with clang as WebAssembly, runs programs in worker threads, and needs only Node. */
export class WasmEngine implements Engine {
  readonly name = 'wasm';
  readonly capabilities: EngineCapabilities = {
    timing: 'modelled',
    timesKernels: false,
    isExact: true,
    sharesMachine: true,
    rebuildsCheaply: false,
    inputs: 'stand-in',
  };
  readonly input = 'standard';
  readonly dataModel = 'ilp32';
  private readonly ownClang: boolean;
  private clang: EmbeddedClang | null;
  private builder: ProgramBuilder | null = null;
  private readonly threads = new ProgramThreads(os.availableParallelism());
  private readonly loaded = new Map<string, Promise<LoadedProgram>>();

  constructor(private readonly options: WasmEngineOptions) {
    this.clang = options.clang ?? null;
    this.ownClang = !options.clang;
  }

  async available(): Promise<Availability> {
    try {
      const clang = this.compiler();
      // cached, because asking for the version compiles the module
      const { stdout } = await runCached(clang, { file: 'clang' }, ['--version', clang.package.version], async () => ({
        reply: await clang.run(['clang', '--version']),
      }));
      const line = stdout.toString('utf8').split('\n')[0] ?? '';
      return {
        ok: true,
        version: `${line.replace(/ \(.*/, '')}, WebAssembly, package ${clang.package.version}`,
        limits: [
          'refuses programs whose results depend on the size of a pointer',
          'a thrown exception ends the program',
          'no threads, processes or sockets',
          'at most 4 GiB of memory',
        ],
      };
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      return { ok: false, reason: error.findings[0]?.text ?? error.message, remedy: error.remedy };
    }
  }

  async build(request: BuildRequest): Promise<BuildOutcome> {
    let builder: ProgramBuilder;
    try {
      builder = this.programBuilder();
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      return { kind: 'unavailable', reason: error.findings[0]?.text ?? error.message, remedy: error.remedy };
    }
    this.threads.warm();
    const outcome = await builder.build(request);
    // loads the module while the caller prepares the run, which reports a failure
    if (outcome.kind === 'built') this.load(outcome.artifact).catch(() => {});
    return outcome;
  }

  tree(file: string, source: Source, request: BuildRequest, movable: string): Promise<Buffer | null> {
    return this.programBuilder().tree(file, source, request, movable);
  }

  private programBuilder(): ProgramBuilder {
    this.builder ??= new ProgramBuilder(
      this.compiler(),
      new BuildCache(path.join(this.options.cache, 'wasm'), this.options.cacheLimitBytes),
    );
    return this.builder;
  }

  async run(artifact: Artifact, request: RunRequest): Promise<RunOutcome> {
    let program: LoadedProgram;
    let folder: WorkingFolder;
    try {
      program = await this.load(artifact);
      folder = new WorkingFolder(request);
    } catch (error) {
      return { kind: 'not-started', reason: error instanceof Error ? error.message : String(error) };
    }
    try {
      const maximumPages = Math.floor(Math.min(request.maxMemoryBytes, MAX_MEMORY_BYTES) / PAGE_BYTES);
      if (program.initialPages > maximumPages)
        return {
          kind: 'memory-limit',
          reason: `static data and stack need ${memorySizeText(program.initialPages * PAGE_BYTES)}: ${wasmLimitText(request)}`,
          ...{ stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), durationMs: 0, cpuMs: null, gpu: null },
          peakMemoryBytes: program.initialPages * PAGE_BYTES,
        };
      const outcome = await this.threads.run(
        {
          ...program,
          maximumPages,
          arguments: ['program', ...request.arguments],
          environment: request.environment,
          directories: openDirectories(folder.path, request),
          maxOutputBytes: request.maxOutputBytes,
          maxFileBytes: request.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
        },
        request.timeoutMs,
      );
      return describeEnd(outcome, request, () => folder.collect());
    } finally {
      folder.remove();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.threads.close(), this.ownClang ? this.clang?.close() : undefined]);
    this.loaded.clear();
  }

  private compiler(): EmbeddedClang {
    this.clang ??= new EmbeddedClang(
      this.options.cache,
      this.options.compilers ?? Math.min(2, os.availableParallelism()),
    );
    return this.clang;
  }

  /** Cache of compiled modules, most recently used last, so that later runs use optimised machine code. */
  private load(artifact: Artifact): Promise<LoadedProgram> {
    const known = this.loaded.get(artifact.digest);
    const program = known ?? loadProgram(artifact.file);
    this.loaded.delete(artifact.digest);
    this.loaded.set(artifact.digest, program);
    if (!known) program.catch(() => this.loaded.delete(artifact.digest));
    for (const oldest of this.loaded.keys()) {
      if (this.loaded.size <= MAX_LOADED_PROGRAMS) break;
      this.loaded.delete(oldest);
    }
    return program;
  }
}

async function loadProgram(file: string): Promise<LoadedProgram> {
  const bytes = Uint8Array.from(await fs.promises.readFile(file));
  // synchronous, because WebAssembly.compile may wait seconds for the optimisation of the compiler's own module
  return { module: compileProgram(bytes), initialPages: importsOf(bytes, sectionsOf(bytes)).initialPages };
}

/** Relative paths and `/` refer to the working folder; open folders are also available by their absolute paths. */
function openDirectories(workingFolder: string, request: RunRequest): Record<string, string> {
  const directories: Record<string, string> = { '.': workingFolder, '/': workingFolder };
  for (const folder of [...(request.workingFolder ? [workingFolder] : []), ...(request.openFolders ?? [])])
    if (fs.existsSync(folder)) directories[path.resolve(folder)] = path.resolve(folder);
  return directories;
}
