import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import type { Artifact } from '../../src/execution/engine.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { type BinaryFormat, binaryFormats, formats } from '../../src/numerics/format.js';
import { roundTo } from '../../src/numerics/rounding.js';
import type { Program } from '../../src/program/program.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { temporaryFolder } from '../../src/support/temporary-folder.js';
import { readFlattened } from '../../src/workbench/flat-program.js';
import { formatTable } from '../../src/workbench/format-table.js';
import { instrumentedRunnable } from '../../src/workbench/runnable.js';

const SOURCE = `#include <cstdio>
#include <cstdlib>
int main(int count, char **given)
{
  double stored[1];
  for (int i = 1; i < count; i++) {
    stored[0] = atof(given[i]);
    printf("%.17g\\n", stored[0]);
  }
  return 0;
}
`;

const clang = new EmbeddedClang(cacheFolder(), 1);
const engine = engines.wasm({ cache: cacheFolder(), clang });
const temporary = temporaryFolder('mantissa-format-letters-');
let program: Program;
let artifact: Artifact;

beforeAll(async () => {
  const file = path.join(temporary.path, 'store.cpp');
  fs.writeFileSync(file, SOURCE);
  const options = { inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: temporary.path };
  const flat = await readFlattened(clang, openProject(options), path.join(temporary.path, 'flat'));
  const runnable = instrumentedRunnable(flat, 'emulate');
  program = runnable.program;
  const built = await engine.build(runnable.request);
  if (built.kind !== 'built') throw new Error(JSON.stringify(built));
  artifact = built.artifact;
});
afterAll(async () => {
  await engine.close();
  await clang.close();
  temporary.remove();
});

async function printed(table: string, values: readonly number[]) {
  const outcome = await engine.run(artifact, {
    ...{ arguments: values.map(String), timeoutMs: 60_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 31 },
    environment: { MANTISSA_FORMATS: table },
  });
  if (outcome.kind !== 'exited') throw new Error(outcome.kind);
  return {
    code: outcome.exitCode,
    lines: outcome.stdout.toString().trim().split('\n'),
    said: outcome.stderr.toString(),
  };
}

/** As the program is instrumented, all of its sites in one format. */
function tableOf(format: BinaryFormat): string {
  const sites = new Map(program.sites.map((_, site) => [site, format] as const));
  const table = formatTable(program, { sites, operations: new Map() });
  if (table.kind !== 'table') throw new Error(`no table for ${format}`);
  return table.text;
}

it.each(binaryFormats)('a store under the letter of %s rounds to that format', async (format) => {
  const { largest, smallestSubnormal } = formats[format];
  const values = [1.3, -2.71828, 100.7, 448, 463, 465, 1e5, 1e-4, 3e-8, -1e300].concat(
    Number.isFinite(largest * 1.04) ? [largest * 0.999, largest * 1.04, smallestSubnormal * 1.5] : [],
  );
  const { code, lines } = await printed(tableOf(format), values);
  expect(code).toBe(0);
  expect(lines.map((line) => Number(line.replace('inf', 'Infinity')))).toEqual(values.map((x) => roundTo(format, x)));
});

it.each([...'cefglmnopqrtuvwxyzAD%'])(
  'a table with the letter %s, which no format of the build has, is refused',
  async (letter) => {
    const { code, said } = await printed(tableOf('fp64').replace(/\|d/, `|${letter}`), [1.1]);
    expect(code).toBe(87);
    expect(said).toContain(`site 0 the letter '${letter}'`);
  },
);
