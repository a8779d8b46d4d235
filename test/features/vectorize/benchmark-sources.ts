/** The vectorised sources of experiments/vectorize/generated, as mantissa vectorize writes them. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { EmbeddedClang } from '../../../src/clang/compiler.js';
import { fuseProducts } from '../../../src/features/vectorize/fuse-products.js';
import { keptInFloat } from '../../../src/features/vectorize/keep-in-float.js';
import { hasDeclaredHalves, type LaneNode } from '../../../src/features/vectorize/lane-program.js';
import { widestVector } from '../../../src/features/vectorize/record-groups.js';
import { SourceText } from '../../../src/features/vectorize/source-text.js';
import { vectorizedFunctions } from '../../../src/features/vectorize/vectorize.js';
import { writeSource } from '../../../src/features/vectorize/write-source.js';
import { openProject } from '../../../src/frontend/project/open-project.js';

interface Loops {
  readonly source: string;
  readonly functions: readonly string[];
  readonly formats: readonly ('fp16' | 'fp32')[];
  readonly reassociate?: boolean;
  /** Also write halves without fma, which have the bits of the scalar source. */
  readonly exact?: boolean;
}

export const folder = path.join(import.meta.dirname, '../../../experiments/vectorize');

/** File name → text. */
export async function benchmarkSources(clang: EmbeddedClang): Promise<Map<string, string>> {
  const loops = JSON.parse(fs.readFileSync(path.join(folder, 'loops.json'), 'utf8')) as Loops[];
  const written = new Map<string, string>();
  for (const { source, functions, formats, reassociate = false, exact = false } of loops) {
    const file = path.join(folder, source);
    const settings = { includeFolders: [], defines: [], undefines: [], workingFolder: folder };
    const project = openProject({ inputs: [file], ...settings });
    const found = await vectorizedFunctions(clang, project, { assumeRestrict: false, reassociate });
    for (const name of functions) {
      const read = found.find((one) => one.name === name)?.read;
      if (!read || read instanceof Error) throw read ?? new Error(`${source} has no ${name}`);
      for (const format of formats)
        for (const isExact of exact && format === 'fp16' ? [false, true] : [false]) {
          const program = isExact ? read : fuseProducts(read);
          const inFloat = hasDeclaredHalves(program) ? new Set<LaneNode>() : keptInFloat(program, format);
          const width = widestVector(program, format);
          const options = `--function ${name} --format ${format} --width ${width}${isExact ? ' --no-fma' : ''}${reassociate ? ' --reassociate' : ''}`;
          const text = writeSource(program, SourceText.of(file), {
            ...{ format, width, selectBy: 'bits', inFloat: (node) => inFloat.has(node) },
            command: `mantissa vectorize ${source} ${options}`,
          });
          written.set(`${name}_${format}${isExact ? '_exact' : ''}.cu`, text);
        }
    }
  }
  return written;
}
