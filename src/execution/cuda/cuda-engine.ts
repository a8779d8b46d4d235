import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { sharedAbort } from '../../support/shared-abort.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { artifactOf, BuildCache, cacheKey } from '../build-cache.js';
import type {
  Artifact,
  Availability,
  BuildOutcome,
  BuildRequest,
  Engine,
  EngineCapabilities,
  RunOutcome,
  RunRequest,
  Session,
} from '../engine.js';
import { type MemoryInspection, sanitizedRunEnd } from '../memory-inspection.js';
import { buildNatively } from '../native/build-natively.js';
import { type Compiler, findCompiler } from '../native/compiler.js';
import { NativeEngine } from '../native/native-engine.js';
import { findGpu, type Gpu } from './gpu.js';
import { timingLinkArguments, withGpuTimes } from './gpu-times.js';
import { findMemcheck, memcheckCommand, readMemcheck } from './memcheck.js';
import { nvccToolchain } from './nvcc-toolchain.js';
import { runWithTimes } from './run-with-times.js';
import { timingObject } from './timing-object.js';

export interface CudaEngineOptions {
  readonly cache: string;
  /** nvcc by name or path; by default `MANTISSA_NVCC`, then nvcc. */
  readonly nvcc?: string;
  /** The value of -arch; by default `MANTISSA_CUDA_ARCH`, then that of this machine's GPU, then nvcc's default. */
  readonly architecture?: string;
  readonly buildTimeoutMs?: number;
  readonly cacheLimitBytes?: number;
}

const BUILD_TIMEOUT_MS = 20 * 60_000;
const REMEDY = 'install the CUDA toolkit, or set MANTISSA_NVCC; --engine wasm needs neither nvcc nor a GPU';

/** Builds CUDA with nvcc and runs it on the GPU, with the time of every kernel. */
export class CudaEngine implements Engine {
  readonly name = 'cuda';
  readonly capabilities: EngineCapabilities = {
    timing: 'gpu',
    timesKernels: true,
    isExact: false,
    sharesMachine: false,
    rebuildsCheaply: true,
    inputs: 'own',
  };
  readonly input = 'cuda';
  readonly dataModel = 'lp64';
  private readonly cache: BuildCache;
  /** Starts and contains the programs. */
  private readonly native: NativeEngine;
  private readonly closing = sharedAbort();
  private compiler: Promise<Compiler | null> | null = null;
  private gpu: Promise<Gpu | null> | null = null;

  constructor(private readonly options: CudaEngineOptions) {
    this.cache = new BuildCache(path.join(options.cache, 'cuda'), options.cacheLimitBytes);
    const host = process.env.NVCC_CCBIN;
    this.native = new NativeEngine({ cache: options.cache, ...(host && { compiler: host }) });
  }

  async available(): Promise<Availability> {
    const compiler = await this.findNvcc();
    if (!compiler) return { ok: false, reason: this.missing(), remedy: REMEDY };
    const host = await this.native.available();
    if (!host.ok) return { ...host, reason: `nvcc needs a host compiler: ${host.reason}` };
    const gpu = await this.findGpu();
    if (!gpu)
      return {
        ok: false,
        reason: `nvcc ${/release ([\d.]+)/.exec(compiler.version)?.[1] ?? compiler.version} is installed, but nvidia-smi finds no GPU`,
        remedy: 'use a machine with an NVIDIA GPU and its driver; --engine wasm runs CUDA on the CPU',
      };
    return {
      ok: true,
      version: `${compiler.version}, ${gpu.name} (${gpu.architecture})`,
      limits: ['built programs may differ from emulated ones: nvcc contracts a*b+c, and the order of atomics varies'],
    };
  }

  async build(request: BuildRequest): Promise<BuildOutcome> {
    const started = performance.now();
    const compiler = await this.findNvcc();
    if (!compiler) return { kind: 'unavailable', reason: this.missing(), remedy: REMEDY };
    try {
      const timing = await timingObject(compiler, this.cache, this.closing.signal);
      if ('diagnostics' in timing)
        return {
          kind: 'unavailable',
          reason: `nvcc cannot compile for this machine: ${timing.diagnostics.trim()}`,
          remedy: 'check that nvcc and its host compiler work together (nvcc -c file.cu)',
        };
      const link = timingLinkArguments(timing.file);
      const architecture = await this.architecture();
      const { root, ...wanted } = request;
      const key = cacheKey(['cuda', compiler, architecture, link, wanted], root);
      const found = this.cache.find(key, '.program', root);
      if (found) {
        const durationMs = performance.now() - started;
        return { kind: 'built', artifact: artifactOf('cuda', found), durationMs, cached: true };
      }
      const toolchain = nvccToolchain(compiler, architecture, link);
      const timeoutMs = this.options.buildTimeoutMs ?? BUILD_TIMEOUT_MS;
      const outcome = await buildNatively(toolchain, this.cache, key, request, timeoutMs, this.closing.signal);
      if (outcome.kind === 'unavailable') this.compiler = null;
      return outcome;
    } catch (error) {
      if (!(error instanceof MantissaError)) throw error;
      return { kind: 'unavailable', reason: error.findings[0]?.text ?? error.message, remedy: error.remedy };
    }
  }

  run(artifact: Artifact, request: RunRequest): Promise<RunOutcome> {
    return onDevice(request, (inner) =>
      this.native.launch([artifact.file, 'program', ...inner.arguments], inner, 'resident'),
    );
  }

  async inspectMemory(request: BuildRequest, run: RunRequest): Promise<MemoryInspection> {
    const memcheck = findMemcheck(this.wanted());
    if (!memcheck) return { kind: 'not-inspected', why: 'compute-sanitizer was not found on the PATH or beside nvcc' };
    const built = await this.build(request);
    if (built.kind !== 'built')
      return { kind: 'not-inspected', why: built.kind === 'unavailable' ? built.reason : 'the build failed' };
    const folder = temporaryFolder('mantissa-memcheck-');
    try {
      const log = path.join(folder.path, 'log');
      const command = memcheckCommand(memcheck, log, built.artifact.file, run.arguments);
      const environment = {
        ...deviceEnvironment(),
        ...run.environment,
        PATH: process.env.PATH ?? '',
        TMPDIR: folder.path,
      };
      const outcome = await this.native.launch(command, { ...run, environment }, 'resident');
      if (outcome.kind === 'not-started') return { kind: 'not-inspected', why: outcome.reason };
      const findings = fs.existsSync(log) ? readMemcheck(fs.readFileSync(log, 'latin1')) : [];
      if (findings.length > 0 || (outcome.kind === 'exited' && outcome.exitCode === 0))
        return { kind: 'inspected', tools: ['compute-sanitizer'], findings };
      return { kind: 'not-inspected', why: `under compute-sanitizer ${sanitizedRunEnd(outcome)}` };
    } finally {
      folder.remove();
    }
  }

  /** The GPU context is created once for all runs. */
  open(artifact: Artifact): Session {
    return this.native.serve(artifact, 'resident', onDevice);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.native.close();
  }

  private async architecture(): Promise<string> {
    const named = this.options.architecture ?? process.env.MANTISSA_CUDA_ARCH;
    return named ?? (await this.findGpu())?.architecture ?? 'native';
  }

  private findNvcc(): Promise<Compiler | null> {
    this.compiler ??= findCompiler([this.wanted()]).then((found) => {
      if (!found) this.compiler = null;
      return found;
    });
    return this.compiler;
  }

  private findGpu(): Promise<Gpu | null> {
    this.gpu ??= findGpu();
    return this.gpu;
  }

  private wanted(): string {
    return this.options.nvcc ?? process.env.MANTISSA_NVCC ?? 'nvcc';
  }

  private missing(): string {
    return `${this.wanted()}: not found, or cannot be started (PATH=${process.env.PATH ?? ''})`;
  }
}

/** A run with the environment for the GPU, and with GPU times. */
function onDevice(request: RunRequest, run: (request: RunRequest) => Promise<RunOutcome>): Promise<RunOutcome> {
  return runWithTimes(request.environment, async (environment, times) => {
    const outcome = await run({ ...request, environment: { ...deviceEnvironment(), ...environment } });
    return withGpuTimes(outcome, times());
  });
}

/** Environment variables with which the driver's libraries are found and choose a device. */
function deviceEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && /^(?:CUDA_|NVIDIA_)|^LD_LIBRARY_PATH$/.test(name)) environment[name] = value;
  return environment;
}
