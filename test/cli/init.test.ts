import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/diagnostics/catalogue.js';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed } from '../support/naming.js';

const bin = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));
const hasMake = spawnSync('make', ['--version']).status === 0;
const hasScript = spawnSync('script', ['--version']).status === 0;
const MAIN = `#include <stdio.h>
#include <stdlib.h>
double scaled(double x);
int main(int argc, char **argv) {
  double sum = 0;
  int n = argc > 1 ? atoi(argv[1]) : 3;
  for (int i = 1; i <= n; i++) sum += scaled(1.0 / i);
  printf("%.17g\\n", sum);
  return 0;
}
`;
const SCALED = 'double scaled(double x) { return x * SCALE; }\n';

/** What init wrote, and what it said. */
async function init(scratch: Scratch, ...args: string[]) {
  const ended = await mantissa(['init', ...args], { cwd: scratch.folder });
  const file = scratch.path('mantissa.json');
  return { ...ended, written: fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null };
}

describe('mantissa init', () => {
  it('writes what it found, checks it, and ends with the next command', async () => {
    using scratch = new Scratch({
      'main.c': MAIN,
      'scaled.c': SCALED.replace('SCALE', '0.5'),
      'README.md': '# Sum\n\n```\n$ gcc main.c scaled.c -o harmonic -lm\n$ ./harmonic 20\n```\n',
    });
    const { exitCode, stdout, stderr, written } = await init(scratch, '--yes', '--engine', 'wasm');
    expectNamed(stderr, '20 (README.md:5)');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^harmonic .*\n.*\bmantissa tune$/m);
    expect(written).toMatchObject({
      name: 'harmonic',
      sources: ['main.c', 'scaled.c'],
      inputs: { run1: { arguments: ['20'] } },
      output: { stdout: true },
      goal: { metric: 'max-relative', maxError: 1e-6 },
    });
    expect(Object.keys(written.why)).toEqual(['sources', 'inputs', 'output', 'goal']);
    const again = await init(scratch, '--yes', '--no-check');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('MX2082');
    expect(again.written).toEqual(written);
    expect(
      (await init(scratch, '--yes', '--force', '--no-check', '--max-error', '1e-3', '--', '7')).written,
    ).toMatchObject({ inputs: { run1: { arguments: ['7'] } }, goal: { maxError: 1e-3 } });
  });

  it('leaves out lines that differ from run to run, and keeps its bound above what is printed', async () => {
    using scratch = new Scratch({
      'main.c': `#include <stdio.h>
#include <time.h>
int main(void) {
  double x = 1.0;
  struct timespec now;
  for (int i = 1; i < 50; i++) x += 1.0 / i;
  clock_gettime(CLOCK_REALTIME, &now);
  printf("sum %.4e\\n", x);
  printf("Stamp: %ld\\n", now.tv_nsec);
  return 0;
}
`,
    });
    const { exitCode, stderr, written } = await init(scratch, '--yes', '--engine', 'wasm');
    expectNamed(stderr, 'Stamp');
    expect(stderr.match(/mantissa\.json/g)).toHaveLength(1);
    expect(exitCode).toBe(0);
    expect(written.output).toEqual({ stdout: true, lines: '^(?!\\s*(Stamp))' });
    expect(written.goal.maxError).toBe(1e-3);
    expectNamed(written.why.goal, '1e-4');
  });

  it.skipIf(!hasMake)('takes sources, flags and arguments from the commands of make', async () => {
    using scratch = new Scratch({
      Makefile:
        'CC=gcc\nFLAGS=-std=c99 -Iinclude -ffast-math -DSCALE=0.25\nall: bin/sum\nbin/sum: main.o lib/scaled.o\n\t@mkdir -p bin\n\t$(CC) -o $@ $^ -lm -fopenmp\n%.o: %.c\n\t$(CC) $(FLAGS) -c \\\n\t  -o $@ $<\nN=12\nrun: all\n\ttime ./bin/sum $(N) > result.txt\n',
      'main.c': MAIN,
      'lib/scaled.c': SCALED,
      'unused.c': 'this is not C',
    });
    const { exitCode, written } = await init(scratch, '--yes', '--no-check');
    expect(exitCode).toBe(0);
    expect(written).toMatchObject({
      name: 'sum',
      sources: ['main.c', 'lib/scaled.c'],
      includes: ['include'],
      defines: ['SCALE=0.25'],
      standard: { c: 'c99' },
      flags: ['-fopenmp'],
      inputs: { run1: { arguments: ['12'] } },
    });
    expectNamed(written.why.flags, '-ffast-math');
    expect(fs.readdirSync(scratch.folder)).not.toContain('bin');
  });
  if (!hasMake) console.warn('skipped: no make, so what a Makefile would do is not tested here');

  it('reads the flags in the text of a Makefile without make', async () => {
    using scratch = new Scratch({
      Makefile: 'CFLAGS = -DSCALE=2 -std=c99 $(EXTRA)\nsum: main.c scaled.c\n',
      'main.c': MAIN,
      'scaled.c': SCALED,
    });
    const { exitCode, stderr } = await mantissa(['init', '--yes', '--no-check'], {
      cwd: scratch.folder,
      env: { PATH: '/nowhere' },
      alone: true,
    });
    expectNamed(stderr, 'Makefile');
    expect(exitCode).toBe(0);
    expect(JSON.parse(fs.readFileSync(scratch.path('mantissa.json'), 'utf8'))).toMatchObject({
      sources: ['main.c', 'scaled.c'],
      defines: ['SCALE=2'],
      standard: { c: 'c99' },
    });
  });

  it.skipIf(!hasMake)("uses the program's own build if no other engine can build it", async () => {
    using scratch = new Scratch({
      Makefile:
        'sum: main.c scaled.c fast.f90\n\tgcc -DSCALE=1 -c main.c scaled.c\n\tgfortran -c fast.f90\n\tgcc -o sum main.o scaled.o fast.o\n',
      'main.c': MAIN,
      'scaled.c': SCALED,
      'fast.f90': '',
    });
    const { written } = await init(scratch, '--yes', '--no-check');
    expect(written).toMatchObject({ build: 'make', run: './sum' });
    expect(written.why.build).toContain('fast.o');
  });

  it('takes programs, macros and arguments from a CMakeLists.txt', async () => {
    using scratch = new Scratch({
      'CMakeLists.txt': `project(sums CXX)
set(CMAKE_CXX_STANDARD 20)
set(PARTS src/scaled.cpp) # more to come
add_executable(sum src/main.cpp \${PARTS})
add_executable(other src/other.cpp)
target_compile_definitions(sum PRIVATE SCALE=3)
target_include_directories(sum PRIVATE \${CMAKE_CURRENT_SOURCE_DIR}/include)
add_test(NAME usual COMMAND sum 9)
`,
      'src/main.cpp': MAIN,
      'src/scaled.cpp': SCALED,
      'src/other.cpp': 'int main() { return 0; }\n',
    });
    const several = await init(scratch, '--yes', '--no-check');
    expect(several.exitCode).toBe(2);
    expect(several.stderr).toContain('MX2081');
    expect(several.stderr).toContain('sum: main.cpp, scaled.cpp');
    const unknown = await init(scratch, '--yes', '--no-check', '--program', 'sun');
    expect(unknown.stderr).toContain("there is no program 'sun'; did you mean sum?");
    expect((await init(scratch, '--yes', '--no-check', '--program', 'sum')).written).toMatchObject({
      name: 'sum',
      sources: ['src/main.cpp', 'src/scaled.cpp'],
      includes: ['include'],
      defines: ['SCALE=3'],
      standard: { 'c++': 'c++20' },
      inputs: { run1: { arguments: ['9'] } },
    });
  });

  it('finds the output file and its format', async () => {
    using scratch = new Scratch({
      'main.c': `#include <stdio.h>
typedef float real;
int main(int argc, char **argv) {
  real a[4] = {1, 2, 3, 4};
  FILE *log = fopen("run.log", "w");
  fprintf(log, "%f", 1.0);
  FILE *out = fopen(argc > 1 ? argv[1] : "field.bin", "wb");
  fwrite(a, sizeof(real), 4, out);
  fclose(out);
  return 0;
}
`,
    });
    const { written } = await init(scratch, '--yes', '--no-check');
    expect(written.output).toEqual({ file: 'field.bin', kind: 'binary', format: 'fp32' });
    expect(written.why.output).toBe('main.c:7');
    const given = await init(scratch, '--yes', '--force', '--no-check', '--', 'other.bin');
    expect(given.written.output).toMatchObject({ file: 'other.bin' });
    const asked = await init(scratch, '--yes', '--force', '--no-check', '--output', 'stdout');
    expect(asked.written.output).toEqual({ stdout: true });
  });

  it('finds a file whose name reaches it in a record, with numbers in a format that the program has a name for', async () => {
    using scratch = new Scratch({
      'run.sh': '#!/bin/sh\n./field -n 4 -o field.dat\n',
      'field.h': `#define REAL_FORMAT "%.15g"
struct settings { int n; const char *output; };
void write_field(const struct settings *settings, const double *values);
`,
      'main.c': `#include "field.h"
#include <string.h>
int main(int argc, char **argv) {
  struct settings settings = {4, 0};
  double values[4] = {1, 2, 3, 4};
  for (int a = 1; a < argc; a++) if (!strcmp(argv[a], "-o")) settings.output = argv[++a];
  write_field(&settings, values);
  return 0;
}
`,
      'write.c': `#include <inttypes.h>
#include <stdio.h>
#include "field.h"
void write_field(const struct settings *settings, const double *values) {
  FILE *counts = fopen(settings->output, "w");
  fprintf(counts, "%" PRIu64, (uint64_t)settings->n);
  FILE *file = fopen(settings->output, "w");
  for (int i = 0; i < settings->n; i++) fprintf(file, REAL_FORMAT "\\n", values[i]);
  fclose(file);
}
`,
    });
    const { written } = await init(scratch, '--yes', '--no-check', '--', '-n', '4', '-o', 'field.dat');
    expect(written.output).toEqual({ file: 'field.dat', kind: 'text' });
    expect(written.why.output).toBe('write.c:7');
    const two = await init(scratch, '--yes', '--force', '--no-check', '--', '-i', 'not-there.dat', '-o', 'field.dat');
    expect(two.written.output).toEqual({ stdout: true });
  });

  it('refuses with a reason: nothing found, no main, a broken Makefile, no terminal for questions', async () => {
    using empty = new Scratch({ 'notes.txt': 'nothing' });
    expect(await init(empty, '--yes')).toMatchObject({ exitCode: 2, written: null });
    expectDiagnostic((await init(empty, '--yes')).stderr, 'MX2080');
    using library = new Scratch({ 'scaled.c': SCALED });
    expectDiagnostic((await init(library, '--yes')).stderr, 'MX2080', { names: ['1', 'main'] });
    using whole = new Scratch({
      'main.c': MAIN.replace('double scaled(double x);', 'double scaled(double x) { return x; }'),
    });
    const unasked = await init(whole);
    expect(unasked).toMatchObject({ exitCode: 2, written: null });
    expectDiagnostic(unasked.stderr, 'MX2085');
    expect(catalogue.MX2085.remedy).toContain('--yes');
    if (!hasMake) return;
    using broken = new Scratch({ Makefile: 'sum: main.c\n    gcc main.c\n', 'main.c': MAIN });
    const { exitCode, stderr } = await init(broken, '--yes');
    expect(exitCode).toBe(2);
    expectDiagnostic(stderr, 'MX2083', { place: 'Makefile:2' });
  });

  it('says what to give a program that wants arguments', async () => {
    using scratch = new Scratch({
      'main.c':
        '#include <stdio.h>\nint main(int argc, char **argv) { double x = argc; if (argc < 2) return 1; printf("%g\\n", x / 3); return 0; }\n',
    });
    const { exitCode, stderr, written } = await init(scratch, '--yes', '--engine', 'wasm');
    expect(exitCode).toBe(4);
    expectDiagnostic(stderr, 'MX4009', { names: ['1'], remedy: ['mantissa init --force -- <arguments>'] });
    expect(written).not.toBeNull();
  });

  if (!hasScript) console.warn('skipped: no script(1) to make a terminal, so questions are not tested here');
  it.skipIf(!hasScript)('asks on a terminal, and Enter accepts the default', () => {
    using scratch = new Scratch({
      'main.c': MAIN.replace('double scaled(double x);', 'double scaled(double x) { return x; }'),
    });
    const { stdout, status } = spawnSync(
      'script',
      ['-qec', `${process.execPath} ${bin} init --no-check`, '/dev/null'],
      {
        cwd: scratch.folder,
        encoding: 'utf8',
        input: '5\n\n1e-3\n',
      },
    );
    expect(stdout).toContain('arguments of a typical run [none]: ');
    expect(status).toBe(0);
    expect(JSON.parse(fs.readFileSync(scratch.path('mantissa.json'), 'utf8'))).toMatchObject({
      inputs: { run1: { arguments: ['5'] } },
      output: { stdout: true },
      goal: { maxError: 1e-3 },
      why: { goal: expect.any(String) },
    });
  });
});
