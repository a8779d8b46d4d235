/** Which operations say that their operands have an order, and so are not emulated in formats of several parts. */
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { temporaryFolder } from '../../src/support/temporary-folder.js';
import { instrumentedRunnable, readFlattened } from '../../src/workbench/runnable.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const temporary = temporaryFolder('mantissa-own-variables-');
afterAll(async () => {
  await clang.close();
  temporary.remove();
});

let programs = 0;

/** The symbols of operations whose operands have an order. */
async function inOrder(body: string): Promise<string[]> {
  const folder = path.join(temporary.path, String(programs++));
  fs.mkdirSync(folder);
  const file = path.join(folder, 'program.cpp');
  fs.writeFileSync(
    file,
    `double global = 1;\ndouble next() { return global *= 0.5; }\ndouble set(double *x) { return *x = 2; }\ndouble to(double &x) { return x = 3; }\nint main() {\n  double x = 0.25, y = 1;\n  static double kept = 2;\n  ${body}\n  return y + kept > 0;\n}\n`,
  );
  const options = { inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const flat = await readFlattened(clang, openProject(options), path.join(folder, 'flat'));
  const { inOrder: found, program } = instrumentedRunnable(flat, 'emulate-wide');
  return [...found].map((operation) => program.operations[operation]!.symbol);
}

describe('an operation with a call among its operands', () => {
  it.each(['y = x + next();', 'y = next() * x * x;', 'y = (x - 0.5) / next();', 'int i = 3; i++; y = i % 2 + next();'])(
    'has no order where the other one is out of reach: %s',
    async (body) => {
      expect(await inOrder(body)).toEqual([]);
    },
  );

  it.each([
    ['y = x + set(&x);', ['+']],
    ['y = x * to(x);', ['*']],
    ['y = global - next();', ['-']],
    ['y = kept + next();', ['+']],
    ['y = next() / next();', ['/']],
    ['auto change = [&] { return x = 4; }; y = x + change();', ['+']],
    ['double *p = &x; *p = 5; y = x * next();', ['*']],
    ['y = x + (x = 2, next());', ['+']],
    ['double a[2] = {1, 2}; y = a[1] + next();', ['+']],
  ])('has one where it may be changed: %s', async (body, expected) => {
    expect(await inOrder(body)).toEqual(expected);
  });
});
