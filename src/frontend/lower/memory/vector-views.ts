/** Memory accessed as CUDA vectors: `reinterpret_cast<float4 *>(a)[i]`, `n * sizeof(double2)`. Its sites are marked as vectors. */

import { SparseSets } from '../../../support/sparse-sets.js';
import type { ProgramBuilder } from '../builder.js';

export function markVectorViews(builder: ProgramBuilder): void {
  if (builder.vectorMentions.size === 0) return;
  const sameFormat = new SparseSets();
  for (const { a, b } of builder.flows) sameFormat.union(a, b);
  const vectorMemory = new Set([...builder.vectorMentions].map((cell) => sameFormat.find(cell)));
  builder.sites.forEach((site, index) => {
    if (vectorMemory.has(sameFormat.find(index))) site.isOfVectors = true;
  });
}
