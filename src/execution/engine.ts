import type { EngineName } from '../frontend/project/engine-names.js';
import type { EngineCapabilities } from './engine-capabilities.js';
import type { MemoryInspection, MemoryTool } from './memory-inspection.js';

/**
 * An engine builds complete C and C++ sources and runs the result. What a run means (which source, which configuration) is
 * not its business; how it ends always is: every outcome is typed, and nothing a program does may reach our own output,
 * outlive its time limit, or fill the machine's memory.
 */
export interface Source {
  /** As diagnostics and `__FILE__` name it; need not exist on disk. */
  readonly name: string;
  /** One character per byte (Latin-1), as ByteText holds it. */
  readonly text: string;
  /** `cuda`: for engines that build CUDA as it is; the others take it ported to C++. */
  readonly language: 'cuda' | 'c++' | 'c';
  /** As the compiler's -std takes it: `c++20`, `gnu17`. */
  readonly standard: string;
  /** Where it stands among its headers; it is compiled there. Written to a folder of the engine's own when not given. */
  readonly file?: string;
  /** Flags of this source alone, as the compiler takes them, behind those of the request. */
  readonly flags?: readonly string[];
  /**
   * `lp64`: a program's own text, which has the meaning of 64-bit Linux on every engine. Text of ours, which is the same for every
   * target, does without.
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
  /** For the link: what the user asks for besides. */
  readonly linkFlags?: readonly string[];
  /** A temporary folder the sources stand in: where it is decides nothing about what is built, so the cache forgets its name. */
  readonly root?: string;
  /** For the command engine, instead of sources: files of the project with other contents, by path relative to its root. */
  readonly overlay?: Readonly<Record<string, string>>;
}

export interface Artifact {
  readonly engine: EngineName;
  /** The program on disk, in the cache; for the command engine the built tree. */
  readonly file: string;
  /** SHA-256 of its bytes: two builds with one digest are one program. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** What building it took, now or before it was in the cache; where an engine says it. */
  readonly tookMs?: number;
}

/** Why a source was refused. `exceptions` and `threads`: this engine cannot do what the program asks at any price. */
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
      /** The compiler's own words, with the given source names in place of our temporary paths. */
      readonly diagnostics: string;
      readonly remedy: string | null;
      readonly durationMs: number;
    }
  /** The compiler or the disk is gone: no source would build now. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly remedy: string };

export interface RunRequest {
  readonly arguments: readonly string[];
  /** All the program sees; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where relative paths start; a fresh temporary folder, removed afterwards, when not given. */
  readonly workingFolder?: string;
  /** Written into the working folder before the run: relative path → contents. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** Copied into the working folder before the run, where it does not hold them: relative path → file. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Files read back from the working folder afterwards, where they exist. */
  readonly collect?: readonly string[];
  /** Folders beyond the working folder that absolute paths may name. The native engine opens them all anyway. */
  readonly openFolders?: readonly string[];
  readonly timeoutMs: number;
  /** Of stdout and stderr together. */
  readonly maxOutputBytes: number;
  /** The embedded engine has 4 GiB at most. */
  readonly maxMemoryBytes: number;
  /** Of any one file the program writes; 1 GiB when not given. */
  readonly maxFileBytes?: number;
}

/** What the GPU was seen doing, by CUDA events on the streams. Kernels of libraries that bring their own runtime are not seen. */
export interface GpuTimes {
  readonly kernels: readonly { readonly name: string; readonly launches: number; readonly ms: number }[];
  readonly kernelMs: number;
  readonly copyMs: number;
  /**
   * From the start of the first kernel to the end of the last one, gaps between launches included, with the copies before and after: what a
   * user waits for. Absent where no kernel was measured.
   */
  readonly spanMs?: number;
  /** The error the CUDA runtime still held at exit, which the program never asked for. */
  readonly lastError: string | null;
  /** What the whole GPU used from the program's first copy or launch to its end, which took so long; where it was asked for and is counted. */
  readonly energy?: { readonly joules: number; readonly ms: number };
  /** Why it is not counted, where it was asked for. */
  readonly uncounted?: string;
  /** Multiprocessors of the device, and of each kernel the blocks that would have most threads at work; where the program could be asked. */
  readonly occupancy?: {
    readonly multiprocessors: number;
    readonly kernels: readonly { readonly name: string; readonly threads: number; readonly blocks: number }[];
  };
}

interface Captured {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** Time of the program itself, without what the engine needs to start it. */
  readonly durationMs: number;
  /** Processor time of the program and its children; null where the engine cannot tell. */
  readonly cpuMs: number | null;
  /** Largest memory the program held; null where the engine cannot tell. */
  readonly peakMemoryBytes: number | null;
  /** Involuntary context switches: how often another process was given the processor instead. Absent where the engine cannot tell. */
  readonly preemptions?: number;
  /** null where nothing was measured: no GPU, or the program ended without its exit handlers. */
  readonly gpu: GpuTimes | null;
  /** Of a program that failed with words about memory: the limit it ran under, and how to change it. */
  readonly remark?: string;
}

export type RunOutcome =
  | ({ readonly kind: 'exited'; readonly exitCode: number; readonly collected: ReadonlyMap<string, Buffer> } & Captured)
  | ({ readonly kind: 'crashed'; readonly crash: Crash; readonly reason: string } & Captured)
  /** wasm: what was printed until then is lost. */
  | ({ readonly kind: 'timed-out'; readonly timeoutMs: number } & Captured)
  | ({ readonly kind: 'output-limit'; readonly reason: string } & Captured)
  | ({ readonly kind: 'memory-limit'; readonly reason: string } & Captured)
  /** The program never ran: its file is gone, or the machine refused to start it. */
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
  /** A launch failed or a kernel faulted, whatever the exit code says. */
  | 'gpu-error'
  | 'other';

export type { EngineCapabilities, EngineName };

export type Availability =
  | { readonly ok: true; readonly version: string; readonly limits: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly remedy: string };

/** Runs of one program in one process, one after the other. */
export interface Session {
  /** As a process of its own would; of one that did not end well, `durationMs` may include starting again. */
  run(request: RunRequest): Promise<RunOutcome>;
  /** How many runs the present process has had; 0 when the last ended it, by exit() or badly, and the next starts another. */
  readonly runsInProcess: number;
  /** Ends the process. */
  close(): Promise<void>;
}

export type InTurnOutcome =
  | { readonly node: string; readonly outcome: unknown }
  | { readonly failure: string; readonly isOverTime: boolean };

/**
 * What an engine builds. `standard`: C and C++, to which CUDA is ported first. `cuda`: the program's own text, with the flags of its
 * units. `project`: the program's own text, by the project's own build command.
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
   * clang's syntax tree, as JSON, of a source whose text stands in `file`, as it is built; null where the headers of its language are read
   * each time. Missing where something else builds. `movable`: the temporary folder it stands in.
   */
  tree?(file: string, source: Source, request: BuildRequest, movable: string): Promise<Buffer | null>;
  /**
   * Runs the program once, watched; `tools` leaves some of the engine's out. Missing where an engine has none: a program that is not
   * watched well (no tool, no time) is no program without faults.
   */
  inspectMemory?(
    request: BuildRequest,
    run: RunRequest,
    tools?: (tool: MemoryTool) => boolean,
  ): Promise<MemoryInspection>;
  /** For programs with runtime/instrument/mantissa_serve.c in them, on engines where starting a process costs. */
  open?(artifact: Artifact): Session;
  /** Runs at the same time that there is room for; a matter of this machine's processors where nothing is said. */
  readonly width?: number;
  /** Of these, those that nobody else uses: so many may run before anybody is sure to want them. None where nothing is said. */
  readonly places?: number;
  /**
   * Where runs are spread over machines: both programs in turn on one of them that is theirs alone, over all requests, as the settings say.
   * What comes of it is the study's to read. `failure` where they used up what they were given.
   */
  inTurn?(
    baseline: Artifact,
    variant: Artifact,
    requests: readonly RunRequest[],
    settings: Readonly<Record<string, unknown>> & { readonly mostMs: number | null },
  ): Promise<InTurnOutcome>;
  /** Ends worker threads and runs under way; the engine can not be used afterwards. */
  close(): Promise<void>;
}

export const DEFAULT_OPTIMISATION = 2;
export const DEFAULT_MAX_FILE_BYTES = 2 ** 30;
