import { scanIncludes } from '../lexical/includes.js';
import type { TranslationUnit } from './project.js';

/**
 * Units without the sources that another unit already reads by `#include "kernel.cu"`: compiled alone they would be defined
 * twice, or lack what comes before the include. Sources the user named stay. Of files that include each other the first stays.
 */
export function withoutIncludedSources(
  units: readonly TranslationUnit[],
  root: string,
  named: ReadonlySet<string>,
): TranslationUnit[] {
  const included = new Set<string>();
  for (const unit of units) {
    if (included.has(unit.file)) continue; // whoever includes it reads what it includes
    for (const file of scanIncludes(unit, root).userFiles) {
      if (file !== unit.file && !named.has(file)) included.add(file);
    }
  }
  return units.filter(({ file }) => !included.has(file));
}
