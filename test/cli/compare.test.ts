import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mantissa, Scratch, start } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';

const SUM = `#include <stdio.h>
int main(void) {
  double total = 0.0, scale = 1.0 / 3.0, big = 1e6;
  for (int i = 1; i <= 300; i++) {
    double term = scale / i;
    double step = big * term;
    total = total + step;
  }
  printf("%.17g\\n", total);
  return 0;
}
`;

test('compare has a row for every goal and strategy, with goals that the all-lowest configuration misses', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const asked = ['compare', 'sum.c', '--engine', 'wasm', '--strategies', 'auto,exhaustive', '--divide', '2,20'];
  const { exitCode, stdout, stderr } = await mantissa([...asked, '--json'], { cwd: scratch.folder });
  expect(exitCode, stderr).toBe(0);
  const { schemaVersion, rows } = JSON.parse(stdout);
  expect(schemaVersion).toBe(1);
  expect(rows.map((row: { strategy: string }) => row.strategy)).toEqual(['auto', 'exhaustive', 'auto', 'exhaustive']);
  for (const row of rows)
    expect(Object.keys(row).sort()).toEqual(
      'executions goal ideal ofIdeal outcome program seconds speedup strategy timed timing'.split(' '),
    );
  // where every point is tried nothing is missed: auto finds as much, in no more runs
  for (const at of [0, 2]) {
    const [auto, exhaustive] = [rows[at], rows[at + 1]];
    expect(auto.goal).toBe(exhaustive.goal);
    expect(auto.outcome).toBe(exhaustive.outcome);
    expect(auto.executions).toBeLessThanOrEqual(exhaustive.executions);
    expect(auto.speedup ?? 1).toBeGreaterThanOrEqual(0.98 * (exhaustive.speedup ?? 1));
  }
  const random = ['--strategies', 'random', '--divide', '2', '--trials', '3', '--figure', 'compare.svg'];
  const table = await mantissa([...asked.slice(0, 4), ...random], { cwd: scratch.folder });
  const figure = fs.readFileSync(path.join(scratch.folder, 'compare.svg'), 'utf8');
  expect(figure).toMatch(/^<svg [\s\S]*>sum<\/text>[\s\S]*runs[\s\S]*<\/svg>\n$/);
  expect(table.stdout).toMatch(/^program +goal +strategy +outcome +runs +timed +seconds +speedup +of ideal\n/);
  expect(table.stdout).toMatch(/\n {2}random: /);
});

test('a strategy with options is named with them', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const asked = ['compare', 'sum.c', '--engine', 'wasm', '--scope', 'all', '--divide', '2', '-o', 'studies', '--json'];
  const named = ['fisets:mode=1:counting=paper', 'fisets:mode=all'];
  const { exitCode, stdout, stderr } = await mantissa([...asked, '--strategies', named.join(',')], {
    cwd: scratch.folder,
  });
  expect(exitCode, stderr).toBe(0);
  const { rows } = JSON.parse(stdout);
  expect(rows.map((row: { strategy: string }) => row.strategy)).toEqual(named);
  const [bound] = fs.readdirSync(path.join(scratch.folder, 'studies')).filter((name) => name !== 'narrow');
  const started = named.map((one) => {
    const folder = path.join(scratch.folder, 'studies', bound!, one.replaceAll(':', '-'));
    return JSON.parse(fs.readFileSync(path.join(folder, 'journal.jsonl'), 'utf8').split('\n')[0]!).record;
  });
  expect(started.map(({ options }) => [options.mode, options.counting])).toEqual([
    ['1', 'paper'],
    ['all', 'exact'],
  ]);
});

test('a strategy that has nothing to try is a row, too', async () => {
  const product =
    '#include <stdio.h>\ndouble a[2] = {0.1, 0.2}, b[2];\nint main(void) { for (int i = 0; i < 2; i++) b[i] = a[i] * a[1 - i]; printf("%.17g %.17g\\n", b[0], b[1]); }\n';
  using scratch = new Scratch({ 'product.c': product });
  const asked = ['compare', 'product.c', '--engine', 'wasm', '--scope', 'all', '--divide', '2', '--json'];
  const { exitCode, stdout, stderr } = await mantissa([...asked, '--strategies', 'fisets:mode=1,exhaustive'], {
    cwd: scratch.folder,
  });
  expect(exitCode, stderr).toBe(0);
  const [sets, every] = JSON.parse(stdout).rows;
  expect(sets).toMatchObject({ outcome: 'nothing', executions: 0, speedup: null }); // none pays for its conversions
  expect(every.executions).toBeGreaterThan(0);
});

test('results before an unreadable program are printed', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const asked = ['compare', 'sum.c', 'nowhere.c', '--engine', 'wasm', '--strategies', 'random', '--divide', '2'];
  const { exitCode, stdout, stderr } = await mantissa([...asked, '--trials', '2'], { cwd: scratch.folder });
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('nowhere.c');
  expect(stdout).toMatch(/\nsum +max-relative .* random /);
});

test('Ctrl-C leaves the rows of searches that had ended', async () => {
  using scratch = new Scratch({ 'sum.c': SUM.replace('300', '1000000') }); // long enough to be met in it
  const asked = ['compare', 'sum.c', '--engine', 'wasm', '--strategies', 'random,exhaustive', '--divide', '2'];
  const running = start([...asked, '--trials', '32'], { cwd: scratch.folder });
  running.stderr!.on('data', (text: Buffer) => {
    if (text.toString().includes('exhaustive, max-relative')) running.kill('SIGINT');
  });
  const { exitCode, stdout, stderr } = await running;
  expect(exitCode, stderr).toBe(130);
  expect(stdout).toMatch(/ random /);
  expect(stdout).not.toMatch(/ exhaustive /);
  expect(stderr).toMatch(/^interrupted\b/m);
});

test('facts that hold for every goal are established once', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const asked = ['compare', 'sum.c', '--engine', 'wasm', '--strategies', 'fisets', '--divide', '2,20', '-o', 'studies'];
  const { exitCode, stderr } = await mantissa([...asked, '--scope', 'all'], { cwd: scratch.folder });
  expect(exitCode, stderr).toBe(0);
  const studies = path.join(scratch.folder, 'studies');
  const found = fs
    .readdirSync(studies)
    .filter((name) => name !== 'narrow')
    .map((bound) => fs.readFileSync(path.join(studies, bound, 'fisets', 'journal.jsonl'), 'utf8'))
    .map((text) => text.trim().split('\n'))
    .map((lines) => lines.map((line) => JSON.parse(line).record).filter(({ mode }) => mode === 'shadow'));
  // how long that run took beside a plain one is another figure every time
  expect(found[0]).toEqual([expect.objectContaining({ overhead: expect.any(Number) })]);
  expect(found[1]).toEqual(found[0]);
});

test.each([
  [
    ['--strategies', 'best'],
    ["'best'", 'fisets'],
  ],
  [
    ['--strategies', 'auto,fisets:mode=4'],
    ['mode', 'fisets'],
  ],
  [
    ['--strategies', 'fisets:model=3'],
    ['fisets', "'model'", 'mode'],
  ],
  [
    ['--strategies', 'fisets:3'],
    ['--strategies fisets:3', "'3'"],
  ],
  [
    ['--divide', '0.5'],
    ['--divide', '1', "'0.5'"],
  ],
])('compare refuses %j before it reads anything, naming %j', async (args, names) => {
  const { exitCode, stderr } = await mantissa(['compare', 'nowhere.c', ...args]);
  expect(exitCode).toBe(2);
  expectDiagnostic(stderr, 'MX2004', { names });
});

test('a time limit reached before the all-lowest configuration has run is reported', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const { exitCode, stderr } = await mantissa(['compare', 'sum.c', '--engine', 'wasm', '--time', '1ms'], {
    cwd: scratch.folder,
  });
  expect(exitCode).not.toBe(0);
  expectDiagnostic(stderr, 'MX3003', { names: ['sum'] });
});

test('a program in which nothing can be lowered is left out, with the reason', async () => {
  using scratch = new Scratch({ 'sum.c': SUM.replaceAll('double', 'float') });
  const { exitCode, stdout, stderr } = await mantissa(['compare', 'sum.c', '--engine', 'wasm', '--json'], {
    cwd: scratch.folder,
  });
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain('sum: skipped: no group in scope can have a lower precision from --formats');
  expect(JSON.parse(stdout).rows).toEqual([]);
});

test('compare without a program reads the project file of the folder, and refuses without one', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const { exitCode, stdout, stderr } = await mantissa(['compare'], { cwd: scratch.folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expectDiagnostic(stderr, 'MX2005');
});

test('--ablations compares the genetic search with each of its parts off, and with the naive search', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const asked = ['compare', 'sum.c', '--engine', 'wasm', '--divide', '2', '--trials', '2', '--ablations'];
  const { exitCode, stdout, stderr } = await mantissa([...asked, '--json'], { cwd: scratch.folder });
  expect(exitCode, stderr).toBe(0);
  const names = JSON.parse(stdout).rows.map((row: { strategy: string }) => row.strategy);
  const off = (part: string) => `genetic:${part}=off`;
  expect(names).toEqual(
    expect.arrayContaining(['genetic', off('model'), off('filter'), off('groups'), off('seeding')]),
  );
  expect(names.filter((name: string) => name.split(':').length > 3)).toHaveLength(1); // several parts off at once
  const both = await mantissa([...asked, '--strategies', 'random'], { cwd: scratch.folder });
  expectDiagnostic(both.stderr, 'MX2004', { names: ['--ablations', '--strategies'] });
});
