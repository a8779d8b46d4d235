import { memorySizeText } from '../../support/memory-size.js';
import type { Crash, RunOutcome, RunRequest } from '../engine.js';
import { limitText } from '../memory-limit.js';
import { MAX_MEMORY_BYTES } from './arguments.js';
import type { ThreadOutcome } from './program-threads.js';

const NOTHING = Buffer.alloc(0);

const TRAPS: readonly { crash: Crash; pattern: RegExp; words: string }[] = [
  { crash: 'abort', pattern: /unreachable/, words: 'abort() or a failed check' },
  { crash: 'stack-overflow', pattern: /Maximum call stack/, words: 'stack overflow' },
  { crash: 'bad-memory-access', pattern: /out of bounds/, words: 'invalid memory access' },
  {
    crash: 'arithmetic',
    pattern: /divide by zero|remainder by zero|integer overflow|unrepresentable/,
    words: 'integer division by zero or overflow',
  },
  {
    crash: 'bad-memory-access',
    pattern: /null function|signature mismatch|table index/,
    words: 'call through an invalid function pointer',
  },
];

/** Converts the end of a program's thread to an outcome. */
export function describeEnd(
  outcome: ThreadOutcome,
  request: RunRequest,
  collect: () => ReadonlyMap<string, Buffer>,
): RunOutcome {
  if (outcome.kind === 'lost') return { kind: 'not-started', reason: outcome.reason };
  if (outcome.kind === 'timed-out')
    return {
      kind: 'timed-out',
      timeoutMs: request.timeoutMs,
      ...{
        stdout: NOTHING,
        stderr: NOTHING,
        durationMs: outcome.durationMs,
        cpuMs: null,
        peakMemoryBytes: null,
        gpu: null,
      },
    };
  const { end, memoryExhausted, durationMs, peakMemoryBytes } = outcome.reply;
  const captured = {
    stdout: Buffer.from(outcome.reply.stdout.buffer),
    stderr: Buffer.from(outcome.reply.stderr.buffer),
    durationMs,
    cpuMs: null,
    peakMemoryBytes,
    gpu: null,
  };
  const exhausted = `it ran out of memory at ${memorySizeText(peakMemoryBytes)}: ${wasmLimitText(request)}`;
  if (end.kind === 'exited' && end.exitCode !== 0 && memoryExhausted)
    return { kind: 'memory-limit', reason: `${exhausted}; it ended with exit code ${end.exitCode}`, ...captured };
  if (end.kind === 'exited') return { kind: 'exited', exitCode: end.exitCode, collected: collect(), ...captured };
  if (end.kind === 'output-limit')
    return { kind: 'output-limit', reason: `it printed more than ${request.maxOutputBytes} bytes`, ...captured };
  if (end.kind === 'file-limit')
    return { kind: 'output-limit', reason: 'it wrote a file larger than the limit', ...captured };
  const where = end.functions.length > 0 ? `, in ${end.functions.slice(0, 3).join(' ← ')}` : '';
  if (end.kind === 'threw') {
    const type = end.type ? ` of type ${readableType(end.type)}` : '';
    const reason = `an exception${type} was thrown${where}; the embedded engine cannot catch exceptions: use --engine native`;
    return { kind: 'crashed', crash: 'unsupported-exception', reason, ...captured };
  }
  if (end.kind === 'started-thread') {
    const reason = `a thread was started${where}; the embedded engine has no threads: use --engine native`;
    return { kind: 'crashed', crash: 'unsupported-thread', reason, ...captured };
  }
  if (memoryExhausted) return { kind: 'memory-limit', reason: exhausted + where, ...captured };
  const trap = TRAPS.find((one) => one.pattern.test(end.message));
  const words = trap ? `${trap.words} (${end.message})` : end.message;
  return { kind: 'crashed', crash: trap?.crash ?? 'other', reason: words + where, ...captured };
}

/** The embedded engine has a limit of its own. */
export function wasmLimitText(request: RunRequest): string {
  return request.maxMemoryBytes < MAX_MEMORY_BYTES
    ? limitText(request)
    : `the embedded engine has at most ${memorySizeText(MAX_MEMORY_BYTES)}; use --engine native`;
}

const PLAIN_TYPES: Readonly<Record<string, string>> = { i: 'int', f: 'float', d: 'double', PKc: 'const char *' };

/** `St13runtime_error` → `std::runtime_error`, `N3app5errorE` → `app::error`; other names remain mangled. */
function readableType(mangled: string): string {
  const plain = PLAIN_TYPES[mangled];
  if (plain) return plain;
  let rest = mangled.replace(/^N(.*)E$/, '$1');
  const parts: string[] = [];
  if (rest.startsWith('St')) {
    parts.push('std');
    rest = rest.slice(2);
  }
  while (rest !== '') {
    const length = /^\d+/.exec(rest)?.[0];
    if (!length) return mangled;
    parts.push(rest.slice(length.length, length.length + Number(length)));
    rest = rest.slice(length.length + Number(length));
  }
  return parts.join('::');
}
