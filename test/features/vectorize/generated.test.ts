import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import { vectorizedFunction } from '../../../src/features/vectorize/vectorize.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';

interface Loops {
  readonly source: string;
  readonly functions: readonly string[];
  readonly formats: readonly ('fp16' | 'fp32')[];
  readonly reassociate?: boolean;
}

const folder = path.join(import.meta.dirname, '../../../experiments/vectorize');
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());

test('the sources of the benchmarks are what mantissa vectorize writes (node experiments/vectorize/generate.mjs)', async () => {
  const loops = JSON.parse(fs.readFileSync(path.join(folder, 'loops.json'), 'utf8')) as Loops[];
  const expected: string[] = [];
  for (const { source, functions, formats, reassociate = false } of loops) {
    const file = path.join(folder, source);
    const settings = { includeFolders: [], defines: [], undefines: [], workingFolder: folder };
    const project = openProject({ inputs: [file], ...settings });
    for (const name of functions) {
      const reading = { assumeRestrict: false, reassociate };
      const program = fuseProducts(await vectorizedFunction(clang, project, name, reading));
      for (const format of formats) {
        const width = format === 'fp16' ? 8 : 4;
        const options = `--function ${name} --format ${format} --width ${width}${reassociate ? ' --reassociate' : ''}`;
        const written = writeSource(program, SourceText.of(file), {
          ...{ format, width, selectBy: 'bits', inFloat: () => false },
          command: `mantissa vectorize ${source} ${options}`,
        });
        expected.push(`${name}_${format}.cu`);
        expect(written).toBe(fs.readFileSync(path.join(folder, 'generated', expected.at(-1)!), 'utf8'));
      }
    }
  }
  expect(fs.readdirSync(path.join(folder, 'generated')).sort()).toEqual(expected.sort());
});
