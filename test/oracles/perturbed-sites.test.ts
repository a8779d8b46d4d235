import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { baselineConfiguration } from '../../src/space/resolve.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from './check-oracles.js';
import { generateProgram, type Language, programArguments, writePrograms } from './generate-program.js';
import { BATCH_MS, clang, hasNative, native, open } from './oracle-bench.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-moved-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Groups that change what is printed when they are lowered alone, and do not when all their values are moved: some come to them unmoved. */
async function unmovedGroups(sources: string[], within: string): Promise<string[]> {
  const bench = await Workbench.open(clang, native, open(sources, within));
  try {
    const limits = limitsFor(programArguments);
    const { program, groups } = bench;
    const written = outcomeText(await bench.runs.emulated(baselineConfiguration, limits));
    const missed: string[] = [];
    for (const { frozen, sites } of groups.groups) {
      const wide = sites.filter((site) => program.sites[site]!.format === 'fp64');
      if (frozen !== null || wide.length === 0) continue;
      const lowered = { ...baselineConfiguration, sites: new Map(wide.map((site) => [site, 'fp32' as const])) };
      const outcome = await bench.runs.tryEmulate(lowered, limits);
      if (outcome.kind !== 'exited' || outcomeText(outcome) === written) continue;
      const moves = await Promise.all(
        (['scaled', 'negated'] as const).map(async (how) =>
          outcomeText(await bench.runs.perturbed(new Set(wide), limits, how)),
        ),
      );
      if (moves.every((text) => text === written)) missed.push(program.sites[wide[0]!]!.id);
    }
    return missed;
  } finally {
    await bench.close();
  }
}

const BATCHES: readonly { readonly language: Language; readonly firstSeed: number; readonly programs: number }[] = [
  { language: 'c', firstSeed: 301, programs: 5 },
  { language: 'c++', firstSeed: 301, programs: 5 },
  { language: 'cuda', firstSeed: 301, programs: 5 },
];

describe('the values of a group are perturbed wherever they are rounded', () => {
  for (const { language, firstSeed, programs } of BATCHES)
    it(
      `${programs} programs in ${language} from seed ${firstSeed}`,
      async ({ skip }) => {
        if (!hasNative) skip();
        const within = path.join(folder, `${language}-${firstSeed}`.replaceAll('+', 'p'));
        fs.mkdirSync(within);
        const drawn = Array.from({ length: programs }, (_, k) => generateProgram(firstSeed + k, language));
        expect(await unmovedGroups(writePrograms(within, drawn), within)).toEqual([]);
      },
      BATCH_MS,
    );
});
