import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../../support/package-root.js';
import type { ProgramReply, ProgramRequest } from './program-worker.js';

// stack of the machine code; the program's addressable stack (8 MiB) overflows first, except with very small frames
const STACK_SIZE_MB = 64;
/** A thread is replaced if its last program used this much memory, which would otherwise remain until the next garbage collection. */
const HEAVY_BYTES = 256 * 2 ** 20;

export type ThreadOutcome =
  | { readonly kind: 'replied'; readonly reply: ProgramReply }
  | { readonly kind: 'timed-out'; readonly durationMs: number }
  | { readonly kind: 'lost'; readonly reason: string };

/** A pool of worker threads for programs (starting one takes about 50 ms). `spare` idle threads are retained. */
export class ProgramThreads {
  private readonly idle: Worker[] = [];
  private readonly busy = new Set<Worker>();
  private closed = false;

  constructor(private readonly spare: number) {}

  async run(request: ProgramRequest, timeoutMs: number): Promise<ThreadOutcome> {
    if (this.closed) return { kind: 'lost', reason: 'the engine is closed' };
    const thread = this.idle.pop() ?? this.start();
    this.busy.add(thread);
    thread.ref();
    const outcome = await this.finish(thread, request, timeoutMs);
    this.busy.delete(thread);
    const reusable = outcome.kind === 'replied' && outcome.reply.peakMemoryBytes < HEAVY_BYTES;
    if (!reusable) {
      await thread.terminate();
      if (!this.closed && this.idle.length === 0) this.keep(this.start());
    } else if (this.closed || this.idle.length >= this.spare) await thread.terminate();
    else this.keep(thread);
    return outcome;
  }

  /** Starts a thread before it is needed. */
  warm(): void {
    if (!this.closed && this.idle.length === 0 && this.busy.size === 0) this.keep(this.start());
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.idle.splice(0), ...this.busy].map((thread) => thread.terminate()));
  }

  private keep(thread: Worker): void {
    thread.unref();
    this.idle.push(thread);
  }

  private start(): Worker {
    const thread = new Worker(path.join(packageRoot, 'dist/execution/wasm/program-worker.js'), {
      resourceLimits: { stackSizeMb: STACK_SIZE_MB },
      env: { NODE_ENV: 'production' }, // otherwise the WASI library logs failing system calls to the console
      stdout: true,
      stderr: true,
    });
    thread.once('exit', () => {
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
    });
    thread.on('error', () => {}); // for idle threads 'exit' follows
    return thread;
  }

  private finish(thread: Worker, request: ProgramRequest, timeoutMs: number): Promise<ThreadOutcome> {
    return new Promise((resolve) => {
      const started = performance.now();
      const settle = (outcome: ThreadOutcome) => {
        clearTimeout(timer);
        thread.off('message', onMessage);
        thread.off('error', onError);
        thread.off('exit', onExit);
        resolve(outcome);
      };
      const timer = setTimeout(
        () => settle({ kind: 'timed-out', durationMs: performance.now() - started }),
        Math.min(timeoutMs, 2 ** 31 - 1),
      );
      const onMessage = (reply: ProgramReply | { failure: string }) =>
        settle('failure' in reply ? { kind: 'lost', reason: reply.failure } : { kind: 'replied', reply });
      const onError = (error: Error) => settle({ kind: 'lost', reason: error.message });
      const onExit = () => settle({ kind: 'lost', reason: 'its thread ended' });
      thread.on('message', onMessage);
      thread.on('error', onError);
      thread.on('exit', onExit);
      thread.postMessage(request);
    });
  }
}
