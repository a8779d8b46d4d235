import { scanIncludes } from '../lexical/includes.js';
import type { TranslationUnit } from './project.js';

/**
 * Removes sources that another unit includes by `#include "kernel.cu"`: compiled separately they would be defined twice, or lack the text before the
 * include. Sources named by the user are kept. Of sources that include each other, the first one is kept.
 */
export function withoutIncludedSources(
  units: readonly TranslationUnit[],
  root: string,
  named: ReadonlySet<string>,
): TranslationUnit[] {
  const included = new Set<string>();
  for (const unit of units) {
    if (included.has(unit.file)) continue; // the unit that includes it reads its includes too
    for (const file of scanIncludes(unit, root).userFiles) {
      if (file !== unit.file && !named.has(file)) included.add(file);
    }
  }
  return units.filter(({ file }) => !included.has(file));
}
