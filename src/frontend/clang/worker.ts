/**
 * The embedded clang, one per worker thread: it recurses deeply, so it needs the large stack only a worker can be given.
 * Each request is one run of the multi-call module over real directories; the compiled module stays warm between them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { WASI } from '@tybys/wasm-util';
import { fileSystem, withNormalPaths } from './guest-paths.js';

export interface ClangRequest {
  readonly id: number;
  readonly args: readonly string[];
  /** Guest directory → host directory. */
  readonly directories: Readonly<Record<string, string>>;
}

export interface ClangReply {
  readonly id: number;
  readonly exitCode: number;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: string;
  /** Set when the module trapped (out of memory, stack overflow) instead of exiting. */
  readonly trap: string | null;
  readonly durationMs: number;
}

const STDOUT = 1;
const STDERR = 2;

/** Gathers the tens of millions of few-byte writes clang makes into one growing buffer. */
class OutputBuffer {
  bytes = new Uint8Array(1 << 16);
  used = 0;

  append(memory: Uint8Array, start: number, length: number): void {
    if (this.used + length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.used + length));
      larger.set(this.bytes.subarray(0, this.used));
      this.bytes = larger;
    }
    if (length < 48) for (let k = 0; k < length; k++) this.bytes[this.used + k] = memory[start + k]!;
    else this.bytes.set(memory.subarray(start, start + length), this.used);
    this.used += length;
  }

  contents(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }
}

async function runClang(module: WebAssembly.Module, request: ClangRequest): Promise<ClangReply> {
  const started = performance.now();
  const outputs = { [STDOUT]: new OutputBuffer(), [STDERR]: new OutputBuffer() };
  const wasi = new WASI({
    version: 'preview1',
    args: [...request.args],
    env: {},
    preopens: { ...request.directories },
    fs: fileSystem as never, // the library's types describe an older Node's fs
    returnOnExit: true,
  });
  const imports = withNormalPaths(wasi.wasiImport, () => new Uint8Array(memory!.buffer));
  const passOn = imports.fd_write as (fd: number, iovs: number, count: number, written: number) => number;
  let memory: WebAssembly.Memory | null = null;
  let bytes = new Uint8Array(0);
  let words = new Uint32Array(0);
  imports.fd_write = (fd: number, iovs: number, count: number, written: number): number => {
    if (fd !== STDOUT && fd !== STDERR) return passOn(fd, iovs, count, written);
    if (bytes.length === 0) {
      // a grown memory detaches the old views, which then have length 0
      bytes = new Uint8Array(memory!.buffer);
      words = new Uint32Array(memory!.buffer);
    }
    let total = 0;
    for (let k = 0; k < count; k++) {
      const length = words[(iovs >>> 2) + 2 * k + 1]!;
      outputs[fd].append(bytes, words[(iovs >>> 2) + 2 * k]!, length);
      total += length;
    }
    words[written >>> 2] = total;
    return 0;
  };
  let exitCode = -1;
  let trap: string | null = null;
  try {
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: imports as WebAssembly.ModuleImports,
    });
    memory = instance.exports.memory as WebAssembly.Memory;
    exitCode = (wasi.start(instance) as number | undefined) ?? 0;
  } catch (error) {
    trap = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return {
    id: request.id,
    exitCode,
    stdout: outputs[STDOUT].contents(),
    stderr: Buffer.from(outputs[STDERR].contents()).toString('utf8'),
    trap,
    durationMs: performance.now() - started,
  };
}

const { module: wasmModule } = workerData as { module: WebAssembly.Module };
let queue: Promise<unknown> = Promise.resolve();
parentPort!.on('message', (request: ClangRequest) => {
  queue = queue.then(async () => {
    const reply = await runClang(wasmModule, request);
    parentPort!.postMessage(reply, [reply.stdout.buffer]);
  });
});
