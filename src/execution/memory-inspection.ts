/** What an engine finds when it watches a program's accesses to memory, and other behaviour that C and C++ leave undefined. */

import type { RunOutcome } from './engine.js';

export type MemoryTool = 'AddressSanitizer' | 'UndefinedBehaviorSanitizer' | 'compute-sanitizer';

export interface MemoryFinding {
  readonly tool: MemoryTool;
  /** `heap-buffer-overflow`, or the tool's sentence. */
  readonly what: string;
  /** In the source that was built, with the number of lines behind it; null where the tool cannot tell. */
  readonly place: { readonly file: string; readonly line: number; readonly linesBehind: number } | null;
  /** The function it happened in, as the tool spells it. */
  readonly function: string | null;
  /** The tool's own words, cut where they become long. */
  readonly report: string;
}

export type MemoryInspection =
  | { readonly kind: 'inspected'; readonly tools: readonly MemoryTool[]; readonly findings: readonly MemoryFinding[] }
  | { readonly kind: 'not-inspected'; readonly why: string };

/** Numbers, addresses and types apart: those are what a configuration changes. */
function kindOf({ tool, what }: MemoryFinding): string {
  return `${tool} ${what.replace(/'[^']*'|0x[0-9a-f]+|[-+]?\d[\d.e+-]*|\b(?:nan|inf)\b/gi, '#')}`;
}

/** Whether two builds of a program do the same wrong at the same place; an edit may have added lines above it. */
export function isSameFinding(one: MemoryFinding, other: MemoryFinding): boolean {
  if (kindOf(one) !== kindOf(other) || one.place?.file !== other.place?.file) return false;
  return one.place?.line === other.place?.line || one.place?.linesBehind === other.place?.linesBehind;
}

export function findingText({ tool, what, place, function: name }: MemoryFinding): string {
  return `${tool}: ${what}${name ? ` in ${name}` : ''}${place ? ` at ${place.file}:${place.line}` : ''}`;
}

/** How a run ended that found nothing and yet did not end well. */
export function watchedEnd(outcome: Exclude<RunOutcome, { kind: 'not-started' }>): string {
  if (outcome.kind === 'exited') return `it ended with exit code ${outcome.exitCode}`;
  return outcome.kind === 'timed-out' ? `it ran past ${outcome.timeoutMs / 1000} s` : outcome.reason;
}
