import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';

export function describeEnd(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `ended with exit code ${outcome.exitCode}${lastWords(outcome.stderr)}${remarkText(outcome)}`;
    case 'timed-out':
      return `ran past ${Number((outcome.timeoutMs / 1000).toFixed(1))} s`;
    case 'crashed':
      return `crashed: ${outcome.reason}${remarkText(outcome)}`;
    case 'output-limit':
    case 'memory-limit':
    case 'not-started':
      return outcome.reason;
  }
}

/** How a run failed, if it did. One that could not even be started says nothing about its configuration, and ends the study. */
export function failureOf(
  outcome: RunOutcome,
): { readonly outcome: 'timed-out' | 'run-failed'; readonly evidence: string } | null {
  if (outcome.kind === 'not-started') throw new MantissaError('MX1009', outcome.reason);
  if (outcome.kind === 'exited' && outcome.exitCode === 0) return null;
  return { outcome: outcome.kind === 'timed-out' ? 'timed-out' : 'run-failed', evidence: describeEnd(outcome) };
}

/** What helps a run that must succeed. */
export function remedyFor(outcome: RunOutcome): string {
  if (outcome.kind === 'timed-out') return 'give it longer with --timeout, or a smaller input';
  if (outcome.kind === 'output-limit') return 'print less, or give it a smaller input';
  if (metMemoryLimit(outcome)) return 'give it more memory with --memory, or a smaller input';
  return 'tune a program and an input that run to their end with exit code 0';
}

/** Whether it did, or may have. */
export function metMemoryLimit(outcome: RunOutcome): boolean {
  return outcome.kind === 'memory-limit' || ('remark' in outcome && outcome.remark !== undefined);
}

export function remarkText({ remark }: { readonly remark?: string }): string {
  return remark === undefined ? '' : ` (${remark})`;
}

const WORDS = 200;

function lastWords(stderr: Buffer): string {
  const text = stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
  return text === '' ? '' : `: ${text.slice(0, WORDS)}`;
}
