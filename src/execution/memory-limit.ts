/** The default memory limit of runs, and messages for runs that may have reached it. */
import os from 'node:os';
import { memorySizeText } from '../support/memory-size.js';
import type { RunRequest } from './engine.js';

/** Memory of the machine or the container. The free memory is not used, because it changes between runs. */
export function machineMemoryBytes(): number {
  const total = os.totalmem();
  const container = process.constrainedMemory?.() ?? 0;
  return container > 0 && container < total ? container : total;
}

export function limitText({ maxMemoryBytes }: Pick<RunRequest, 'maxMemoryBytes'>): string {
  return `the limit is ${memorySizeText(maxMemoryBytes)}; change it with --memory`;
}

/** Typical messages of a failed allocation, but not of a corrupted heap. */
const WORDS =
  /(?:out of|no|not enough|insufficient|cannot|can't|could not|unable|fail\w*)\b.{0,40}(?:memory|alloc)|(?:memory|alloc\w*)\b.{0,40}(?:fail|exhaust|exceed|null)/i;
const LAST_BYTES = 4096;

/** Whether the embedded compiler or linker failed because the program has too much static data. */
export function wantsMemory(diagnostics: string): boolean {
  return /cannot open \S*object\.o|needs more than the \d+ GiB/.test(diagnostics);
}

/** A remark for a program that failed with a message about memory. The limit may, but need not, be the cause. */
export function remarkOnMemory(said: Buffer, request: Pick<RunRequest, 'maxMemoryBytes'>): string | null {
  return WORDS.test(said.subarray(-LAST_BYTES).toString('latin1')) ? limitText(request) : null;
}
