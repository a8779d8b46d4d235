/** Which programs rely on bytes that are whole numbers of elements. */
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { temporaryFolder } from '../../src/support/temporary-folder.js';
import { readFlattened } from '../../src/workbench/flat-program.js';
import { instrumentedRunnable } from '../../src/workbench/runnable.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const temporary = temporaryFolder('mantissa-size-uses-');
afterAll(async () => {
  await clang.close();
  temporary.remove();
});

let programs = 0;

async function isPadded(body: string): Promise<boolean> {
  const folder = path.join(temporary.path, String(programs++));
  fs.mkdirSync(folder);
  const file = path.join(folder, 'program.cpp');
  fs.writeFileSync(
    file,
    `#include <cstdlib>\n#include <cstring>\nint main(int argc, char **) {\n  size_t n = argc, k = 0;\n  double *x = (double *) malloc(n * sizeof(double)), y[3];\n  memset(y, 0, sizeof y);\n  ${body}\n  return x[k] + y[0] > 0;\n}\n`,
  );
  const options = { inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const flat = await readFlattened(clang, openProject(options), path.join(folder, 'flat'));
  return instrumentedRunnable(flat, 'emulate-wide').request.sources[0]!.text.includes('#define MX_PADDED 1\n');
}

it.each([
  ['k = n;', false],
  ['memcpy(x, y, (size_t) (2 * (int) sizeof(double)));', false],
  ['size_t bytes = n * sizeof(double); x = (double *) realloc(x, bytes + 64);', false],
  ['k = sizeof y / sizeof(double) - 3;', true],
  ['k = n % (2 * sizeof(double));', true],
  ['const size_t size = sizeof(double); k = 512 / size;', true],
  ['k = 512; k /= sizeof(double);', true],
])('sizes that are divided by make carriers of a power of two of bytes: %s', async (body, padded) => {
  expect(await isPadded(body)).toBe(padded);
});
