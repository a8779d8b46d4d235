/** The oracle of `mantissa vectorize` on as many random loops as one likes, in one process; failures are written to a folder each. */
import * as fs from 'node:fs';
import path from 'node:path';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import type { VectorFormat } from '../../../src/features/vectorize/vector-format.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { checkLoops, type LoopVerdict } from './random-loops.js';

export interface FuzzLoopsOptions {
  readonly programs: number;
  readonly seed: number;
  readonly formats: readonly VectorFormat[];
  readonly reports: string;
  readonly say: (line: string) => void;
}

/** Loops that share a build. */
const BATCH = 40;

/** True if no comparison failed. */
export async function fuzzLoops({ programs, seed, formats, reports, say }: FuzzLoopsOptions): Promise<boolean> {
  const clang = new EmbeddedClang(cacheFolder(), 1);
  const engine = engines.native({ cache: cacheFolder() });
  const available = await engine.available();
  if (!available.ok) throw new Error(available.reason);
  const reasons = new Map<string, { count: number; source: string }>();
  const totals = { loops: 0, compared: 0, refused: 0, differences: 0 };
  try {
    for (let first = seed; first < seed + programs; first += BATCH) {
      const seeds = Array.from({ length: Math.min(BATCH, seed + programs - first) }, (_, at) => first + at);
      const { compared, refused, differences } = await checkLoops({ clang, engine }, seeds, formats);
      totals.loops += seeds.length;
      totals.compared += compared;
      totals.refused += new Set(refused.map(({ loop }) => loop)).size;
      totals.differences += differences.length;
      for (const { reason, loop } of refused) {
        const known = reasons.get(reason) ?? { count: 0, source: loop.source };
        reasons.set(reason, { ...known, count: known.count + 1 });
      }
      writeReports(differences, reports, say);
      say(
        `${totals.loops} loops, ${totals.compared} comparisons, ${totals.refused} refused, ${totals.differences} differences`,
      );
    }
  } finally {
    await engine.close();
    await clang.close();
  }
  for (const [reason, { count, source }] of [...reasons].sort((a, b) => b[1].count - a[1].count))
    say(`refused ${count} times: ${reason}; for example\n${source}`);
  return totals.differences === 0;
}

function writeReports(differences: LoopVerdict['differences'], reports: string, say: (line: string) => void): void {
  for (const { loop, format, comparison, written } of differences) {
    const folder = path.join(reports, `vectorize-${loop.name}-${format}-${comparison}`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'loop.c'), loop.source);
    fs.writeFileSync(path.join(folder, 'meaning.cpp'), loop.meaning);
    fs.writeFileSync(path.join(folder, 'written.cu'), written);
    say(`${loop.name} differs in ${format} (${comparison}); written to ${folder}`);
  }
}
