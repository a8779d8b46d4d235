/** Writes other thread-block sizes in place of the numbers in the text. */
import type { BlockSize } from '../analysis/launches/block-sizes.js';
import type { SourceEdits } from './source-edits.js';

export function resizeBlocks(
  edits: SourceEdits,
  sizes: readonly BlockSize[],
  wanted: ReadonlyMap<string, number>,
): void {
  for (const { id, value, literals } of sizes) {
    const size = wanted.get(id) ?? value;
    if (size === value) continue;
    for (const { range, less } of literals) edits.replace(range, 'size', () => String(size - less));
  }
}
