import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findBlockSizes } from '../../src/analysis/launches/find-block-sizes.js';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import { type Suggestions, walkBlocks } from '../../src/search/block-walk.js';
import { cacheFolder } from '../../src/support/cache-folder.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());
const samples = path.join(import.meta.dirname, '../samples/blocks');

type Written = Readonly<Record<string, number>>;

/** Walks over a sample whose kernels take what a test says with blocks of these sizes; what was asked for, and what was best. */
async function walked(
  sample: string,
  timeOf: (kernel: string, sizes: Written) => number | null,
  suggested: Readonly<Record<string, number>>,
  multiprocessors: number | null = 100,
) {
  const folder = path.resolve(samples, sample);
  const request = { inputs: [folder], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const syntax = await readSyntax(clang, openProject(request));
  const { program } = syntax;
  const found = findBlockSizes(syntax);
  const asWritten = Object.fromEntries(found.sizes.map(({ id, value }) => [id, value]));
  const kernels = program.functions.flatMap(({ kind, name }, index) => (kind === 'kernel' ? [{ name, index }] : []));
  const times = (sizes: Written) => {
    const all = kernels.map(({ name, index }) => [index, timeOf(name, { ...asWritten, ...sizes })] as const);
    return all.some(([, ms]) => ms === null) ? null : new Map(all.map(([index, ms]) => [index, ms!]));
  };
  const suggestions: Suggestions = {
    multiprocessors,
    kernels: new Map(
      kernels.flatMap(({ name, index }) =>
        suggested[name] === undefined ? [] : [[index, { threads: suggested[name], blocks: 800 }]],
      ),
    ),
  };
  const walk = walkBlocks(program, found, suggestions, times({})!);
  const asked: Written[] = [];
  let step = walk.next();
  while (!step.done) {
    const sizes = Object.fromEntries(step.value);
    asked.push(sizes);
    step = walk.next(times(sizes));
  }
  return { asked, best: Object.fromEntries(step.value) };
}

describe('the walk over block sizes', () => {
  it('climbs from the suggestion as long as it gets faster, then goes down from it', async () => {
    const fastestAt =
      (best: number) =>
      (_: string, { 'axpy.block': size }: Written) =>
        1 + Math.abs(Math.log2(size! / best));
    const up = await walked('a-loop-in-steps-of-the-grid-takes-any-grid', fastestAt(512), { axpy: 256 }, null);
    expect(up.asked.map((one) => one['axpy.block'])).toEqual([512, 1024, 128]);
    expect(up.best).toEqual({ 'axpy.block': 512 });
    const down = await walked('a-loop-in-steps-of-the-grid-takes-any-grid', fastestAt(64), { axpy: 768 }, null);
    expect(down.asked.map((one) => one['axpy.block'])).toEqual([768, 1024, 512, 128, 64, 32]);
    expect(down.best).toEqual({ 'axpy.block': 64 });
  });

  it('gives a grid that may be any twice the multiprocessors, then what is at work at once', async () => {
    const { asked, best } = await walked(
      'a-loop-in-steps-of-the-grid-takes-any-grid',
      (_, { 'axpy.block': size, 'axpy.grid': grid }) => (size === 256 ? 2 : 3) + (grid === 800 ? 0 : 1),
      { axpy: 256 },
    );
    expect(asked[0]).toEqual({ 'axpy.grid': 200 });
    expect(best).toEqual({ 'axpy.grid': 800 });
    expect(asked).toContainEqual({ 'axpy.grid': 800 });
  });

  it('changes nothing if nothing is faster', async () => {
    const { asked, best } = await walked('literals-of-the-grid-follow-the-block', () => 1, { scale: 1024, shift: 512 });
    expect(asked.length).toBeGreaterThan(1);
    expect(best).toEqual({});
  });

  it('has planes as wide as a warp, and tries other proportions of as many threads', async () => {
    const { asked, best } = await walked(
      'each-side-of-a-plane-follows-its-own-size',
      (_, sizes) => {
        const [x, y] = [sizes['smooth.block.x']!, sizes['smooth.block.y']!];
        return 1 + Math.abs(Math.log2((x * y) / 256)) + Math.abs(Math.log2(x / 64));
      },
      { relax: 512 },
    );
    expect(asked[0]).toMatchObject({ 'smooth.block.x': 32, 'smooth.block.y': 16 });
    expect(best).toMatchObject({ 'smooth.block.x': 64, 'smooth.block.y': 4 });
    for (const sizes of asked)
      expect((sizes['smooth.block.x'] ?? 16) * (sizes['smooth.block.y'] ?? 8)).toBeLessThanOrEqual(1024);
  });

  it('goes on below a square, whose threads are every other power of two', async () => {
    const source = path.join(import.meta.dirname, '../../corpus/gaussian');
    const { asked, best } = await walked(source, (_, sizes) => sizes['main.side']! / 4, { fan1: 1024, fan2: 1024 });
    expect(asked.map((one) => one['main.side']).filter(Boolean)).toEqual(expect.arrayContaining([32, 8, 4]));
    expect(best['main.side']).toBe(4);
  });

  it('steps over what does not hold', async () => {
    const { best } = await walked(
      'literals-of-the-grid-follow-the-block',
      (_, sizes) => (Object.values(sizes).some((size) => size > 512) ? null : 1000 / Math.min(...Object.values(sizes))),
      { scale: 256, shift: 256 },
    );
    expect(best).toEqual({ 'scale.block': 512, 'shift.block': 512 });
  });
});
