/** `rewrite` has the compiler of the program's author build the patch before it prints it. */
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

const hasGcc = spawnSync('gcc', ['--version']).status === 0;
if (!hasGcc) console.warn('skipped: without gcc no patch is compiled by it');

const PROGRAM = `#include <stdio.h>
int main(void) { double x = 1.0 / 3; printf("%g\\n", x * 3); return 0; }
`;
const scratch = new Scratch({
  'picky/main.c': PROGRAM,
  'picky/mantissa.json': JSON.stringify({
    sources: ['main.c'],
    build: 'if grep -q float main.c; then echo "main.c: error: no float here" >&2; exit 1; fi; cp main.c built',
    run: 'cat built',
  }),
  'broken/main.c': PROGRAM,
  'broken/mantissa.json': JSON.stringify({
    sources: ['main.c'],
    build: 'echo "error: no licence" >&2; false',
    run: 'true',
  }),
  'library/halve.c': 'double halve(double x) { double y = x / 2; return y; }\n',
});
afterAll(() => scratch[Symbol.dispose]());

const rewrite = (folder: string, ...more: string[]) =>
  mantissa(['rewrite', '--all', 'fp32', ...more], { cwd: scratch.path(folder) });

describe('before a patch is printed', () => {
  it("the project's own build refuses it by name, and nothing is printed", async () => {
    const { exitCode, stdout, stderr } = await rewrite('picky');
    expect(exitCode).toBe(4);
    expect(stdout).toBe('');
    expectDiagnostic(stderr, 'MX4006', { names: ['main.c: error: no float here'] });
  });

  it('with --no-compile the embedded clang alone has read it', async () => {
    const { exitCode, stdout } = await rewrite('picky', '--no-compile');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('+int main(void) { float x');
  });

  it('a build that also refuses the original does not count against the patch', async () => {
    const { exitCode, stdout, stderr } = await rewrite('broken');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('+int main(void) { float x');
    expect(stderr).toMatch(/^[^:]*\bbuild command\b.*\boriginal\b/m);
    expect(stderr).not.toContain('error MX');
  });

  it.runIf(hasGcc)('a library is compiled and not linked', async () => {
    const { exitCode, stdout, stderr } = await rewrite('library', 'halve.c');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('+float halve(float x)');
    expectNamed(stderr, 'main');
    expect(stderr).not.toContain('error MX');
  });
});
