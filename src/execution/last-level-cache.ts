/** The size of the processor's last-level cache, which decides whether a run's data ever comes from main memory. */
import * as fs from 'node:fs';
import path from 'node:path';
import { parseMemorySize } from '../support/memory-size.js';

const FIRST_PROCESSOR = '/sys/devices/system/cpu/cpu0/cache';

/** As Linux tells it of the level-3 cache, in bytes; null elsewhere, and of processors without one. */
export function lastLevelCacheBytes(folder = FIRST_PROCESSOR): number | null {
  const file = path.join(folder, 'index3', 'size');
  return fs.existsSync(file) ? parseMemorySize(fs.readFileSync(file, 'utf8').trim()) : null;
}
