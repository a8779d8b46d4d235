import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import { type ArgumentLookup, missingFilesText } from '../../workbench/argument-files.js';

/** `given` adds the missing files among the arguments. Only for the original program: without them no other program is run. */
export function describeEnd(outcome: RunOutcome, given?: ArgumentLookup): string {
  const missing = given ? missingFilesText(given) : '';
  switch (outcome.kind) {
    case 'exited':
      return `ended with exit code ${outcome.exitCode}${lastWords(outcome.stderr)}${remarkText(outcome)}${missing}`;
    case 'timed-out':
      return `took longer than ${Number((outcome.timeoutMs / 1000).toFixed(1))} s`;
    case 'crashed':
      return `crashed: ${outcome.reason}${remarkText(outcome)}${missing}`;
    case 'output-limit':
    case 'memory-limit':
    case 'not-started':
      return outcome.reason;
  }
}

/** Why a run failed; null if it did not. A run that could not be started says nothing about its configuration, and ends the study. */
export function failureOf(
  outcome: RunOutcome,
  given?: ArgumentLookup,
): { readonly outcome: 'timed-out' | 'run-failed'; readonly evidence: string } | null {
  if (outcome.kind === 'not-started') throw new MantissaError('MX1009', outcome.reason);
  if (outcome.kind === 'exited' && outcome.exitCode === 0) return null;
  return { outcome: outcome.kind === 'timed-out' ? 'timed-out' : 'run-failed', evidence: describeEnd(outcome, given) };
}

/** The remedy for a run that must succeed. */
export function remedyFor(outcome: RunOutcome): string {
  if (outcome.kind === 'timed-out') return 'raise --timeout, or use a smaller input';
  if (outcome.kind === 'output-limit') return 'print less, or use a smaller input';
  if (metMemoryLimit(outcome)) return 'raise --memory, or use a smaller input';
  return 'tune a program and an input that run to their end with exit code 0';
}

/** Whether the run reached the memory limit, or may have. */
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
