/** The size of the processor's last-level cache: data that fits in it hardly uses main memory. */
import * as fs from 'node:fs';
import path from 'node:path';
import { parseMemorySize } from '../support/memory-size.js';

const FIRST_PROCESSOR = '/sys/devices/system/cpu/cpu0/cache';

/** Size of the level-3 cache in bytes, on Linux; null on other systems and without such a cache. */
export function lastLevelCacheBytes(folder = FIRST_PROCESSOR): number | null {
  const file = path.join(folder, 'index3', 'size');
  return fs.existsSync(file) ? parseMemorySize(fs.readFileSync(file, 'utf8').trim()) : null;
}
