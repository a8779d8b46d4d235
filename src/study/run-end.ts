import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../execution/engine.js';

export function describeEnd(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `ended with exit code ${outcome.exitCode}${lastWords(outcome.stderr)}`;
    case 'timed-out':
      return `ran past ${outcome.timeoutMs / 1000} s`;
    case 'crashed':
      return `crashed: ${outcome.reason}`;
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

const WORDS = 200;

function lastWords(stderr: Buffer): string {
  const text = stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
  return text === '' ? '' : `: ${text.slice(0, WORDS)}`;
}
