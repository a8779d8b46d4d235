import * as fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { complexLibraryFunctions, libraryFunctions, libraryMathHeader } from '../../src/execution/library-functions.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { seededRandom } from '../../src/support/random.js';

const ONE =
  'acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 expm1 lgamma log log10 log1p log2 sin sinh sqrt tan tanh tgamma'.split(
    ' ',
  );
const TWO = ['atan2', 'fmod', 'hypot', 'pow'];
const random = seededRandom(7);

/** In the domain of the function, with a digit or two more than a float has. */
function constant(name: string): string {
  const x = random();
  if (['acos', 'asin', 'atanh'].includes(name)) return (0.01 + 0.95 * x).toFixed(9);
  return ((name === 'acosh' ? 1.01 : 0.01) + 2.9 * x).toFixed(9);
}

/** Prints every call whose result changes when its arguments can no longer be seen at compile time. */
function program(language: 'c' | 'c++'): string {
  const lines: string[] = [];
  const compare = (name: string, type: 'double' | 'float', args: readonly string[]) => {
    const function_ = type === 'double' ? name : language === 'c' ? `${name}f` : `std::${name}`;
    const given = args.map((arg) => (type === 'float' ? `${arg}f` : arg));
    const hidden = given.map((arg) => `hide_${type}(${arg})`);
    const call = `${function_}(${given.join(', ')})`;
    lines.push(
      `  { const ${type} u = ${call}, v = ${function_}(${hidden.join(', ')}); if (u != v) printf("${call}\\n"); }`,
    );
  };
  for (const type of ['double', 'float'] as const)
    for (let k = 0; k < 5; k++) {
      for (const name of ONE) compare(name, type, [constant(name)]);
      for (const name of TWO) compare(name, type, [constant(name), constant(name)]);
      for (const power of ['2.0', '-1.0', '0.5', '3.0']) compare('pow', type, [constant('pow'), power]);
    }
  const hide = (type: string) =>
    `static ${type} hide_${type}(${type} x) { volatile ${type} hidden = x; return hidden; }\n`;
  const headers =
    language === 'c' ? '#include <math.h>\n#include <stdio.h>\n' : '#include <cmath>\n#include <cstdio>\n';
  return `${headers}${hide('double')}${hide('float')}int main()\n{\n${lines.join('\n')}\n  puts("compared");\n  return 0;\n}\n`;
}

const all = [engines.native({ cache: cacheFolder() }), engines.wasm({ cache: cacheFolder() })];
afterAll(() => Promise.all(all.map((engine) => engine.close())));

describe('a function of a constant is what the library computes when the program runs', () => {
  for (const engine of all) {
    for (const language of ['c', 'c++'] as const) {
      it(`on the ${engine.name} engine, in ${language}`, async ({ skip }) => {
        const availability = await engine.available();
        if (!availability.ok) {
          console.warn(`SKIPPED: functions of constants on the ${engine.name} engine: ${availability.reason}`);
          skip();
        }
        const standard = language === 'c' ? 'gnu17' : 'gnu++20';
        const outcome = await engine.build({
          sources: [{ name: 'program', text: program(language), language, standard }],
          ...{ includeFolders: [], systemFolders: [], defines: [], forcedIncludes: [] },
        });
        if (outcome.kind !== 'built') throw new Error(JSON.stringify(outcome));
        const run = await engine.run(outcome.artifact, {
          ...{ arguments: [], environment: {}, timeoutMs: 600_000, maxOutputBytes: 1 << 20, maxMemoryBytes: 2 ** 28 },
        });
        expect('stdout' in run && run.stdout.toString('latin1')).toBe('compared\n');
      });
    }
  }

  it('whatever name the function is called by', () => {
    const renamed = [...fs.readFileSync(libraryMathHeader(), 'latin1').matchAll(/^#define __builtin_(\w+) /gm)];
    const names = renamed.map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => ![...libraryFunctions, ...complexLibraryFunctions].includes(name))).toEqual([]);
    expect(complexLibraryFunctions.filter((name) => !names.includes(name))).toEqual([]);
    const unreachable = ['exp10', 'gamma', 'j0', 'j1', 'jn', 'pow10', 'sincos', 'y0', 'y1', 'yn']; // in no C++ library
    const left = libraryFunctions.filter((name) => !names.includes(name));
    expect(left).toEqual(unreachable.flatMap((name) => [name, `${name}f`]));
  });
});
