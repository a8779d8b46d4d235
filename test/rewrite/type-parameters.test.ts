import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readSyntax } from '../../src/frontend/read-program.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { VariantWriter } from '../../src/workbench/variant-project.js';

const clang = new EmbeddedClang(cacheFolder(), 1);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-parameters-'));
afterAll(async () => {
  await clang.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The lines of a program that a configuration changes, as they are then. */
async function changedLines(text: string, formats: Record<string, string>): Promise<string[]> {
  const file = path.join(folder, 'program.cpp');
  fs.writeFileSync(file, text);
  const project = openProject({
    inputs: [file],
    includeFolders: [],
    defines: [],
    undefines: [],
    workingFolder: folder,
  });
  const syntax = await readSyntax(clang, project);
  const groups = findGroups(syntax.program);
  const configuration = parseConfiguration(
    JSON.stringify({ schemaVersion: 1, formats }),
    'test',
    syntax.program,
    groups,
  );
  const written = await new VariantWriter(clang, project, syntax, folder).rewrite(configuration);
  const before = new Set(text.split('\n'));
  return (written.get('program.cpp') ?? text).split('\n').filter((line) => !before.has(line));
}

const PROGRAM = `template <class T> T scaled(const T *x, T by, int n) {
  T sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * by;
  return sum;
}
template <class T> T twice(const T *x, int n) { return scaled<T>(x, 2, n); }
template double twice<double>(const double *, int);
int main() {
  double a[2] = {0.1, 0.2}, b = 0.3;
  return twice<double>(a, 2) + scaled(a, b, 2) + scaled(a, 0.7, 2) > 1;
}
`;

it('changes where a template is instantiated, and nothing in its text', async () => {
  const everything = {
    'main.a': 'fp32',
    'scaled.by': 'fp32',
    'scaled.sum': 'fp32',
    'scaled()': 'fp32',
    'twice()': 'fp32',
  };
  expect(await changedLines(PROGRAM, everything)).toEqual([
    'template float twice<float>(const float *, int);',
    '  float a[2] = {0.1, 0.2};',
    '  double b = 0.3;',
    '  return twice<float>(a, 2) + scaled(a, (float)b, 2) + scaled(a, 0.7f, 2) > 1;',
  ]);
});

it('writes a type out where the parameter no longer says it', async () => {
  expect(await changedLines(PROGRAM, { 'scaled.sum': 'fp32' })).toEqual(['  float sum = 0;']);
  expect(await changedLines(PROGRAM, { 'main.a': 'fp32' })).toEqual([
    'template <class T> double scaled(const T *x, double by, int n) {',
    '  double sum = 0;',
    'template <class T> double twice(const T *x, int n) { return scaled<T>(x, 2, n); }',
    'template double twice<float>(const float *, int);',
    '  float a[2] = {0.1, 0.2};',
    '  double b = 0.3;',
    '  return twice<float>(a, 2) + scaled(a, b, 2) + scaled(a, 0.7, 2) > 1;',
  ]);
});
