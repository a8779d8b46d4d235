/** Which operations say that their operands have an order, and so are neither emulated nor written in formats of several parts. */
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { widestConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { temporaryFolder } from '../../src/support/temporary-folder.js';
import { readFlattened } from '../../src/workbench/flat-program.js';
import { instrumentedRunnable } from '../../src/workbench/runnable.js';
import { Workbench } from '../../src/workbench/workbench.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const temporary = temporaryFolder('mantissa-own-variables-');
afterAll(async () => {
  await clang.close();
  temporary.remove();
});

let programs = 0;
const native = engines.native({ cache: cacheFolder(), clang });

const RECORDS = `
double calls = 0;
struct Pair { double x, y; };
struct Made { double x; int n[2]; Made(double a, double b) : x(a) { n[1] = b; } };
struct Nested { Made made; Pair pairs[2]; };
struct Counted { double x; Counted(double a) : x(a) { calls++; } };
struct Copied { double x; Copied(const Copied &from) : x(from.x) { calls++; } Copied(double a) : x(a) {} };
struct Ended { double x; ~Ended() { calls += x; } };
struct Holder { Ended ended; };
struct Seen { double &at; Seen(double &x) : at(x) { at = 1; } };
struct Inner { Copied copied; };
template <class T> T product(Pair p, T by) { Pair q = p; q.x *= by; return q.x * std::sqrt(p.y); }
double made(Nested n) { Made other(n.made.x, 2); return other.x + n.pairs[1].y; }
double counted(double x) { Counted c(x); return c.x; }
double ended(double x) { Ended e{x}; return e.x; }
double held(double x) { Holder h{{x}}; return h.ended.x; }
double seen(double x, double &y) { Seen s(y); return x; }
double inner(const Inner &i) { Inner j = i; return j.copied.x; }
double listed(std::vector<double> v, double x) { std::vector<Pair> w(2, Pair{x, x}); v[0] = x; return w[1].y; }
`;

/** Why everything in fp64x2 is not written as source; null where it is. */
async function whyNotWritten(language: 'c' | 'cpp', body: string): Promise<string | null> {
  const folder = path.join(temporary.path, String(programs++));
  fs.mkdirSync(folder);
  const file = path.join(folder, `program.${language}`);
  const functions =
    'static unsigned state = 1;\ndouble next(void) { state = state * 1664525u + 1013904223u; return state / 4294967296.0; }\nint step(void) { return state++ & 3; }\n';
  fs.writeFileSync(
    file,
    `#include <stdio.h>\n#include <math.h>\n${functions}int main(void) {\n  double a[4] = {0}, y = 0;\n  ${body}\n  printf("%.17g %.17g\\n", y, a[1]);\n  return 0;\n}\n`,
  );
  const options = { inputs: [file], includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const bench = await Workbench.open(clang, native, openProject(options));
  const { program, groups } = bench;
  const tried = await bench.variants.tryRewrite(widestConfiguration(program, groups, 'fp64x2'));
  bench.close();
  return tried.kind === 'infeasible' ? tried.message.message : null;
}

describe('a patch in a format of several parts', () => {
  it.each([
    ['cpp', 'y = next() - 3.0 * next();', 'next() - 3.0 * next()'],
    ['cpp', 'y = sqrt(-2 * log(next())) * cos(6.28 * next());', 'sqrt(-2 * log(next())) * cos(6.28 * next())'],
    ['cpp', 'for (int i = 0; i < 3; ) y += a[i++] * next();', 'a[i++] * next()'],
    ['cpp', 'a[step()] += next();', 'a[step()] += next()'],
    ['c', 'y = next() / next();', 'next() / next()'],
    ['c', 'a[step()] = next();', 'a[step()] = next()'],
  ] as const)('is refused where operands would be evaluated in another order: %s, %s', async (language, body, text) => {
    expect(await whyNotWritten(language, body)).toContain(`'${text}'`);
  });

  it.each([
    ['cpp', 'y = next() - 0.5;'],
    ['cpp', 'y = 0.25; y = y * next() + y;'],
    ['cpp', 'a[step()] = next();'], // C++17, as it was
    ['c', 'y = 2 * next(); a[1] = y * y;'],
  ] as const)('is written where it makes no difference: %s, %s', async (language, body) => {
    expect(await whyNotWritten(language, body)).toBeNull();
  });
});

/** The symbols of operations whose operands have an order. */
async function inOrder(body: string): Promise<string[]> {
  const folder = path.join(temporary.path, String(programs++));
  fs.mkdirSync(folder);
  const file = path.join(folder, 'program.cpp');
  fs.writeFileSync(
    file,
    `#include <cmath>\n#include <vector>\n${RECORDS}double global = 1;\ndouble next() { return global *= 0.5; }\ndouble set(double *x) { return *x = 2; }\ndouble to(double &x) { return x = 3; }\nint main() {\n  double x = 0.25, y = 1;\n  static double kept = 2;\n  ${body}\n  return y + kept > 0;\n}\n`,
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
    'Pair p{x, y}; y = product(p, 2.0) + product({y, x}, 3.0f);',
    'y = Made(x, y).x - product(Pair{x, 1}, 2.0);',
    'Nested n{{x, y}, {{x, 1}, {y, 2}}}; y = made(n) * kept + n.made.x;',
  ])('has no order if unshared records are created: %s', async (body) => {
    expect(await inOrder(body)).toEqual([]);
  });

  it.each([
    'y = counted(x) + kept;',
    'y = Counted(x).x + calls;',
    'Copied c(x); auto by = [](Copied d) { return d.x; }; y = by(c) + calls;',
    'y = ended(x) + calls;',
    'y = Ended{x}.x + calls;',
    'y = held(x) + calls;',
    'y = seen(x, kept) + kept;',
    'Inner i{{x}}; y = inner(i) + calls;',
    'std::vector<double> v(1); y = listed(v, x) + v[0];',
  ])('has one if a constructor or a destructor may change something: %s', async (body) => {
    expect(await inOrder(body)).toEqual(['+']);
  });

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
