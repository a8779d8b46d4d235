import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';

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

test('compare has a row for every goal and strategy, with goals that everything narrow misses', async () => {
  using scratch = new Scratch({ 'sum.c': SUM });
  const asked = ['compare', 'sum.c', '--engine', 'wasm', '--strategies', 'auto,exhaustive', '--divide', '2,20'];
  const { exitCode, stdout, stderr } = await mantissa([...asked, '--json'], { cwd: scratch.folder });
  expect(exitCode, stderr).toBe(0);
  const { schemaVersion, rows } = JSON.parse(stdout);
  expect(schemaVersion).toBe(1);
  expect(rows.map((row: { strategy: string }) => row.strategy)).toEqual(['auto', 'exhaustive', 'auto', 'exhaustive']);
  for (const row of rows)
    expect(Object.keys(row).sort()).toEqual(
      'executions goal ofIdeal outcome program seconds speedup strategy timed timing'.split(' '),
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
  expect(table.stdout).toContain('over all\n  random: ');
});

test('what holds for every goal is found out once', async () => {
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
  [['--strategies', 'best'], "no strategy 'best'"],
  [['--divide', '0.5'], "--divide takes a number from 1, not '0.5'"],
])('compare refuses %j before it reads anything', async (args, reason) => {
  const { exitCode, stderr } = await mantissa(['compare', 'nowhere.c', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(reason);
});

test('a program in which nothing can be lowered is left out, with the reason', async () => {
  using scratch = new Scratch({ 'sum.c': SUM.replaceAll('double', 'float') });
  const { exitCode, stdout, stderr } = await mantissa(['compare', 'sum.c', '--engine', 'wasm', '--json'], {
    cwd: scratch.folder,
  });
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain('sum: no group in scope can have a narrower format of those that --formats names; left out');
  expect(JSON.parse(stdout).rows).toEqual([]);
});
