// Kernels as people write them, read by one compilation, and what is written for them.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import { type FoundLoop, vectorizedFunctions } from '../../../src/features/vectorize/vectorize.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

const SAMPLE = fileURLToPath(new URL('../../samples/vectorize/forms.cu', import.meta.url));
const clang = new EmbeddedClang(cacheFolder(), 1);
let found: FoundLoop[];
beforeAll(async () => {
  const settings = {
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: fileURLToPath(new URL('.', import.meta.url)),
  };
  const project = openProject({ inputs: [SAMPLE], ...settings });
  found = await vectorizedFunctions(clang, project, { assumeRestrict: false, reassociate: false });
});
afterAll(() => clang.close());

test.each([
  ['convolved', ['const float *__restrict__ weights', 'widen(weights[2])', 'load_around<2, 2>(x)']],
  ['gated', ['fast_exp(-x_i)', 'std::int64_t n']],
  ['softplus', ['log1p(exp(x_i))', 'rsqrt(x_i)']],
  ['copied', ['load_records<3>(in)', 'store_records(out']],
  ['turned', ['load_records<2>(z)', 'store_records(w']],
  ['faded', ['load_records<4>(p)']],
  ['alternating', ['at.where([=](std::int64_t i)']],
  ['normalised', ['int r', 'widen(mean[r])']],
] as const)('the kernel %s is vectorised', (name, parts) => {
  const read = found.find((one) => one.name === name)?.read;
  if (!read || read instanceof Error) throw read ?? new Error(`${name} was not found`);
  const text = writeSource(fuseProducts(read), SourceText.of(SAMPLE), {
    ...{ format: 'fp16', width: 8, selectBy: 'bits', inFloat: () => false, command: 'mantissa vectorize' },
  });
  for (const part of parts) expect(text).toContain(part);
});
