/** Emulated prints what built prints also where each call of a function has formats of its own, in a text that has copies for those that differ. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { notCopied } from '../../src/analysis/call-copies/copy-obstacles.js';
import type { Format } from '../../src/numerics/format.js';
import { randomConfiguration, widestConfiguration } from '../../src/space/configuration.js';
import { baselineConfiguration } from '../../src/space/resolve.js';
import { seededRandom } from '../../src/support/random.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { naming } from '../support/naming.js';
import { limitsFor, outcomeText } from './check-oracles.js';
import { BATCH_MS, clang, hasNative, native, open, wasm } from './oracle-bench.js';

const samples = path.join(import.meta.dirname, '../samples/calls-apart');
const MIXED: readonly Format[] = ['fp64x2', 'fp64', 'fp32'];
const SEEDS = [1, 2];

describe.each(fs.readdirSync(samples))('%s', (name) => {
  const folder = path.join(samples, name);
  const files = fs.readdirSync(folder).filter((one) => /^program\./.test(one));
  const project = {
    ...open(
      files.map((one) => path.join(folder, one)),
      folder,
    ),
    callsApart: true,
  };
  const copied = (texts: ReadonlyMap<string, string>) =>
    [...texts]
      .filter(([file]) => files.includes(file))
      .flatMap(([, text]) => text.match(/\b[a-z]+_[2-9]\b(?=\()/g) ?? []);
  it(
    'prints the same emulated as built',
    async () => {
      const bench = await Workbench.open(clang, hasNative ? native : wasm, project);
      try {
        const { program, groups } = bench;
        const original = outcomeText(await bench.runs.original(limitsFor([])));
        expect(outcomeText(await bench.runs.emulated(baselineConfiguration, limitsFor([])))).toBe(original);
        const wide = widestConfiguration(program, groups, 'fp64x2');
        // where all formats are the same there is one function again
        expect(copied(await bench.variants.rewrite(wide))).toEqual([]);
        const random = SEEDS.map((seed) => randomConfiguration(program, groups, MIXED, seededRandom(seed)));
        for (const configuration of random) expect(copied(await bench.variants.rewrite(configuration))).not.toEqual([]);
        for (const configuration of [wide, ...random])
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

it("functions whose copies do not compile stay one function, with the compiler's message", {
  timeout: 120_000,
}, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-calls-apart-'));
  const file = path.join(folder, 'weak.c');
  fs.writeFileSync(
    file,
    '__attribute__((weak)) double f(double x) { return x / 3; }\nint main(void) { return f(1.5) + f(2.5) > 9; }\n',
  );
  const bench = await Workbench.open(clang, wasm, { ...open([file], folder), callsApart: true });
  try {
    expect(bench.calls?.copies).toEqual([]);
    expect(bench.calls?.together).toEqual([
      { name: 'f', place: 'weak.c:1', reason: naming(notCopied('uncompiled-copies').reason) },
    ]);
    expect(outcomeText(await bench.runs.emulated(baselineConfiguration, limitsFor([])))).toBe('exit 0\n');
  } finally {
    bench.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
