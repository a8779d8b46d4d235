import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { execa } from 'execa';

/** How a child process ended, in one shape whatever happened to it. */
export interface ProcessResult {
  readonly ok: boolean;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The program could not be started at all: not found, not executable. */
  readonly missing: boolean;
}

/** The only place that starts processes: no shell, a time limit, an output cap, captured output. */
export async function run(
  command: string,
  args: readonly string[],
  options: { timeoutMs: number; maxOutputBytes?: number },
): Promise<ProcessResult> {
  const result = await execa(command, [...args], {
    reject: false,
    stdin: 'ignore',
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: options.maxOutputBytes ?? 1 << 20,
    stripFinalNewline: false,
  });
  return {
    ok: !result.failed,
    exitCode: result.exitCode ?? null,
    stdout: result.stdout,
    stderr: result.stderr,
    timedOut: result.timedOut,
    missing: result.failed && result.exitCode === undefined && !result.timedOut && result.signal === undefined,
  };
}

export interface ContainedOptions {
  readonly folder: string;
  /** All of it; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of stdout and stderr together. */
  readonly maxOutputBytes: number;
  /** Another pipe, on descriptor 3, whose text is returned as `report`. */
  readonly withReport?: boolean;
  /** First SIGTERM to the child, which ends its own children; SIGKILL to its group after this long. At once when not given. */
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
}

export type ContainedEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'timed-out' | 'output-limit' | 'cancelled' }
  | { readonly kind: 'not-started'; readonly code: string; readonly reason: string };

export interface ContainedResult {
  readonly end: ContainedEnd;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly report: string;
  readonly durationMs: number;
}

/** How long a pipe may stay open after its process ended, in the hands of something that escaped it. */
const LINGER_MS = 500;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a program we do not trust: stdin at its end, a session of its own so that all of its process group is killed with it, output
 * captured as bytes and cut at a limit, a time limit.
 */
export function runContained(
  command: string,
  args: readonly string[],
  options: ContainedOptions,
): Promise<ContainedResult> {
  const started = performance.now();
  const outputs: { stdout: Buffer[]; stderr: Buffer[]; report: Buffer[] } = { stdout: [], stderr: [], report: [] };
  return new Promise((resolve) => {
    let forced: ContainedEnd | null = null;
    let left = options.maxOutputBytes;
    const settle = (end: ContainedEnd) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      resolve({
        end: forced ?? end,
        stdout: Buffer.concat(outputs.stdout),
        stderr: Buffer.concat(outputs.stderr),
        report: Buffer.concat(outputs.report).toString('latin1'),
        durationMs: performance.now() - started,
      });
    };
    let child: ChildProcess;
    const stop = (end: ContainedEnd) => {
      if (forced) return;
      forced = end;
      if (options.graceMs === undefined) return killGroup(child);
      child.kill('SIGTERM');
      setTimeout(() => killGroup(child), options.graceMs).unref();
    };
    const onAbort = () => stop({ kind: 'cancelled' });
    const timer = setTimeout(() => stop({ kind: 'timed-out' }), Math.min(options.timeoutMs, MAX_TIMER_MS));
    try {
      child = spawn(command, [...args], {
        cwd: options.folder,
        env: { ...options.environment },
        stdio: ['ignore', 'pipe', 'pipe', ...(options.withReport ? ['pipe' as const] : [])],
        detached: true,
      });
    } catch (error) {
      return settle(notStarted(error));
    }
    const gather = (stream: Readable | null, chunks: Buffer[], limited: boolean) => {
      stream?.on('error', () => {}); // the other end went away: 'close' follows
      stream?.on('data', (chunk: Buffer) => {
        if (!limited) return void chunks.push(chunk);
        if (left > 0) chunks.push(chunk.subarray(0, left));
        left -= chunk.length;
        if (left < 0) {
          stop({ kind: 'output-limit' });
          stream.destroy();
        }
      });
    };
    gather(child.stdout, outputs.stdout, true);
    gather(child.stderr, outputs.stderr, true);
    gather((child.stdio[3] as Readable | undefined) ?? null, outputs.report, false);
    child.once('error', (error) => {
      if (child.pid === undefined) settle(notStarted(error));
    });
    child.once('exit', () => {
      killGroup(child);
      setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
      }, LINGER_MS).unref();
    });
    child.once('close', (exitCode, signal) =>
      settle(signal ? { kind: 'signalled', signal } : { kind: 'exited', exitCode: exitCode ?? -1 }),
    );
    if (options.signal?.aborted) onAbort();
    else options.signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function notStarted(error: unknown): ContainedEnd {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  return { kind: 'not-started', code, reason: message };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // all of it is gone already
  }
}
