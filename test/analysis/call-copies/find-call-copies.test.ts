import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findCallCopies, MAX_COPIES } from '../../../src/analysis/call-copies/find-call-copies.js';
import { EmbeddedClang } from '../../../src/clang/compiler.js';
import { openProject } from '../../../src/frontend/project/open-project.js';
import { readSyntax } from '../../../src/frontend/read-program.js';
import { cacheFolder } from '../../../src/support/cache-folder.js';
import { naming } from '../../support/naming.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-calls-'));
afterAll(async () => {
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
const samples = path.join(import.meta.dirname, '../../samples/calls-apart');

async function copiesIn(inputs: readonly string[]) {
  const request = { inputs, includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  const syntax = await readSyntax(clang, openProject(request));
  const { copied, together } = findCallCopies(syntax);
  return {
    copied: Object.fromEntries(copied.map(({ name, copies }) => [name, copies.map((one) => [one.name, one.caller])])),
    together: Object.fromEntries(together.map((one) => [syntax.program.functions[one.function]!.name, one])),
  };
}

function written(name: string, text: string): string {
  fs.writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

it('gives a reason for every function that cannot be copied', async () => {
  const own = path.join(samples, 'some-functions-of-two-units-stay-one');
  const { copied, together } = await copiesIn(fs.readdirSync(own).map((file) => path.join(own, file)));
  expect(Object.keys(copied).sort()).toEqual(['own', 'plain']);
  expect(Object.keys(together)).toHaveLength(6);
  expect(together).toMatchObject({
    again: { code: 'recursive' },
    pointed: { code: 'address-taken', reason: naming('program.c:26') },
    expanded: { code: 'called-by-macro', reason: naming('program.c:27') },
    chosen: { code: 'between-branches', reason: naming('program.c:20') },
    keeps: { code: 'keeps-memory', reason: naming('last') },
    shared: { code: 'called-from-another-file', reason: naming('program.c:29') },
  });
});

it('a function in copied ones has a copy for each of them', async () => {
  const own = path.join(samples, 'copied-functions-of-a-cplusplus-program-call-copied-functions', 'program.cpp');
  const { copied } = await copiesIn([own]);
  expect(copied.simpson!.map(([name]) => name)).toEqual(['simpson', 'simpson_2']);
  expect(copied.relative).toEqual([
    ['relative', null],
    ['relative_2', null],
  ]);
  expect(copied.density).toEqual([
    ['density', 'simpson'],
    ['density_2', 'simpson'],
    ['density_3', 'simpson'],
    ['density_4', 'simpson_2'],
    ['density_5', 'simpson_2'],
    ['density_6', 'simpson_2'],
  ]);
});

it('copies have names that nothing else has, and there are not more than a handful', async () => {
  const calls = (count: number) => Array.from({ length: count }, (_, at) => `scaled(${at}.5)`).join(' + ');
  const program = (count: number) =>
    `static double scaled(double x) { return x / 3; }\nstatic int scaled_2 = 1;\nint main(void) { return ${calls(count)} > scaled_2; }\n`;
  const few = await copiesIn([written('few.c', program(3))]);
  expect(few.copied.scaled!.map(([name]) => name)).toEqual(['scaled', 'scaled_3', 'scaled_4']);
  const many = await copiesIn([written('many.c', program(MAX_COPIES + 1))]);
  expect(many.copied).toEqual({});
  expect(many.together).toMatchObject({ scaled: { code: 'too-many-copies', reason: naming('9', '8') } });
});

it.each([
  ['a template', 'template <class T> T f(T x) { return x / 3; }', 'template'],
  ['overloads', 'double f(double x) { return x / 3; } float f(float x) { return x; }', 'namesakes'],
  ['a lambda', 'double f(double x) { auto g = [&] { return x / 3; }; return g(); }', 'has-a-lambda'],
  ['its name', 'double f(double x) { puts(__func__); return x / 3; }', 'own-name'],
  ['a type', 'double f(double x) { struct pair { double a; } p{x}; return p.a / 3; }', 'declares-a-type'],
  ['any arguments', 'double f(double x, ...) { return x / 3; }', 'any-arguments'],
  ['constant', 'constexpr double f(double x) { return x / 3; }', 'constant'],
  ['a friend', 'struct s { friend double f(double x); };\ndouble f(double x) { return x / 3; }', 'declared-inside'],
])('%s', async (name, text, code) => {
  const file = written(
    `${name.replaceAll(' ', '-')}.cpp`,
    `#include <cstdio>\n${text}\nint main() { std::printf("%g", f(1.0) + f(2.0)); }\n`,
  );
  const { copied, together } = await copiesIn([file]);
  expect(copied).toEqual({});
  expect(Object.values(together)[0]?.code).toBe(code);
});
