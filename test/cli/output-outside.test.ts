import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { diagnostic } from '../support/diagnostics.js';

/** Writes its result where its argument says, below the folder it runs in. */
const SOURCE = `#include <stdio.h>
int main(void)
{
  double sum = 0;
  for (int i = 1; i < 9; i++) sum += 1.0 / i;
  printf("%.17g\\n", sum);
  return 0;
}
`;

const scratch = new Scratch({ 'precious.txt': 'precious\n', 'kept/result.txt': 'precious\n' });
afterAll(() => scratch[Symbol.dispose]());

let projects = 0;
/** A project of its own whose output is named so. */
function project(file: string): string {
  const name = `project-${++projects}`;
  scratch.write(`${name}/main.c`, SOURCE);
  const build = 'true';
  const settings = { sources: ['main.c'], build, run: 'echo 1', output: { file, kind: 'text' } };
  scratch.write(`${name}/mantissa.json`, JSON.stringify(settings));
  return name;
}

const check = (name: string, engine: string) => mantissa(['check', name, '--engine', engine], { cwd: scratch.folder });

describe('an output that is no file of the program', () => {
  it.each([
    ['an absolute path', scratch.path('precious.txt'), 'command'],
    ['a path that leaves', '../precious.txt', 'native'],
    ['a path that leaves further down', 'a/../../precious.txt', 'wasm'],
    ['a device', '/dev/zero', 'command'],
    ['a folder', 'results/', 'native'],
    ['the folder itself', '.', 'wasm'],
  ])('is refused before anything is removed: %s', async (_, file, engine) => {
    const { exitCode, stderr } = await check(project(file), engine);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(
        /MX2002[\s\S]*output\.file: expected a file inside the folder the program runs in; it/,
      ),
    });
    expect(fs.readFileSync(scratch.path('precious.txt'), 'utf8')).toBe('precious\n');
  });

  it('is not removed through a link, and a folder is none', async () => {
    const linked = project('out/result.txt');
    fs.symlinkSync(scratch.path('kept'), scratch.path(`${linked}/out`));
    const through = await check(linked, 'command');
    const folder = project('main.d');
    scratch.write(`${folder}/main.d/x`, '');
    const found = await check(folder, 'command');
    // without a compiler for what contains the program there is no command engine
    if (/MX2015/.test(through.stderr)) return console.warn('skipped: no g++ here, so the command engine is not tested');
    expect(through).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2026', { names: ['link'] }) });
    expect(fs.readFileSync(scratch.path('kept/result.txt'), 'utf8')).toBe('precious\n');
    expect(found).toMatchObject({ exitCode: 2, stderr: diagnostic('MX2026', { names: ['main.d', 'folder'] }) });
  });
});
