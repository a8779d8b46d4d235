import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBlockExecutions } from '../../src/analysis/performance/block-executions.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { clang, hasNative, native, open, wasm } from '../oracles/oracle-bench.js';

/** Small inputs of programs whose control flow differs: tiles and barriers, early exits, several units, atomics, host code alone. */
const CORPUS: Readonly<Record<string, readonly string[]>> = {
  boxmd: ['1', '1'],
  dot: ['500', '2'],
  euler3d: ['8', '1'],
  lud: ['32', '16'],
  simpsons: [],
  sp: ['8', '2'],
};
/** Samples by what could keep operations of a block from running equally often. */
const SAMPLES = /lambda|throw|default|conditional|stands-for-each|order/;

const engine = hasNative ? native : wasm;

async function bothWays(inputs: string[], args: readonly string[]): Promise<void> {
  const bench = await Workbench.open(clang, engine, open(inputs, path.dirname(inputs[0]!)));
  try {
    const limits = { arguments: args, timeoutMs: 600_000, maxOutputBytes: 1 << 24, maxMemoryBytes: 2 ** 30 };
    const each = await bench.runs.profile('count-each', limits);
    const blocks = await bench.runs.profile('count', limits);
    expect(blocks.operations).toEqual(each.operations);
    expect(blocks.counts.launches).toEqual(each.counts.launches);
    expect(blocks.counts.transfers).toEqual(each.counts.transfers);
    for (const [site, stores] of blocks.counts.stores!) expect(stores).toBe(each.counts.stores!.get(site));
    expect(findBlockExecutions(bench.program, blocks.counts)).toEqual(findBlockExecutions(bench.program, each.counts));
  } finally {
    bench.close();
  }
}

describe('counting one operation of a block gives the same result as counting each', () => {
  const corpus = path.join(import.meta.dirname, '../../corpus');
  for (const [name, args] of Object.entries(CORPUS)) it(name, () => bothWays([path.join(corpus, name)], args));

  for (const folder of ['oracles', 'counting']) {
    const samples = path.join(import.meta.dirname, '../samples', folder);
    for (const name of fs.readdirSync(samples).filter((one) => folder === 'counting' || SAMPLES.test(one))) {
      const sample = path.join(samples, name);
      const sources = fs.readdirSync(sample).filter((file) => /\.(?:c|cpp|cu)$/.test(file));
      const isProject = fs.existsSync(path.join(sample, 'mantissa.json'));
      const inputs = (isProject ? ['mantissa.json'] : sources).map((file) => path.join(sample, file));
      it(name.replaceAll('-', ' '), () => bothWays(inputs, []));
    }
  }
});
