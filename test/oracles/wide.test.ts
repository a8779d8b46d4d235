/** Emulated prints what built prints, also with formats wider than fp64: as much of a number as the text prints, and all of its digits. */
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../src/numerics/format.js';
import { randomConfiguration, widestConfiguration } from '../../src/space/configuration.js';
import type { Configuration } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { limitsFor, outcomeText } from './check-oracles.js';
import { BATCH_MS, clang, hasNative, native, open, wasm } from './oracle-bench.js';

const samples = path.join(import.meta.dirname, '../samples');
const programs = [
  ...['wide', 'wide-mixes'].flatMap((area) =>
    fs.readdirSync(path.join(samples, area)).map((name) => path.join(area, name)),
  ),
  'oracles/a-c-unit-and-a-cuda-unit-make-one-program', // in C that is compiled as C++
  'oracles/copies-in-a-header-convert-in-every-unit',
  'oracles/the-allowed-dynamic-shared-memory-follows-the-arrays',
  'oracles/a-deduced-type-parameter-keeps-its-format',
  'oracles/shared-memory-and-launches-are-written-in-many-ways',
  'oracles/literals-have-all-their-digits-wherever-they-stand',
  'oracles/braces-round-and-narrow-wherever-they-stand', // operands that make records
  'oracles/units-share-what-their-headers-declare', // operands that call functions of another unit
  'oracles/vectors-are-read-from-an-array-that-keeps-its-format',
];
const TWO_PARTS: readonly Format[] = ['fp64x2', 'fp32', 'fp32x2', 'fp64'];
const MIXED: readonly Format[] = [...TWO_PARTS, 'fp64x4'];

function configurations({ program, groups }: Workbench): Configuration[] {
  return [
    widestConfiguration(program, groups, 'fp64x2'),
    randomConfiguration(program, groups, TWO_PARTS, seededRandom(1)),
    randomConfiguration(program, groups, MIXED, seededRandom(2)),
  ];
}

describe.each(programs)('%s', (name) => {
  const folder = path.join(samples, name);
  const engine = hasNative ? native : wasm;
  it(
    'prints the same emulated as built',
    async () => {
      const files = fs.readdirSync(folder).filter((one) => /\.(?:c|cpp|cu)$/.test(one));
      const bench = await Workbench.open(
        clang,
        engine,
        open(
          files.map((one) => path.join(folder, one)),
          folder,
        ),
      );
      try {
        for (const configuration of configurations(bench))
          for (const digits of ['as-written', 'full'] as const) {
            const built = outcomeText(await bench.runs.built(configuration, limitsFor([]), undefined, digits));
            const emulated = outcomeText(await bench.runs.emulated(configuration, limitsFor([]), digits));
            expect(emulated).toBe(built);
          }
      } finally {
        bench.close();
      }
    },
    BATCH_MS,
  );
});
