import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { parseConfiguration, writeConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { runLimits } from '../../src/workbench/run-limits.js';
import { Workbench } from '../../src/workbench/workbench.js';
import { diagnostic } from '../support/diagnostics.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
afterAll(async () => {
  await engine.close();
  await clang.close();
});

const samples = path.join(import.meta.dirname, '../samples');

async function withSample<T>(sample: string, use: (bench: Workbench) => Promise<T>): Promise<T> {
  const folder = path.join(samples, sample);
  const request = { inputs: [folder], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const bench = await Workbench.open(clang, engine, openProject(request));
  try {
    return await use(bench);
  } finally {
    bench.close();
  }
}

function sized(bench: Workbench, blocks: Readonly<Record<string, number>>) {
  const text = JSON.stringify({ schemaVersion: 1, formats: {}, blocks });
  return parseConfiguration(text, 'configuration.json', bench.program, bench.groups);
}

/** The lines that a rewriting changed. */
async function changed(bench: Workbench, blocks: Readonly<Record<string, number>>): Promise<string[]> {
  const files = await bench.variants.rewrite(sized(bench, blocks));
  return [...files].flatMap(([file, text]) => {
    const before = fs.readFileSync(path.join(bench.project.root, file), 'utf8').split('\n');
    return text.split('\n').flatMap((line, at) => (line === before[at] ? [] : [line.trim()]));
  });
}

describe('thread blocks with other sizes', () => {
  it('are written where the text has their numbers, and grids follow', async () => {
    await withSample('blocks/literals-of-the-grid-follow-the-block', async (bench) => {
      expect(await changed(bench, { 'scale.block': 512, 'shift.block': 64 })).toEqual([
        'scale<<<(n + 511) / 512, 512>>>(x, 1.5, n);',
        'int blocks = (n + 63) / 64;',
        'shift<<<blocks, 64>>>(x, 0.25, n);',
        'scale<<<blocks, 64>>>(x, 3.0, n);',
      ]);
      expect(await changed(bench, { 'scale.block': 256 })).toEqual([]);
    });
    await withSample('oracles/thread-blocks-have-other-sizes', async (bench) => {
      expect(await changed(bench, { THREADS: 256, 'main.block.x': 64, 'scale.grid': 264 })).toEqual([
        'const dim3 block(64, 8);',
        'scale<<<264, 64>>>(out, 1.1, n);',
        '#define THREADS 256',
      ]);
    });
    await withSample('blocks/kernels-get-sizes-of-their-own-where-one-kernel-needs-the-macro', async (bench) => {
      expect(await changed(bench, { 'scale.block': 64 })).toEqual([
        'int blocks = (n + 64 - 1) / 64;',
        'scale<<<blocks, 64>>>(in, n, 0.1);',
        'for (int k = 0; k < PARTS; k++) scale<<<(n + 64 - 1) / 64, 64>>>(in, n, 1.0 / 3.0);',
      ]);
    });
  });

  it.each([
    ['blocks/literals-of-the-grid-follow-the-block', { 'scale.block': 32, 'shift.block': 1024 }],
    [
      'blocks/each-side-of-a-plane-follows-its-own-size',
      { 'smooth.block.x': 4, 'smooth.block.y': 64, 'smooth.tile.x': 1 },
    ],
    ['blocks/a-loop-in-steps-of-the-grid-takes-any-grid', { 'axpy.block': 96, 'axpy.grid': 7 }],
    ['blocks/a-parameter-of-a-template-stays', { 'main.threads': 7 }],
    ['blocks/kernels-get-sizes-of-their-own-where-one-kernel-needs-the-macro', { 'scale.block': 96 }],
    ['oracles/thread-blocks-have-other-sizes', { THREADS: 2, 'main.block.y': 1, 'scale.block': 1 }],
  ])('compute what the program computes: %s with %j', async (sample, blocks) => {
    await withSample(sample, async (bench) => {
      const expected = await bench.runs.original(runLimits());
      const found = await bench.runs.built(sized(bench, { ...blocks }), runLimits());
      expect(expected).toMatchObject({ kind: 'exited', exitCode: 0 });
      expect(found).toMatchObject({ kind: 'exited', exitCode: 0 });
      if (expected.kind === 'exited' && found.kind === 'exited') {
        expect(expected.stdout.length).toBeGreaterThan(100);
        expect(found.stdout.toString()).toBe(expected.stdout.toString());
      }
    });
  });

  it('are read back from the file they are written to', async () => {
    await withSample('blocks/a-loop-in-steps-of-the-grid-takes-any-grid', async (bench) => {
      const configuration = sized(bench, { 'axpy.block': 512 });
      const text = writeConfiguration(configuration, bench.program);
      expect(parseConfiguration(text, 'again.json', bench.program, bench.groups)).toEqual(configuration);
    });
  });

  it.each([
    [{ THREADS: 128 }, 'MX2055', ['THREADS', 'square', 'blockIdx.x']],
    [{ 'main.threads': 2048 }, 'MX2055', ['2048', '1024']],
    [{ 'main.thread': 32 }, 'MX2054', ['main.thread', 'main.threads']],
    [{ 'main.threads': 0 }, 'MX2055', ['main.threads', '0']],
  ] as const)('are refused: %j', async (blocks, code, names) => {
    await withSample('blocks/a-parameter-of-a-template-stays', async (bench) => {
      const written = async () => bench.variants.rewrite(sized(bench, { ...blocks }));
      await expect(written()).rejects.toThrow(diagnostic(code, { names }));
    });
  });
});
