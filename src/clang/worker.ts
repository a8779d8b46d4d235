/**
 * The embedded clang in a worker thread: it recurses deeply, and only a worker can have a larger stack. Each request is one run of the multi-call
 * module on the host's folders; the compiled module stays loaded.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { WASI } from '@tybys/wasm-util';
import { GuestFileSystem, type Lookups } from './guest-file-system.js';
import { withoutDotDot } from './guest-paths.js';
import { OutputBuffer } from './output-buffer.js';

export interface ClangRequest {
  readonly id: number;
  readonly args: readonly string[];
  /** Guest directory → host directory. */
  readonly directories: Readonly<Record<string, string>>;
  /** Host folders whose lookups are not recorded. */
  readonly quietFolders: readonly string[];
}

export interface ClangReply {
  readonly id: number;
  readonly exitCode: number;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: string;
  /** Set if the module trapped (out of memory, stack overflow) instead of exiting. */
  readonly trap: string | null;
  readonly lookups: Lookups;
  readonly durationMs: number;
}

const STDOUT = 1;
const STDERR = 2;
const JSON_ACTION = '-ast-dump=json';
const FIRST_FOLDER = 3; // the descriptors of the preopened folders, in order

async function runClang(module: WebAssembly.Module, request: ClangRequest): Promise<ClangReply> {
  const started = performance.now();
  const writesTree = request.args.includes(JSON_ACTION);
  const [stdout, stderr] = [new OutputBuffer(writesTree), new OutputBuffer(false)];
  const files = new GuestFileSystem(request.quietFolders, writesTree, request.args.includes('cuda'));
  const wasi = new WASI({
    version: 'preview1',
    args: [...request.args],
    env: {},
    preopens: { ...request.directories },
    fs: files.module as never, // the library's types are for an older version of Node
    returnOnExit: true,
  });
  const imports: Record<string, unknown> = { ...wasi.wasiImport };
  const passOn = imports.fd_write as (fd: number, iovs: number, count: number, written: number) => number;
  let memory: WebAssembly.Memory | null = null;
  let bytes = new Uint8Array(0);
  let words = new Uint32Array(0);
  imports.fd_write = (fd: number, iovs: number, count: number, written: number): number => {
    if (fd !== STDOUT && fd !== STDERR) return passOn(fd, iovs, count, written);
    if (bytes.length === 0) {
      // growing the memory detaches old views, which then have length 0
      bytes = new Uint8Array(memory!.buffer);
      words = new Uint32Array(memory!.buffer);
    }
    const output = fd === STDOUT ? stdout : stderr;
    let total = 0;
    for (let k = 0, at = iovs >>> 2; k < count; k++, at += 2) {
      const length = words[at + 1]!;
      if (length === 0) continue;
      output.write(bytes, words[at]!, length);
      total += length;
    }
    words[written >>> 2] = total;
    return 0;
  };
  const root = FIRST_FOLDER + Object.keys(request.directories).indexOf('/');
  withoutDotDot(imports, root, () => memory!);
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
  } finally {
    files.close();
  }
  return {
    id: request.id,
    exitCode,
    stdout: stdout.contents(),
    stderr: Buffer.from(stderr.contents()).toString('utf8'),
    trap,
    lookups: { opened: files.opened, absent: files.absent, refused: files.refused },
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
