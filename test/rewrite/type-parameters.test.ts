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
  const written = await new VariantWriter(clang, { project, syntax }, folder).rewrite(configuration);
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
    // one line of the template instead of this line and the call
    'template <class T> T twice(const float *x, int n) { return scaled<float>(x, 2, n); }',
    'template double twice<double>(const float *, int);',
    '  float a[2] = {0.1, 0.2};',
    '  double b = 0.3;',
  ]);
});

const SOLVER = `#include <cmath>
#include <vector>
template <class T> struct Solver {
  using Scalar = T;
  T dt;
  std::vector<T> u;
  Solver(int n, T dt_) : dt(dt_), u(n) {}
  Scalar norm() const {
    T s = 0;
    for (auto x : u) s += x * x;
    return std::sqrt(s);
  }
  void step();
  T unused() const { return dt * T(0.3); }
};
template <class S> void Solver<S>::step() {
  for (auto &x : u) x += dt;
}
template <class T> struct Run { Solver<T> solver; T end; };
template <class T> T energy(const Run<T> &run) { return run.solver.norm() * run.end; }
int main() {
  Run<double> run{Solver<double>(4, 0.1), 0.7};
  run.solver.step();
  Solver<double>::Scalar first = run.solver.norm();
  auto last = energy(run);
  return first + last > 1;
}
`;
const solverFields = { 'Solver.dt': 'fp32', 'Solver.u': 'fp32', 'Run.end': 'fp32', 'Solver::Solver.dt_': 'fp32' };
const solverNumbers = {
  'Solver::norm()': 'fp32',
  'Solver::norm.s': 'fp32',
  'Solver::norm.x': 'fp32',
  'energy()': 'fp32',
};

it('changes where a class template is instantiated, and nothing in its text', async () => {
  const everything = { ...solverFields, ...solverNumbers, 'main.first': 'fp32', 'main.last': 'fp32' };
  expect(await changedLines(SOLVER, everything)).toEqual([
    '  Run<float> run{Solver<float>(4, 0.1), 0.7};',
    '  Solver<float>::Scalar first = run.solver.norm();',
  ]);
});

it('changes the fewest lines of a class template of which a part changes', async () => {
  expect(await changedLines(SOLVER, { 'Solver.dt': 'fp32' })).toEqual(['  float dt;']);
  expect(await changedLines(SOLVER, { ...solverFields, ...solverNumbers })).toEqual([
    '  Run<float> run{Solver<float>(4, 0.1), 0.7};',
    '  double first = run.solver.norm();',
    '  double last = energy(run);',
  ]);
});

it('edits the text of a class template that is named in unsupported ways', async () => {
  const deduced = SOLVER.replace('Solver<double>(4, 0.1)', 'Solver(4, double(0.1))');
  expect(await changedLines(deduced, { 'Solver.u': 'fp32' })).toEqual([
    '  std::vector<float> u;',
    '    for (double x : u) s += x * x;',
  ]);
});

it('leaves default arguments that cast a literal to the parameter', async () => {
  const text = `#include <vector>
template <typename Real> struct Field {
  explicit Field(int cells, Real value = Real(0)) : values(cells, value) {}
  void add(Real by = Real(0.1), double scale = double(2)) { for (Real &v : values) v += by * scale; }
  std::vector<Real> values;
};
int main() {
  Field<double> f(10);
  f.add();
  return f.values[0] > 1;
}
`;
  const formats = { 'Field.values': 'fp32', 'Field::Field.value': 'fp32', 'Field::add.by': 'fp32' };
  expect(await changedLines(text, formats)).toEqual(['  Field<float> f(10);']);
});
