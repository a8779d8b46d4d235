import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Code, exitCodeOf } from '../../src/diagnostics/catalogue.js';
import { differenceText } from '../../src/journal/study-differences.js';
import { type Ended, mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic, type SaidValues } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';
import { started } from '../support/recorded-study.js';

const source = `#include <stdio.h>
static double total(const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] / 3;
  return sum;
}
#ifdef VERIFY
static double largest(const double *x, int n)
{
  double most = x[0];
  for (int i = 1; i < n; i++) if (x[i] > most) most = x[i];
  return most;
}
#endif
#ifdef DUMP
static void dump(double *x) { fwrite(x, 8, 4, stdout); }
#endif
#ifdef NARROW
typedef float small;
#else
typedef double small;
#endif
#ifdef BROKEN
not_a_type x;
#endif
int main(void)
{
  double a[4];
  small factor = 0.7;
  for (int i = 0; i < 4; i++) a[i] = factor * i;
#ifdef VERIFY
  printf("%.17g\\n", largest(a, 4));
#endif
#ifdef DUMP
  dump(a);
#endif
  printf("%.17g\\n", total(a, 4));
  return 0;
}
`;

async function rewritten(scratch: Scratch, ...args: string[]): Promise<Ended> {
  scratch.write('main.c', source);
  return mantissa(['rewrite', 'main.c', '--all', 'fp32', ...args], { cwd: scratch.folder });
}

const changes = ({ stdout }: Ended): string[] => stdout.split('\n').filter((line) => /^\+[^+]/.test(line));

describe('an additional build (--also)', () => {
  test('is edited by the same patch, and its text is not listed as left out', async () => {
    using scratch = new Scratch();
    const alone = await rewritten(scratch);
    expect(alone.stderr).toContain('(#ifdef VERIFY) names a');
    const both = await rewritten(scratch, '--also', '-DVERIFY');
    expect(both.exitCode).toBe(0);
    expect(both.stderr).not.toContain('VERIFY');
    expect(changes(both).filter((line) => !changes(alone).includes(line))).toEqual([
      '+static double largest(const float *x, int n)',
    ]);
  });

  test('freezes what it cannot follow, and what it declares in another format', async () => {
    using scratch = new Scratch({ 'main.c': source });
    const inspected = await mantissa(
      ['inspect', 'main.c', '--scope', 'all', '--json', '--also', '-DDUMP', '--also', '-DNARROW'],
      { cwd: scratch.folder },
    );
    const { sites } = JSON.parse(inspected.stdout) as {
      sites: { id: string; frozen: { code: string; reason: string } | null }[];
    };
    const frozen = Object.fromEntries(sites.map((site) => [site.id, site.frozen]));
    expect(frozen['main.a']).toEqual({ code: 'other-build', reason: naming('-DDUMP') });
    expect(frozen['main.factor']).toEqual({ code: 'other-build', reason: naming('-DNARROW', 'fp32') });
    expect(frozen['total.sum']).toBeNull();
  });

  test('can be given in the project file, and is respected by tune and apply', async () => {
    const project = {
      sources: ['main.c'],
      variants: { verify: { defines: ['VERIFY'] } },
      goal: { metric: 'max-relative', maxError: 1e-3 },
    };
    using scratch = new Scratch({ 'main.c': source, 'mantissa.json': JSON.stringify(project) });
    const cwd = scratch.folder;
    const tuned = await mantissa(['tune', '--engine', 'wasm', '--lower-unseen', '-q'], { cwd });
    expect(tuned.stderr).toBe('');
    const applied = await mantissa(['apply', '1'], { cwd });
    expect(applied.stdout).toContain('+static double largest(const float *x, int n)');
    const further = await mantissa(['apply', '1', '--also', '-DDUMP'], { cwd });
    expect(further.stderr).toMatch(/^error MX2014: /);
    expect(further.stdout).toBe('');
  });

  test('belongs to the settings of a study', async () => {
    const project = (variants: object) =>
      JSON.stringify({ sources: ['main.c'], variants, goal: { metric: 'max-relative', maxError: 1e-3 } });
    using scratch = new Scratch({ 'main.c': source, 'mantissa.json': project({ verify: { defines: ['VERIFY'] } }) });
    const again = (variants: object | null, ...more: string[]) => {
      if (variants) fs.writeFileSync(path.join(scratch.folder, 'mantissa.json'), project(variants));
      return mantissa(['tune', '--engine', 'wasm', '--lower-unseen', '-q', ...more], {
        cwd: scratch.folder,
      });
    };
    expect((await again(null)).stderr).toBe('');
    expect((await again({ renamed: { defines: ['VERIFY'] } })).stderr).toBe('');
    for (const variants of [{}, { verify: { defines: ['VERIFY', 'MORE'] } }]) {
      const other = await again(variants);
      expectDiagnostic(other.stderr, 'MX2017', { names: [differenceText('otherBuilds', started, started)] });
      expect(other.exitCode).toBe(2);
    }
    expect((await again(null, '--fresh')).stderr).toBe('');
  });
});

describe('an impossible additional build is refused', () => {
  const remedy = ['--also -DVERIFY'];
  test.each<[string[], Code, SaidValues]>([
    [['--also', '-DBROKEN'], 'MX4014', { place: 'main.c:25:1', names: ['-DBROKEN', "'not_a_type'"] }],
    [['--also', '-DVERFY'], 'MX2048', { place: 'main.c', names: ["'-DVERFY'", 'VERIFY'] }],
    [['--also', '-DVERIFY', '--also', '-DVERIFY'], 'MX2048', { names: [/'-DVERIFY'(?!.*')/] }],
    [['--also', '-DVERIFY', '--also', '-D VERIFY'], 'MX2048', { names: ["'-D VERIFY'", "'-DVERIFY'"] }],
    [['--also', 'VERIFY'], 'MX2004', { names: ['--also VERIFY', '-DNAME', '-UNAME', "'VERIFY'"], remedy }],
    [['--also', '-DA="b'], 'MX2004', { names: ['--also -DA="b'], remedy }],
  ])('%j with %s', async (args, code, values) => {
    using scratch = new Scratch();
    const ended = await rewritten(scratch, ...args);
    expectDiagnostic(ended.stderr, code, values);
    expect({ exitCode: ended.exitCode, stdout: ended.stdout }).toEqual({ exitCode: exitCodeOf(code), stdout: '' });
    expect(fs.readFileSync(path.join(scratch.folder, 'main.c'), 'utf8')).toBe(source);
  });

  test('where two builds need the same text differently, with the site, the build and the place', async () => {
    using scratch = new Scratch({
      'main.c': `#include <stdio.h>
#ifdef VERIFY
#define GROWN(x) ((x) * 1.1)
#else
#define GROWN(x) ((x) + 0.1)
#endif
int main(void)
{
  double step = 0.7, a = 3;
  step = GROWN(step);
  printf("%a %.17g\\n", a, step);
  return 0;
}
`,
    });
    const ended = await mantissa(['rewrite', 'main.c', '--all', 'fp32', '--also', '-DVERIFY'], { cwd: scratch.folder });
    expect(ended.stdout).toBe('');
    expectDiagnostic(ended.stderr, 'MX4006', {
      names: ['main.step', '-DVERIFY', "'((step) * 1.1f)'", "'GROWN(step)'", 'main.c:10', "'((step) + 0.1f)'"],
    });
  });

  test('at its place in the project file', async () => {
    const text = '{\n  "sources": ["main.c"],\n  "variants": { "check": { "defines": ["CHEKC"] } }\n}\n';
    using scratch = new Scratch({ 'main.c': source, 'mantissa.json': text });
    const ended = await mantissa(['inspect'], { cwd: scratch.folder });
    expectDiagnostic(ended.stderr, 'MX2048', { place: 'mantissa.json:3:17', names: ["'check'"] });
    scratch.write('mantissa.json', text.replace('"check"', '"check": { "defines": ["VERIFY"] }, "check"'));
    const twice = await mantissa(['inspect'], { cwd: scratch.folder });
    expectDiagnostic(twice.stderr, 'MX2002', { names: ['"check"'] });
  });
});
