import type { EngineName } from '../frontend/project/engine-names.js';
import type { EngineCapabilities } from './engine-capabilities.js';
import type { MemoryInspection, MemoryTool } from './memory-inspection.js';

/**
 * An engine builds complete C and C++ sources and runs the result. It knows nothing about configurations. Every outcome of a run is typed, and a
 * program cannot write to Mantissa's own output, outlive its time limit, or fill the machine's memory.
 */
export interface Source {
  /** Name in diagnostics and `__FILE__`; need not exist on disk. */
  readonly name: string;
  /** One character per byte (Latin-1), as ByteText holds it. */
  readonly text: string;
  /** `cuda`: for engines that build CUDA directly; for others it is ported to C++. */
  readonly language: 'cuda' | 'c++' | 'c';
  /** As the compiler's -std takes it: `c++20`, `gnu17`. */
  readonly standard: string;
  /** The file to compile, beside its headers; if missing, the text is written to a folder of the engine. */
  readonly file?: string;
  /** Compiler flags for this source, after those of the request. */
  readonly flags?: readonly string[];
  /**
   * `lp64`: the program's own source, which must have the meaning of 64-bit Linux on every engine. Missing for support sources, which are
   * independent of the data model.
   */
  readonly dataModel?: 'lp64';
}

export interface BuildRequest {
  /** Compiled one by one and linked together. A quoted include is looked up in `includeFolders`: name the source's own folder there. */
  readonly sources: readonly Source[];
  readonly includeFolders: readonly string[];
  readonly systemFolders: readonly string[];
  /** `NAME` or `NAME=value`. */
  readonly defines: readonly string[];
  /** Absolute paths, included before each source's first line, in order. */
  readonly forcedIncludes: readonly string[];
  readonly optimisation?: 0 | 1 | 2 | 3;
  /** Whether the compiler may deviate from IEEE arithmetic: nvcc's --use_fast_math, a host compiler's -ffast-math. */
  readonly fastMath?: true;
  /** Further link flags from the user. */
  readonly linkFlags?: readonly string[];
  /** The temporary folder of the sources, whose name does not affect the build and is ignored by the cache. */
  readonly root?: string;
  /** For the command engine, instead of sources: other contents of project files, by path relative to the root. */
  readonly overlay?: Readonly<Record<string, string>>;
}

export interface Artifact {
  readonly engine: EngineName;
  /** The program on disk, in the cache; for the command engine the built tree. */
  readonly file: string;
  /** SHA-256 of its bytes: builds with equal digests are the same program. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** Build time, also if it comes from the cache; missing if the engine does not report it. */
  readonly tookMs?: number;
}

/** Why a source was refused. `exceptions` and `threads`: the program needs a feature that this engine does not have. */
export type BuildFault =
  | 'source'
  | 'link'
  | 'missing-header'
  | 'exceptions'
  | 'threads'
  | 'compiler-crashed'
  | 'timed-out';

export type BuildOutcome =
  | { readonly kind: 'built'; readonly artifact: Artifact; readonly durationMs: number; readonly cached: boolean }
  | {
      readonly kind: 'build-failed';
      readonly fault: BuildFault;
      /** The compiler's message, with the given source names instead of temporary paths. */
      readonly diagnostics: string;
      readonly remedy: string | null;
      readonly durationMs: number;
    }
  /** No build is possible now, for example because the compiler or the disk is missing. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly remedy: string };

export interface RunRequest {
  readonly arguments: readonly string[];
  /** The complete environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** The working directory; if missing, a temporary folder that is removed afterwards. */
  readonly workingFolder?: string;
  /** Written into the working folder before the run: relative path → contents. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** Copied into the working folder before the run, unless they exist there: relative path → file. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Files read from the working folder afterwards, if they exist. */
  readonly collect?: readonly string[];
  /** Further folders that the program may access by absolute paths. The native engine does not restrict access. */
  readonly openFolders?: readonly string[];
  readonly timeoutMs: number;
  /** For stdout and stderr together. */
  readonly maxOutputBytes: number;
  /** At most 4 GiB in the embedded engine. */
  readonly maxMemoryBytes: number;
  /** For each file that the program writes; by default 1 GiB. */
  readonly maxFileBytes?: number;
}

/** GPU activity measured by CUDA events on the streams, without the kernels of libraries that have their own runtime. */
export interface GpuTimes {
  readonly kernels: readonly { readonly name: string; readonly launches: number; readonly ms: number }[];
  readonly kernelMs: number;
  readonly copyMs: number;
  /**
   * From the start of the first kernel to the end of the last one, including gaps between launches, and the copies before and after: the time
   * that a user waits. Missing if no kernel was measured.
   */
  readonly spanMs?: number;
  /** The CUDA runtime's last error at exit, which the program did not check. */
  readonly lastError: string | null;
  /** Energy of the whole GPU from the program's first copy or launch to its end, and that duration; if requested and available. */
  readonly energy?: { readonly joules: number; readonly ms: number };
  /** Why the requested energy is not available. */
  readonly uncounted?: string;
  /** Multiprocessors of the device, and for each kernel the block size with the highest occupancy; if the program reports them. */
  readonly occupancy?: {
    readonly multiprocessors: number;
    readonly kernels: readonly { readonly name: string; readonly threads: number; readonly blocks: number }[];
  };
}

interface Captured {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Wall-clock time of the program, without the start-up of the engine. */
  readonly durationMs: number;
  /** CPU time of the program and its children; null if the engine does not measure it. */
  readonly cpuMs: number | null;
  /** Peak memory of the program; null if the engine does not measure it. */
  readonly peakMemoryBytes: number | null;
  /** Number of involuntary context switches; missing if the engine does not count them. */
  readonly preemptions?: number;
  /** Null if nothing was measured: there is no GPU, or the program ended without running its exit handlers. */
  readonly gpu: GpuTimes | null;
  /** The memory limit and how to change it, for a program that failed with a message about memory. */
  readonly remark?: string;
}

export type RunOutcome =
  | ({ readonly kind: 'exited'; readonly exitCode: number; readonly collected: ReadonlyMap<string, Buffer> } & Captured)
  | ({ readonly kind: 'crashed'; readonly crash: Crash; readonly reason: string } & Captured)
  /** In the wasm engine the output until then is lost. */
  | ({ readonly kind: 'timed-out'; readonly timeoutMs: number } & Captured)
  | ({ readonly kind: 'output-limit'; readonly reason: string } & Captured)
  | ({ readonly kind: 'memory-limit'; readonly reason: string } & Captured)
  /** The program could not be started: its file is missing, or the system refused to start it. */
  | { readonly kind: 'not-started'; readonly reason: string };

export type Crash =
  | 'abort'
  | 'bad-memory-access'
  | 'stack-overflow'
  | 'arithmetic'
  | 'illegal-instruction'
  | 'uncaught-exception'
  | 'unsupported-exception'
  | 'unsupported-thread'
  | 'killed'
  /** A launch or a kernel failed, regardless of the exit code. */
  | 'gpu-error'
  | 'other';

export type { EngineCapabilities, EngineName };

export type Availability =
  | { readonly ok: true; readonly version: string; readonly limits: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly remedy: string };

/** Runs one program repeatedly in one process. */
export interface Session {
  /** Equivalent to a run in its own process. After a failed run, `durationMs` may include a restart. */
  run(request: RunRequest): Promise<RunOutcome>;
  /** Number of runs in the current process; 0 if the last run ended the process, and the next one starts another. */
  readonly runsInProcess: number;
  /** Ends the process. */
  close(): Promise<void>;
}

export type InTurnOutcome =
  | { readonly node: string; readonly outcome: unknown }
  | { readonly failure: string; readonly isOverTime: boolean };

/**
 * The input of an engine. `standard`: C and C++, to which CUDA is ported. `cuda`: the program's own source, with the flags of its units.
 * `project`: the program's own source, built by the project's own command.
 */
export type EngineInput = 'standard' | 'cuda' | 'project';

export interface Engine {
  readonly name: EngineName;
  readonly capabilities: EngineCapabilities;
  readonly input: EngineInput;
  /** `lp64`: `long`, `size_t` and pointers have 64 bits, as on the user's machine; `ilp32`: 32. */
  readonly dataModel: 'lp64' | 'ilp32';
  available(): Promise<Availability>;
  build(request: BuildRequest): Promise<BuildOutcome>;
  run(artifact: Artifact, request: RunRequest): Promise<RunOutcome>;
  /**
   * clang's syntax tree, as JSON, of a source in `file`, with the options of its build; null if its headers are not precompiled. Missing if the
   * engine does not use clang. `movable`: the temporary folder of the file.
   */
  tree?(file: string, source: Source, request: BuildRequest, movable: string): Promise<Buffer | null>;
  /**
   * Runs the program once under memory sanitizers; `tools` selects some of them. Missing if the engine has none. A program that cannot be checked
   * is reported as such, not as free of errors.
   */
  inspectMemory?(
    request: BuildRequest,
    run: RunRequest,
    tools?: (tool: MemoryTool) => boolean,
  ): Promise<MemoryInspection>;
  /** For programs that contain runtime/instrument/mantissa_serve.c, on engines with a costly process start. */
  open?(artifact: Artifact): Session;
  /** Number of simultaneous runs; by default determined by this machine's processors. */
  readonly width?: number;
  /** Number of simultaneous runs including speculative ones, which use idle places; by default none are speculative. */
  readonly places?: number;
  /**
   * For engines with several machines: runs both programs alternately on one exclusive machine, with these settings. The study interprets the
   * outcome. `failure`: they exceeded their limits.
   */
  inTurn?(
    baseline: Artifact,
    variant: Artifact,
    requests: readonly RunRequest[],
    settings: Readonly<Record<string, unknown>> & { readonly mostMs: number | null },
  ): Promise<InTurnOutcome>;
  /** Ends worker threads and current runs; the engine cannot be used afterwards. */
  close(): Promise<void>;
}

export const DEFAULT_OPTIMISATION = 2;
export const DEFAULT_MAX_FILE_BYTES = 2 ** 30;
