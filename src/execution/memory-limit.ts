/** How much memory a run may use, and how a run that met the limit says so. */
import os from 'node:os';
import { memorySizeText } from '../support/memory-size.js';
import type { RunRequest } from './engine.js';

/** What the machine has, or the container: the same from one minute to the next, so that a program that ran runs again. */
export function machineMemoryBytes(): number {
  const total = os.totalmem();
  const container = process.constrainedMemory?.() ?? 0;
  return container > 0 && container < total ? container : total;
}

export function limitText({ maxMemoryBytes }: Pick<RunRequest, 'maxMemoryBytes'>): string {
  return `the limit is ${memorySizeText(maxMemoryBytes)}, --memory sets another`;
}

/** What programs say when an allocation fails; an allocator that finds itself damaged says other things. */
const WORDS =
  /(?:out of|no|not enough|insufficient|cannot|can't|could not|unable|fail\w*)\b.{0,40}(?:memory|alloc)|(?:memory|alloc\w*)\b.{0,40}(?:fail|exhaust|exceed|null)/i;
const LAST_BYTES = 4096;

/** What the embedded compiler and its linker say of a program with more static data than they hold. */
export function wantsMemory(diagnostics: string): boolean {
  return /cannot open \S*object\.o|needs more than the \d+ GiB/.test(diagnostics);
}

/** For a program that ended badly with words about memory: whether the limit was the reason, nobody but the program knows. */
export function remarkOnMemory(said: Buffer, request: Pick<RunRequest, 'maxMemoryBytes'>): string | null {
  return WORDS.test(said.subarray(-LAST_BYTES).toString('latin1')) ? limitText(request) : null;
}
