import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { type ClangPackage, locateClangPackage, runtimeFolder, unpackResources } from './resources.js';
import type { ClangReply, ClangRequest } from './worker.js';

/** Guest paths of our own folders: constant, so that a precompiled header made on one path is valid on another. */
export const RESOURCES = '/mantissa/clang';
export const RUNTIME = '/mantissa/runtime';
const CACHE = '/mantissa/cache';

// clang recurses once per nested expression and template: the default 1 MB overflows on real programs
const STACK_SIZE_MB = 64;

/**
 * The embedded clang, kept warm. Runs are given to `workers` threads in turn; each needs about half a GiB.
 * Everything under `/` of this machine is visible to it under the same path.
 */
export class EmbeddedClang {
  private readonly threads: Worker[] = [];
  private readonly waiting = new Map<
    number,
    { resolve: (reply: ClangReply) => void; reject: (error: unknown) => void; thread: Worker }
  >();
  private module: Promise<WebAssembly.Module> | null = null;
  private nextId = 0;
  readonly package: ClangPackage;
  private readonly resources: string;

  constructor(
    readonly cache: string,
    private readonly workers = 1,
  ) {
    this.package = locateClangPackage();
    this.resources = unpackResources(this.package, cache);
  }

  guestCachePath(file: string): string {
    return file.startsWith(this.cache) ? CACHE + file.slice(this.cache.length) : file;
  }

  async run(args: readonly string[]): Promise<ClangReply> {
    const thread = await this.thread();
    const id = this.nextId++;
    const request: ClangRequest = {
      id,
      args,
      directories: { '/': '/', [RESOURCES]: this.resources, [RUNTIME]: runtimeFolder(), [CACHE]: this.cache },
    };
    const reply = await new Promise<ClangReply>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, thread });
      thread.postMessage(request);
    });
    if (reply.trap)
      throw new MantissaError(
        'MX1003',
        `${args[0]} ended with ${reply.trap}${reply.stderr ? `: ${lastLine(reply.stderr)}` : ''}`,
      );
    return reply;
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.splice(0).map((thread) => thread.terminate()));
  }

  private async thread(): Promise<Worker> {
    this.module ??= WebAssembly.compile(fs.readFileSync(this.package.modulePath));
    const module = await this.module;
    if (this.threads.length < this.workers) {
      const thread = new Worker(createRequire(import.meta.url).resolve('#clang-worker'), {
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
    const load = (thread: Worker) => [...this.waiting.values()].filter((one) => one.thread === thread).length;
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
      one.reject(new MantissaError('MX1003', `its worker thread stopped: ${reason}`, { cause: error }));
    }
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
