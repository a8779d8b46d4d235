/** Findings of memory sanitizers: invalid accesses and other undefined behaviour. */

import type { RunOutcome } from './engine.js';

export type MemoryTool = 'AddressSanitizer' | 'UndefinedBehaviorSanitizer' | 'compute-sanitizer';

export interface MemoryFinding {
  readonly tool: MemoryTool;
  /** The kind of error, such as `heap-buffer-overflow`, or the tool's message. */
  readonly what: string;
  /** Place in the built source, with the number of lines after it; null if the tool does not report it. */
  readonly place: { readonly file: string; readonly line: number; readonly linesBehind: number } | null;
  /** The function, as spelled by the tool. */
  readonly function: string | null;
  /** The tool's report, shortened. */
  readonly report: string;
}

export type MemoryInspection =
  | { readonly kind: 'inspected'; readonly tools: readonly MemoryTool[]; readonly findings: readonly MemoryFinding[] }
  | { readonly kind: 'not-inspected'; readonly why: string };

/** The error without numbers, addresses and types, which a configuration changes. */
function kindOf({ tool, what }: MemoryFinding): string {
  return `${tool} ${what.replace(/'[^']*'|0x[0-9a-f]+|[-+]?\d[\d.e+-]*|\b(?:nan|inf)\b/gi, '#')}`;
}

/** Whether two builds of a program have the same error at the same place. Edits may have added lines above it. */
export function isSameFinding(one: MemoryFinding, other: MemoryFinding): boolean {
  if (kindOf(one) !== kindOf(other) || one.place?.file !== other.place?.file) return false;
  return one.place?.line === other.place?.line || one.place?.linesBehind === other.place?.linesBehind;
}

export function findingText({ tool, what, place, function: name }: MemoryFinding): string {
  return `${tool}: ${what}${name ? ` in ${name}` : ''}${place ? ` at ${place.file}:${place.line}` : ''}`;
}

/** How a sanitized run failed without a finding. */
export function sanitizedRunEnd(outcome: Exclude<RunOutcome, { kind: 'not-started' }>): string {
  if (outcome.kind === 'exited') return `it ended with exit code ${outcome.exitCode}`;
  return outcome.kind === 'timed-out' ? `it took longer than ${outcome.timeoutMs / 1000} s` : outcome.reason;
}
