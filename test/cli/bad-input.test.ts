import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Code, catalogue, exitCodeOf } from '../../src/diagnostics/catalogue.js';
import { type Ended, kernel, mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic, type SaidValues } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

/** Every failure is one message: a code, what was found, a remedy; nothing on stdout, no stack trace. */
function expectOneMessage({ exitCode, stdout, stderr }: Ended, code: Code, values?: SaidValues): void {
  expect({ exitCode, stdout }).toEqual({ exitCode: exitCodeOf(code), stdout: '' });
  expectDiagnostic(stderr, code, values);
  expect(stderr.startsWith('error ')).toBe(true);
  expect(stderr.match(/^error /gm)).toHaveLength(1);
  expect(stderr).toMatch(/\n {2}remedy: \S.*$/);
  expect(stderr).not.toMatch(/^\s+at /m);
}

async function inspectSource(scratch: Scratch, name: string, text: string | Buffer, ...args: string[]): Promise<Ended> {
  scratch.write(name, text);
  return mantissa(['inspect', ...args, '--', name], { cwd: scratch.folder });
}

describe('a program that does not exist', () => {
  test.each<[string, Code, string[]]>([
    ['nbdoy.cu', 'MX2001', ['nbdoy.cu', 'nbody.cu']],
    ['nbody.cu/inside.cu', 'MX2001', ['nbody.cu/inside.cu']],
    ['empty', 'MX2005', ['empty']],
    ['notes.md', 'MX2007', ['notes.md']],
  ])('%s is refused with %s', async (input, code, names) => {
    using scratch = new Scratch({ 'nbody.cu': '', 'empty/readme.md': '', 'notes.md': '' });
    const ended = await mantissa(['inspect', input], { cwd: scratch.folder });
    expectOneMessage(ended, code, { names });
  });
});

describe('a program that does not compile', () => {
  test('is shown at the place of each error', async () => {
    using scratch = new Scratch();
    const text = '__global__ void k(double *x)\n{\n\tdouble a = x[0] +;\n\tx[0] = b;\n}\n';
    const ended = await inspectSource(scratch, 'k.cu', text);
    expectOneMessage(ended, 'MX4001');
    expect(ended.stderr).toBe(
      [
        `error MX4001: ${catalogue.MX4001.summary}`,
        '  k.cu:3:19: expected expression',
        '  3 | \tdouble a = x[0] +;',
        '    | \t                 ^',
        "  k.cu:4:9: use of undeclared identifier 'b'",
        '  4 | \tx[0] = b;',
        '    | \t       ^',
        `  remedy: ${catalogue.MX4001.remedy}`,
      ].join('\n'),
    );
  });

  test('has its first errors shown and the others counted', async () => {
    using scratch = new Scratch();
    const lines = Array.from({ length: 15 }, (_, n) => `double f${n}() { return nothing${n}; }`);
    const ended = await inspectSource(scratch, 'many.cpp', lines.join('\n'));
    expectOneMessage(ended, 'MX4001');
    expect(ended.stderr.match(/undeclared identifier/g)).toHaveLength(8);
    expectNamed(ended.stderr, '7');
  });

  test.each([
    ['cudnn.h', ['cudnn.h', '-I', '-D']],
    ['mpi.h', ['-I', 'mpicc -showme:incdirs']],
  ])('for want of %s names it and says what to do', async (header, remedy) => {
    using scratch = new Scratch();
    const ended = await inspectSource(scratch, 'a.cpp', `double f(double a) { return a; }\n#include <${header}>\n`);
    expectOneMessage(ended, 'MX4002', { place: 'a.cpp:2:10', names: [header], remedy });
  });

  test('because it includes itself says so', async () => {
    using scratch = new Scratch({ 'one.h': '#include "two.h"\n', 'two.h': '#include "one.h"\n' });
    expectOneMessage(await inspectSource(scratch, 'self.cpp', '#include "self.cpp"\n'), 'MX4004');
    const ended = await inspectSource(scratch, 'cycle.cpp', '#include "one.h"\n');
    expectOneMessage(ended, 'MX4004', { place: 'one.h:1:10', names: ['#include'] });
  });

  test('because it is not text is named in one line, and its bytes stay off the terminal', async () => {
    using scratch = new Scratch();
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, k) => (k * k * 31 + k) & 255));
    const ended = await inspectSource(scratch, 'object.cpp', bytes);
    expectOneMessage(ended, 'MX2007', { names: [/\d+/, '8192'] });
    const escapes = await inspectSource(scratch, 'escape.cpp', 'double f() { return \u001b[31mnope; }\n');
    expectOneMessage(escapes, 'MX4001');
    expect(escapes.stderr).not.toContain('\u001b');
  });

  test('with an error far along a long line shows the part around it', async () => {
    using scratch = new Scratch();
    const ended = await inspectSource(
      scratch,
      'long.cpp',
      `double f(double a) { ${'a = 1.0; '.repeat(2000)} return nope; }\n`,
    );
    expectOneMessage(ended, 'MX4001');
    expect(Math.max(...ended.stderr.split('\n').map((line) => line.length))).toBeLessThan(130);
    expect(ended.stderr).toMatch(/ \| ….*a = 1\.0; {2}return nope; \}/);
  });
});

describe('an include of what cannot be read to its end', () => {
  test.each([
    ['a device', '#include "/dev/zero"', 'main.c:1:10', ['/dev/zero', 'device']],
    ['a link to a device', '#include "random.h"', 'main.c:1:10', ['random.h', 'device']],
    ['a pipe', '#include "pipe.h"', 'main.c:1:10', ['pipe.h', 'pipe']],
    ['more than anybody wrote', '#include "vast.h"', 'main.c:1:10', ['vast.h', '1024 MiB', '256 MiB']],
    ['an embedded device', 'const char all[] = {\n#embed "/dev/zero"\n};', 'main.c:2:8', ['/dev/zero', 'device']],
  ])('is refused with its place: %s', async (_, line, place, names) => {
    using scratch = new Scratch({ 'main.c': `${line}\nint main(void) { double x = 0.3; return x > 1; }\n` });
    fs.symlinkSync('/dev/urandom', scratch.path('random.h'));
    spawnSync('mkfifo', [scratch.path('pipe.h')]);
    fs.truncateSync(scratch.write('vast.h', ''), 2 ** 30);
    expectOneMessage(await mantissa(['inspect', 'main.c'], { cwd: scratch.folder }), 'MX2025', { place, names });
  });
});

describe('a program that nests deeply', () => {
  const parentheses = (depth: number) => kernelInC(`${'('.repeat(depth)}a${')'.repeat(depth)}`);
  const kernelInC = (expression: string) => `double f(double a) { return ${expression}; }\n`;

  test('is read where clang and the walk over its tree can follow', async () => {
    using scratch = new Scratch();
    expect((await inspectSource(scratch, 'parentheses.c', parentheses(900))).exitCode).toBe(0);
    const sum = kernelInC(Array.from({ length: 800 }, (_, k) => `a * ${k}.5`).join(' + '));
    const { exitCode, stdout } = await inspectSource(scratch, 'sum.c', sum, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).summary.operations).toBe(1599);
  });

  test('is refused with a remedy where they cannot', async () => {
    using scratch = new Scratch();
    const ended = await inspectSource(scratch, 'parentheses.c', parentheses(5000));
    expectOneMessage(ended, 'MX4004', { names: ['1000'] });
    const casts = await inspectSource(scratch, 'casts.c', kernelInC(`${'(double)'.repeat(5000)}a`));
    expectOneMessage(casts, 'MX4004', { names: ['stack'] });
  });
});

describe('unusual sources', () => {
  test.each([
    ['empty', ''],
    ['only comments', '// nothing\n/* here */'],
    [
      'with a table of 100,000 numbers',
      `static const double table[] = {${Array.from({ length: 100_000 }, (_, k) => `${k}.5`).join(',')}};\n`,
    ],
    ['of one line of 2 MB', `void f(double *x) { ${'x[0] = 2.0; '.repeat(2_000)}${' '.repeat(2_000_000)} }\n`],
    ['with NUL bytes', 'double f(double a) { return a \0 * 2.0; } // \0\n'],
  ])('%s are read', async (_, text) => {
    using scratch = new Scratch();
    const { exitCode, stdout, stderr } = await inspectSource(scratch, 'a.c', text);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^a\.c {2}\d+ sites? /);
  });

  test('with unusual names are read under those names', async () => {
    const names = ['with space', 'ünï', "quo'te", 'double"quote', 'back\\slash', '-dash', '日本', 'per%cent', '$HOME'];
    const files = names.map((name, k) => [`${name}.c`, `double f${k}(double a) { return a * 2.0; }\n`]);
    using scratch = new Scratch(Object.fromEntries(files));
    const inputs = files.map(([name]) => name!);
    const { exitCode, stdout } = await mantissa(['inspect', '--json', '--', ...inputs], { cwd: scratch.folder });
    expect(exitCode).toBe(0);
    const document = JSON.parse(stdout);
    expect(document.files).toEqual(inputs);
    expect(document.summary).toMatchObject({ sites: 2 * names.length, operations: names.length });
  });

  test('with a byte order mark, CRLF and tabs have exact columns', async () => {
    using scratch = new Scratch();
    const { stdout } = await inspectSource(
      scratch,
      'a.c',
      '\ufeffdouble f(\tdouble a)\r\n{\r\n\treturn a *\t2.0;\r\n}\r\n',
      '--json',
    );
    const { sites, operations } = JSON.parse(stdout);
    expect(
      sites.map((site: { name: string; line: number; column: number }) => [site.name, site.line, site.column]),
    ).toEqual(expect.arrayContaining([['a', 1, 21]]));
    expect(operations).toMatchObject([{ kind: 'mul', line: 3, column: 11 }]);
  });

  test('behind symbolic links, above the folder, and along links are one program', async () => {
    using scratch = new Scratch({
      'include/scale.h': '#pragma once\nstatic double scale(double s) { return s * 2.0; }\n',
      'source/deep/f.c':
        '#include "../../include/scale.h"\n#include "../.././include/scale.h"\ndouble f(double a) { return scale(a); }\n',
    });
    fs.symlinkSync('source/deep', scratch.path('link'));
    scratch.write('source/plain.c', 'double g(double a) { return a * 2.0; }\n');
    fs.symlinkSync('../source/plain.c', scratch.path('include/link.c'));
    for (const input of ['source/deep/f.c', 'link/f.c']) {
      const { exitCode, stdout, stderr } = await mantissa(['inspect', input, '--json'], { cwd: scratch.folder });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      const { sites } = JSON.parse(stdout);
      expect(sites.map((site: { id: string }) => site.id).sort()).toEqual(['f()', 'f.a', 'scale()', 'scale.s']);
    }
    const { stdout } = await mantissa(['inspect', 'include/link.c'], { cwd: scratch.folder });
    expect(stdout).toContain('link.c');
  });

  test('at the end of a long path are read', async () => {
    using scratch = new Scratch();
    const name = path.join(...Array(18).fill('d'.repeat(200)), 'a.c');
    scratch.write(name, '#include "b.h"\ndouble f(double a) { return a * B; }\n');
    scratch.write(path.join(path.dirname(name), 'b.h'), '#define B 2.0\n');
    expect((await mantissa(['inspect', name], { cwd: scratch.folder })).exitCode).toBe(0);
  });
});

test('a project file with a wrong key is shown at the key', async () => {
  using scratch = new Scratch({
    'mantissa.json': '{\n  "sources": ["a.cu"],\n  "incldues": ["x"]\n}\n',
    'a.cu': kernel('a'),
  });
  const ended = await mantissa(['inspect'], { cwd: scratch.folder });
  expectOneMessage(ended, 'MX2003', { place: 'mantissa.json:3:3', names: ['"incldues"', '"includes"'] });
});

describe('a cache folder that cannot be used', () => {
  test.each([
    ['is below a file', 'file', /ENOTDIR/],
    ['is refused by the kernel', '/proc/self', /ENOENT|EACCES|EPERM/],
    ['is a device', '/dev/null', /ENOTDIR/],
    ['has a file where a folder should be', 'occupied', /EEXIST|ENOTDIR/],
  ])('because it %s', async (_, cache, reason) => {
    using scratch = new Scratch({ file: '', 'occupied/mantissa': '', 'a.c': 'double f(double a) { return a; }\n' });
    const ended = await mantissa(['inspect', 'a.c'], {
      cwd: scratch.folder,
      env: { XDG_CACHE_HOME: path.resolve(scratch.folder, cache) },
    });
    expectOneMessage(ended, 'MX1002', { names: [reason] });
    expect(catalogue.MX1002.remedy).toContain('XDG_CACHE_HOME');
  });
});

test('--debug adds the stack trace', async () => {
  const { exitCode, stderr } = await mantissa(['inspect', 'nope.cu', '--debug']);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^\s+at /m);
});

describe('requests from tests with real programs', () => {
  const harmonic =
    '#include <stdio.h>\nint main(void) { double s = 0; for (int i = 1; i < 9; i++) s += 1.0 / i; printf("%g\\n", s); return 0; }\n';

  test('a bound that is no decimal number is refused', async () => {
    using scratch = new Scratch({ 'harmonic.c': harmonic });
    for (const option of [
      ['--max-error', '0x10'],
      ['--trials', '0b11'],
      ['--timeout', '0x10'],
    ]) {
      const ended = await mantissa(['tune', 'harmonic.c', '--max-error', '1', ...option], { cwd: scratch.folder });
      expectOneMessage(ended, 'MX2004', { names: [...option], remedy: ['mantissa tune --help'] });
    }
  });

  test('a source in UTF-16 is called that', async () => {
    using scratch = new Scratch();
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(harmonic, 'utf16le')]);
    const ended = await inspectSource(scratch, 'wide.c', wide);
    expectOneMessage(ended, 'MX4001', { names: ['UTF-16', 'UTF-8'] });
  });

  test('a temporary folder that is not there is named, with TMPDIR', async () => {
    using scratch = new Scratch({ 'harmonic.c': harmonic });
    const env = { TMPDIR: '/nowhere' };
    const ended = await mantissa(['run', 'harmonic.c', '--engine', 'wasm'], { cwd: scratch.folder, env, alone: true });
    expectOneMessage(ended, 'MX1007', { names: ['/nowhere'], remedy: ['TMPDIR'] });
  });

  test('halves that a random configuration cannot have outside CUDA are named', async () => {
    using scratch = new Scratch({ 'harmonic.c': harmonic });
    const asked = ['rewrite', 'harmonic.c', '--formats', 'fp64,fp32,fp16,bf16', '--random', '4'];
    const { exitCode, stderr } = await mantissa(asked, { cwd: scratch.folder });
    expect(exitCode).toBe(0);
    expectNamed(stderr, 'fp16', 'bf16');
    expect(stderr).not.toMatch(/\bfp32|\bfp64/);
  });
});
