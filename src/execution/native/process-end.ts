import os from 'node:os';
import { memorySizeText } from '../../support/memory-size.js';
import type { Crash, RunOutcome, RunRequest } from '../engine.js';
import { limitText, remarkOnMemory } from '../memory-limit.js';
import type { ContainedResult } from '../spawn.js';

const SIGNALS: Readonly<Record<string, { crash: Crash; words: string }>> = {
  SIGABRT: { crash: 'abort', words: 'abort() or a failed check' },
  SIGSEGV: {
    crash: 'bad-memory-access',
    words: 'invalid memory access, stack overflow, or unchecked failed allocation',
  },
  SIGBUS: { crash: 'bad-memory-access', words: 'memory access beyond the end of a mapped file' },
  SIGFPE: { crash: 'arithmetic', words: 'integer division by zero or overflow' },
  SIGILL: { crash: 'illegal-instruction', words: 'illegal instruction' },
  SIGTRAP: { crash: 'illegal-instruction', words: 'trap instruction' },
  SIGKILL: { crash: 'killed', words: 'killed by the system, usually because the machine ran out of memory' },
};
/** The first name of each signal number; later ones are aliases (SIGIOT for SIGABRT). */
const NAMES = new Map(
  Object.entries(os.constants.signals)
    .reverse()
    .map(([name, number]) => [number as number, name]),
);
/** A crash with at least this share of the limit in use is attributed to the limit, because programs rarely check malloc. */
const NEAR_LIMIT = 0.8;

/** Converts the report of the launcher to an outcome. */
export function describeEnd(
  result: ContainedResult,
  request: RunRequest,
  collect: () => ReadonlyMap<string, Buffer>,
): RunOutcome {
  const report = /^(exited|signalled|failed|memory) (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(result.report);
  const [wallUs, cpuUs, peakKiB, preemptions] = report ? report.slice(3).map(Number) : [];
  const captured = {
    stdout: result.stdout,
    stderr: result.stderr,
    durationMs: wallUs === undefined ? result.durationMs : wallUs / 1000,
    cpuMs: cpuUs === undefined ? null : cpuUs / 1000,
    peakMemoryBytes: peakKiB === undefined ? null : peakKiB * 1024,
    ...(preemptions !== undefined && { preemptions }),
    gpu: null,
  };
  const { end } = result;
  if (end.kind === 'not-started') return { kind: 'not-started', reason: end.reason };
  if (end.kind === 'cancelled') return { kind: 'not-started', reason: 'the engine was closed' };
  if (end.kind === 'timed-out') return { kind: 'timed-out', timeoutMs: request.timeoutMs, ...captured };
  if (end.kind === 'output-limit')
    return { kind: 'output-limit', reason: `it printed more than ${request.maxOutputBytes} bytes`, ...captured };
  if (!report) {
    const how =
      end.kind === 'signalled'
        ? `was killed by ${end.signal}`
        : `ended without a report${'exitCode' in end ? `, with exit code ${end.exitCode}` : ''}`;
    return { kind: 'crashed', crash: 'killed', reason: `its launcher ${how}`, ...captured };
  }
  const code = Number(report[2]);
  if (report[1] === 'failed') return { kind: 'not-started', reason: systemError(code) };
  if (report[1] === 'memory')
    return { kind: 'memory-limit', reason: `it used too much memory: ${limitText(request)}`, ...captured };
  if (report[1] === 'exited') {
    const remark = code === 0 ? null : remarkOnMemory(captured.stderr, request);
    return { kind: 'exited', exitCode: code, collected: collect(), ...captured, ...(remark && { remark }) };
  }
  return describeSignal(NAMES.get(code) ?? `signal ${code}`, captured, request);
}

const SHELL_SIGNAL = 128;

/** A shell reports a program killed by a signal as exit code 128 + signal. */
export function signalOfShell(outcome: RunOutcome, request: RunRequest): RunOutcome {
  if (outcome.kind !== 'exited') return outcome;
  const signal = NAMES.get(outcome.exitCode - SHELL_SIGNAL);
  const { kind, exitCode, collected, ...captured } = outcome;
  return signal ? describeSignal(signal, captured, request) : outcome;
}

function describeSignal(
  signal: string,
  captured: Omit<Extract<RunOutcome, { kind: 'crashed' }>, 'kind' | 'crash' | 'reason'>,
  request: RunRequest,
): RunOutcome {
  if (signal === 'SIGXFSZ')
    return { kind: 'output-limit', reason: 'it wrote a file larger than the limit', ...captured };
  const said = captured.stderr.toString('latin1');
  const thrown =
    /terminate called after throwing an instance of '([^']+)'|terminating due to uncaught exception of type (\S+)/.exec(
      said,
    );
  const type = thrown?.[1] ?? thrown?.[2];
  const nearLimit = (captured.peakMemoryBytes ?? 0) > NEAR_LIMIT * request.maxMemoryBytes;
  if (nearLimit || type?.startsWith('std::bad_alloc'))
    return {
      kind: 'memory-limit',
      reason: `${signal} with ${memorySizeText(captured.peakMemoryBytes ?? 0)} in use: ${limitText(request)}`,
      ...captured,
    };
  if (signal === 'SIGABRT' && type)
    return { kind: 'crashed', crash: 'uncaught-exception', reason: `uncaught exception of type ${type}`, ...captured };
  const known = SIGNALS[signal];
  // programs rarely check for failed allocations, and then print no message
  const remark = signal === 'SIGSEGV' ? limitText(request) : remarkOnMemory(captured.stderr, request);
  return {
    kind: 'crashed',
    crash: known?.crash ?? 'other',
    reason: known ? `${known.words} (${signal})` : `ended by ${signal}`,
    ...captured,
    ...(remark && { remark }),
  };
}

function systemError(code: number): string {
  const name = Object.entries(os.constants.errno).find(([, number]) => number === code)?.[0] ?? `error ${code}`;
  return name === 'ENOENT'
    ? 'the built program is no longer in the cache (ENOENT)'
    : `the system refused to start it (${name})`;
}
