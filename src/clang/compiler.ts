import * as fs from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { packageRoot } from '../support/package-root.js';
import { removeStaleTemporaries } from './housekeeping.js';
import { type ClangPackage, headerFolders, locateClangPackage, runtimeFolder, unpackResources } from './resources.js';
import { trapError } from './traps.js';
import type { ClangReply, ClangRequest } from './worker.js';

/** Guest paths of our own folders. They are constant, so that a precompiled header is valid wherever the cache is. */
export const RESOURCES = '/mantissa/clang';
export const RUNTIME = '/mantissa/runtime';
const CACHE = '/mantissa/cache';

// clang recurses once per nested expression and template: the default 1 MB overflows on real programs
const STACK_SIZE_MB = 64;

/**
 * V8 settings for the 131,000 functions of the module, of which a run calls a tenth. Validating each at its first call instead of all at once saves
 * 0.45 s per process. The optimising compiler starts later than by default: on a 100-line kernel it took 1.6 s of CPU time for nothing, on 3,700
 * lines 3 s (bench/reading.mjs).
 */
const V8_FLAGS = ['--wasm-lazy-compilation', '--wasm-lazy-validation', '--wasm-tiering-budget=20000000'];

/**
 * The embedded clang, kept warm in `workers` threads; each needs about half a GiB. The whole file system of the host is visible under the same paths.
 */
export class EmbeddedClang {
  private readonly threads: Worker[] = [];
  private readonly waiting = new Map<
    number,
    { resolve: (reply: ClangReply) => void; reject: (error: unknown) => void; thread: Worker }
  >();
  private nextId = 0;
  private readonly unfinished: Promise<void>[] = [];
  readonly package: ClangPackage;
  private readonly resources: string;

  constructor(
    readonly cache: string,
    private readonly workers = 1,
  ) {
    this.package = locateClangPackage();
    removeStaleTemporaries(cache);
    this.resources = unpackResources(this.package, cache);
  }

  guestCachePath(file: string): string {
    return file.startsWith(this.cache) ? CACHE + file.slice(this.cache.length) : file;
  }

  /** One run of clang; `file` is the source to name in an error message. */
  async run(args: readonly string[], file: string | null = null): Promise<ClangReply> {
    const module = await compiledModule(this.package.modulePath);
    const thread = this.thread(module); // no await between choosing a thread and counting its run: other callers wait for the same module
    const id = this.nextId++;
    const request: ClangRequest = {
      id,
      args,
      directories: { '/': '/', [RESOURCES]: this.resources, [RUNTIME]: runtimeFolder(), [CACHE]: this.cache },
      quietFolders: [this.cache, ...headerFolders()],
    };
    const reply = await new Promise<ClangReply>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, thread });
      thread.postMessage(request);
    });
    if (reply.trap) throw trapError(reply.trap, reply.stderr, file, this.cache);
    return reply;
  }

  /** `close` waits for this work. For results that are only stored for the next run and that no answer needs. */
  afterAnswer(work: Promise<void>): void {
    this.unfinished.push(work);
  }

  async close(): Promise<void> {
    await Promise.all([...this.unfinished.splice(0), ...this.threads.splice(0).map((thread) => thread.terminate())]);
  }

  private thread(module: WebAssembly.Module): Worker {
    const load = (thread: Worker) => [...this.waiting.values()].filter((one) => one.thread === thread).length;
    // a thread that has already parsed something is faster than a new one
    if (this.threads.length < this.workers && this.threads.every((thread) => load(thread) > 0)) {
      const thread = new Worker(path.join(packageRoot, 'dist/clang/worker.js'), {
        workerData: { module },
        resourceLimits: { stackSizeMb: STACK_SIZE_MB },
      });
      thread.on('message', (reply: ClangReply) => {
        this.waiting.get(reply.id)?.resolve(reply);
        this.waiting.delete(reply.id);
        if (this.waiting.size === 0) for (const idle of this.threads) idle.unref();
      });
      thread.on('error', (error) => this.fail(thread, error));
      this.threads.push(thread);
    }
    const chosen = this.threads.reduce((a, b) => (load(b) < load(a) ? b : a));
    chosen.ref();
    return chosen;
  }

  private fail(thread: Worker, error: unknown): void {
    this.threads.splice(this.threads.indexOf(thread), 1);
    const reason = error instanceof Error ? error.message : String(error);
    for (const [id, one] of this.waiting) {
      if (one.thread !== thread) continue;
      this.waiting.delete(id);
      one.reject(new MantissaError('MX1003', `the worker thread of clang stopped: ${reason}`, { cause: error }));
    }
  }
}

/** One compiled module per file for the whole process: V8 optimises its code over time, for all threads that use it. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

function compiledModule(file: string): Promise<WebAssembly.Module> {
  const known = modules.get(file);
  if (known) return known;
  for (const flag of V8_FLAGS) v8.setFlagsFromString(flag);
  const module = WebAssembly.compile(fs.readFileSync(file));
  modules.set(file, module);
  return module;
}
