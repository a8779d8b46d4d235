/** What analyses wrote into the journal besides trials, as far as they did. */
import type { JournalEntry } from '../journal/replay.js';
import type { Ideal, Verification } from './document.js';
import { figureOrNull } from './figures.js';

export interface Profile {
  readonly mode: 'count' | 'shadow';
  readonly input: string;
  readonly operations: readonly { readonly id: string; readonly executions: number; readonly difference: number }[];
}

export interface FoundSet {
  readonly id: string;
  readonly function: string;
  readonly operations: readonly string[];
  readonly arithmeticToCast: number;
  readonly error: number | null;
}

interface IdealRun {
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly clock: string;
  readonly error: number | null;
}

/** The newest of each mode and input. */
export function profilesIn(entries: readonly JournalEntry[]): Profile[] {
  const newest = new Map(ofKind<Profile>(entries, 'profile').map((one) => [`${one.mode} ${one.input}`, one]));
  return [...newest.values()];
}

export function setsIn(entries: readonly JournalEntry[]): readonly FoundSet[] {
  return ofKind<{ sets: readonly FoundSet[] }>(entries, 'sets').at(-1)?.sets ?? [];
}

export function idealIn(entries: readonly JournalEntry[]): Ideal | null {
  const run = ofKind<IdealRun>(entries, 'ideal').at(-1);
  if (!run || run.ratio === null) return null;
  const kind = run.clock === 'modelled' ? 'modelled' : 'measured';
  return { speedup: run.ratio, low: run.low, high: run.high, kind, error: figureOrNull(run.error) };
}

export function verificationsIn(entries: readonly JournalEntry[]): Verification[] {
  return ofKind<{ trial: number; text?: string; verdict?: string }>(entries, 'verification').map(
    ({ trial, text, verdict }) => ({ trial, text: text ?? verdict ?? 'verified on further inputs' }),
  );
}

function ofKind<T>(entries: readonly JournalEntry[], kind: string): T[] {
  return entries.flatMap(({ record }) => ((record.kind as string) === kind ? [record as unknown as T] : []));
}
