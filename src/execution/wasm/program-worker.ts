/**
 * Runs programs of the embedded engine, one at a time, each in a new instance. The thread is terminated from outside if a program exceeds its time
 * limit. It has a large stack, which the machine code of deep recursions uses.
 */
import { parentPort } from 'node:worker_threads';
import { WASI } from '@tybys/wasm-util';
import { ConfinedFiles, FileLimitReached } from './confined-files.js';
import { functionName } from './function-name.js';
import { OutputLimitReached, StandardStreams } from './standard-streams.js';

export interface ProgramRequest {
  readonly module: WebAssembly.Module;
  readonly initialPages: number;
  readonly maximumPages: number;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Guest directory → host directory. */
  readonly directories: Readonly<Record<string, string>>;
  readonly maxOutputBytes: number;
  readonly maxFileBytes: number;
}

export type ProgramEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'trapped'; readonly message: string; readonly functions: readonly string[] }
  | { readonly kind: 'threw'; readonly type: string; readonly functions: readonly string[] }
  | { readonly kind: 'started-thread'; readonly functions: readonly string[] }
  | { readonly kind: 'output-limit' }
  | { readonly kind: 'file-limit' };

export interface ProgramReply {
  readonly end: ProgramEnd;
  readonly memoryExhausted: boolean;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: Uint8Array<ArrayBuffer>;
  readonly durationMs: number;
  readonly peakMemoryBytes: number;
}

/** A C++ exception, reported through an imported function. */
class ExceptionThrown extends Error {
  constructor(readonly type: string) {
    super(type);
  }
}

class ThreadStarted extends Error {}

function runProgram(request: ProgramRequest): ProgramReply {
  const memory = new WebAssembly.Memory({ initial: request.initialPages, maximum: request.maximumPages });
  const files = new ConfinedFiles(Object.values(request.directories), request.maxFileBytes);
  const wasi = new WASI({
    version: 'preview1',
    args: [...request.arguments],
    env: { ...request.environment },
    preopens: { ...request.directories },
    fs: files.fs as never, // the library's types describe an older Node's fs
    returnOnExit: true,
  });
  const streams = new StandardStreams(memory, request.maxOutputBytes);
  let memoryExhausted = false;
  const instance = new WebAssembly.Instance(request.module, {
    env: { memory },
    wasi_snapshot_preview1: streams.over(wasi.wasiImport as unknown as Record<string, SystemCall>),
    mantissa: {
      memory_exhausted: () => {
        memoryExhausted = true;
      },
      exception_thrown: (name: number) => {
        throw new ExceptionThrown(textAt(memory, name));
      },
      thread_started: () => {
        throw new ThreadStarted();
      },
    },
  });
  const started = performance.now();
  let end: ProgramEnd;
  try {
    end = { kind: 'exited', exitCode: (wasi.start(instance) as number | undefined) ?? 0 };
  } catch (error) {
    end = endFrom(error);
  }
  const durationMs = performance.now() - started;
  files.closeAll();
  return {
    end,
    memoryExhausted,
    stdout: streams.stdout.contents(),
    stderr: streams.stderr.contents(),
    durationMs,
    peakMemoryBytes: memory.buffer.byteLength,
  };
}

export type SystemCall = (...args: never[]) => number;

function endFrom(error: unknown): ProgramEnd {
  if (error instanceof OutputLimitReached) return { kind: 'output-limit' };
  if (error instanceof FileLimitReached) return { kind: 'file-limit' };
  const functions = error instanceof Error ? programFunctions(error.stack ?? '') : [];
  if (error instanceof ExceptionThrown) return { kind: 'threw', type: error.type, functions };
  if (error instanceof ThreadStarted) return { kind: 'started-thread', functions };
  return { kind: 'trapped', message: error instanceof Error ? error.message : String(error), functions };
}

/** Stack frames of the C library and the support code, which are not part of the program. */
const RUNTIME_FUNCTION =
  /^(?:abort|__assert_fail|__cxa_\w+|_start|__main_void|__original_main|raise|__wrap_\w+|__wasm_\w+)$/;

/** Names of the program's functions on the stack, innermost first: `at p.wasm.solve (wasm://wasm/1f2e:wasm-function[17]:0x5d2)`. */
function programFunctions(stack: string): string[] {
  return [...stack.matchAll(/^\s*at (?:(\S.*?) \()?wasm:\/\/\S*wasm-function\[(\d+)\]/gm)]
    .map(([, name, index]) => (name ? functionName(name.replace(/^[^.]*\.wasm\./, '')) : `function ${index}`))
    .filter((name) => !RUNTIME_FUNCTION.test(name));
}

function textAt(memory: WebAssembly.Memory, address: number): string {
  const bytes = new Uint8Array(memory.buffer);
  const end = bytes.indexOf(0, address);
  return Buffer.from(bytes.subarray(address, end)).toString('latin1');
}

Error.stackTraceLimit = 40;
parentPort!.on('message', (request: ProgramRequest) => {
  let reply: ProgramReply | { readonly failure: string };
  try {
    reply = runProgram(request);
  } catch (error) {
    // the instance could not be created, usually because the machine has no memory left
    reply = { failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort!.postMessage(reply, 'failure' in reply ? [] : [reply.stdout.buffer, reply.stderr.buffer]);
});
