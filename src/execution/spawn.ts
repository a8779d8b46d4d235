import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { execa } from 'execa';
import { registerCleanup } from '../support/at-exit.js';

/** The result of a child process, in the same form for every kind of end. */
export interface ProcessResult {
  readonly ok: boolean;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The program could not be started, because it was not found or is not executable. */
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
  /** The complete environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** For stdout and stderr together. */
  readonly maxOutputBytes: number;
  /** Another pipe, on descriptor 3, whose text is returned as `report`. */
  readonly withReport?: boolean;
  /** Time between SIGTERM to the child, which ends its own children, and SIGKILL to its group. If missing, SIGKILL is sent at once. */
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

/** Time for which a pipe may stay open after its process ended, if a child escaped the process group. */
const LINGER_MS = 500;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs an untrusted program: with empty stdin, in its own session so that its whole process group can be killed, with a time limit, and with
 * its output captured as bytes up to a limit.
 */
export async function runContained(
  command: string,
  args: readonly string[],
  options: ContainedOptions,
): Promise<ContainedResult> {
  const started = performance.now();
  const outputs: { stdout: Buffer[]; stderr: Buffer[]; report: Buffer[] } = { stdout: [], stderr: [], report: [] };
  const running = startContained(command, args, { ...options, pipes: options.withReport ? 1 : 0 });
  let forced: ContainedEnd | null = null;
  let left = options.maxOutputBytes;
  const stop = (end: ContainedEnd) => {
    if (forced) return;
    forced = end;
    running.stop();
  };
  const gather = (stream: Readable | undefined, chunks: Buffer[], limited: boolean) =>
    stream?.on('data', (chunk: Buffer) => {
      if (!limited) return void chunks.push(chunk);
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left < 0) {
        stop({ kind: 'output-limit' });
        stream.destroy();
      }
    });
  gather(running.streams[1] as Readable, outputs.stdout, true);
  gather(running.streams[2] as Readable, outputs.stderr, true);
  gather(running.streams[3] as Readable, outputs.report, false);
  const onAbort = () => stop({ kind: 'cancelled' });
  let hasEnded = false;
  // if this process was busy, the timer may fire before the end of a child that was in time is seen
  const onTimeout = () => setImmediate(() => hasEnded || stop({ kind: 'timed-out' }));
  const timer = setTimeout(onTimeout, Math.min(options.timeoutMs, MAX_TIMER_MS));
  if (options.signal?.aborted) onAbort();
  else options.signal?.addEventListener('abort', onAbort, { once: true });
  const end = await running.ended;
  hasEnded = true;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', onAbort);
  return {
    end: forced ?? end,
    stdout: Buffer.concat(outputs.stdout),
    stderr: Buffer.concat(outputs.stderr),
    report: Buffer.concat(outputs.report).toString('latin1'),
    durationMs: performance.now() - started,
  };
}

export interface ContainedProcess {
  /** By descriptor; stdin is undefined. Empty if the process was not started. */
  readonly streams: readonly (Readable | Writable | undefined)[];
  /** Resolves when all of its pipes are closed. */
  readonly ended: Promise<ContainedEnd>;
  /** Kills its process group. */
  stop(): void;
}

/** Starts an untrusted program with `pipes` additional bidirectional pipes, from descriptor 3 on. */
export function startContained(
  command: string,
  args: readonly string[],
  options: Pick<ContainedOptions, 'folder' | 'environment' | 'graceMs'> & { readonly pipes: number },
): ContainedProcess {
  let child: ChildProcess;
  try {
    child = spawn(command, [...args], {
      cwd: options.folder,
      env: { ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe', ...new Array<'pipe'>(options.pipes).fill('pipe')],
      detached: true,
    });
  } catch (error) {
    return { streams: [], ended: Promise.resolve(notStarted(error)), stop: () => {} };
  }
  const streams = child.stdio.map((stream) => stream ?? undefined);
  for (const stream of streams) stream?.on('error', () => {}); // the other end was closed: 'close' follows
  // a process in its own session does not receive signals to this process
  const forget = registerCleanup(() => stop());
  const ended = new Promise<ContainedEnd>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(notStarted(error));
    });
    child.once('exit', () => {
      forget();
      killGroup(child);
      setTimeout(() => destroyOnceQuiet(streams, performance.now() + LINGER_MS), LINGER_MS).unref();
    });
    child.once('close', (exitCode, signal) =>
      resolve(signal ? { kind: 'signalled', signal } : { kind: 'exited', exitCode: exitCode ?? -1 }),
    );
  });
  const stop = () => {
    if (options.graceMs === undefined) return killGroup(child);
    child.kill('SIGTERM');
    setTimeout(() => killGroup(child), options.graceMs).unref();
  };
  return { streams, ended, stop };
}

/**
 * A busy event loop runs timers before it reads pending pipe data. Pipes are therefore left open until a read finds nothing more, or the time
 * is up.
 */
function destroyOnceQuiet(streams: ContainedProcess['streams'], until: number): void {
  const readSoFar = () => streams.reduce((sum, stream) => sum + ((stream as Socket | undefined)?.bytesRead ?? 0), 0);
  const before = readSoFar();
  // setImmediate runs after pending reads
  setImmediate(() => {
    if (readSoFar() > before && performance.now() < until) return destroyOnceQuiet(streams, until);
    for (const stream of streams) stream?.destroy();
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
    // the group has ended already
  }
}
