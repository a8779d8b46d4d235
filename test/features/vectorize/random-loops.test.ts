// A few random loops; npm run fuzz -- --vectorize checks as many as one likes.
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { engines } from '../../../src/execution/engines.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { checkLoops } from './random-loops.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const native = engines.native({ cache: cacheFolder() });
const isNative = (await native.available()).ok;
if (!isNative) console.warn('SKIPPED: no g++ on the PATH, so no random loops are compared');
afterAll(async () => {
  await native.close();
  await clang.close();
});

test.skipIf(!isNative)(
  'random loops on vectors have the bits of their source',
  async () => {
    // the last three have conditions that no iteration changes
    const seeds = [...Array.from({ length: 24 }, (_, at) => at + 1), 5000343, 5000379, 5000584];
    const { compared, refused, differences } = await checkLoops({ clang, engine: native }, seeds, [
      'fp16',
      'bf16',
      'fp32',
    ]);
    expect(
      differences.map(({ loop, format, comparison }) => `${loop.name} ${format} ${comparison}\n${loop.source}`),
    ).toEqual([]);
    expect(compared).toBeGreaterThan(7 * 16);
    // reasons are in the words of the source
    expect(
      refused.map(({ reason }) => reason).filter((reason) => /%|extractelement|shufflevector/.test(reason)),
    ).toEqual([]);
  },
  300_000,
);
