import { execFileSync, execSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectNamed } from '../support/naming.js';

const bin = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));
const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  int n = atoi(argv[1]);
  double a = 0.1, b = 0.7, sum = 0;
  for (int i = 1; i <= n; i++) sum += (a + b) / i;
  printf("%.17g\\n", sum);
  return argc > 2;
}
`;
const scratch = new Scratch({
  'sum.c': PROGRAM,
  'mantissa.json': JSON.stringify({
    name: 'sum',
    sources: ['sum.c'],
    scope: 'all',
    goal: { metric: 'max-relative', maxError: 1e-4 },
    inputs: { small: { arguments: ['5'] }, large: { arguments: ['4000'], heldOut: true } },
  }),
});
afterAll(() => scratch[Symbol.dispose]());
const run = (...args: string[]) => mantissa(args, { cwd: scratch.folder });
const TUNE = ['tune', '--engine', 'wasm', '--trials', '3'];
const has = (tool: string) => spawnSync(tool, ['--version']).status === 0;

describe("the output answers a newcomer's question:", () => {
  let tuned: Awaited<ReturnType<typeof run>>;
  let trial: number;
  beforeAll(async () => {
    tuned = await run(...TUNE, '-o', 'study');
    expect(tuned.exitCode, tuned.stderr).toBe(0);
    trial = Number(/^trial (\d+) {2}/m.exec(tuned.stdout)![1]);
  });

  it('which input an error belongs to, if it is not the listed one', async () => {
    const listed = new RegExp(`^trial ${trial}: accurate, (max-relative \\S+?),? `, 'm').exec(tuned.stderr)![1]!;
    const said = /(max-relative \d\S*) .*\blarge\b.* \((max-relative \d\S*) .*\bsmall\b.*\)/;
    const [, built, tried] = said.exec(tuned.stdout)!;
    expect(tried).toBe(listed);
    expect(built).not.toBe(tried);
    const shown = said.exec((await run('show', String(trial), '-o', 'study')).stdout.replace(/\s+/g, ' '))!;
    expect(shown.slice(1, 3)).toEqual([built, tried]);
  });

  it('which step is running, without a terminal; not with -q or --json', async () => {
    const lines = tuned.stderr.split('\n');
    expect(lines.filter((line) => /^reading\b.* sum$/.test(line))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('building '))).not.toEqual([]);
    expect(new Set(lines).size).toBeGreaterThan(lines.filter((line) => line !== '').length - 1); // each is said once
    expect(tuned.stderr).not.toContain('\r');
    for (const [option, study] of [
      ['-q', 'quiet'],
      ['--json', 'document'],
    ] as const)
      expect((await run(...TUNE, '-o', study, option)).stderr).not.toMatch(/^(?:reading|building the)\b/m);
    const verified = await run('verify', String(trial), '-o', 'study', '--arguments', '6', '--arguments', '7');
    expectNamed(verified.stderr, '2 samples');
    const inJson = await run('verify', String(trial), '-o', 'study', '--arguments', '6', '--json');
    expect(inJson.stderr).toBe('');
  });

  it('how many warnings there are: as many in the report as there were', async () => {
    const shown = tuned.stderr.split('\n').filter((line) => line.startsWith('warning ')).length;
    const alone = await run(
      'tune',
      'sum.c',
      '--scope',
      'all',
      '--max-error',
      '1e-4',
      '--engine',
      'wasm',
      '-o',
      'one',
      '--',
      '5',
    );
    const shownAlone = alone.stderr.split('\n').filter((line) => line.startsWith('warning ')).length;
    expect(shownAlone).toBeGreaterThan(shown); // everything was judged on one input
    for (const [study, count] of [
      ['study', shown],
      ['one', shownAlone],
    ] as const) {
      const { stderr } = await run('report', study);
      expect(Number(/(\d+) warnings? in the report/.exec(stderr)?.[1] ?? 0)).toBe(count);
    }
  });

  it.skipIf(!has('script'))('whether apply compiles again what was built: it does not', async () => {
    const { PATH, HOME } = process.env;
    const onTerminal = (command: string) =>
      execFileSync('script', ['-qec', `${process.execPath} ${bin} ${command}`, '/dev/null'], {
        cwd: scratch.folder,
        encoding: 'utf8',
        env: { PATH, HOME, TERM: 'xterm' },
      });
    const shown = onTerminal(`apply ${trial} -o study`);
    expect(shown).toMatch(new RegExp(`writing\\b.* ${trial}\\b`));
    expect(shown).not.toMatch(/compiling/);
    const { trials } = JSON.parse((await run('trials', '-o', 'study', '--json')).stdout) as {
      trials: { number: number; confirmation: unknown; outcome: string }[];
    };
    const unbuilt = trials.find((one) => one.confirmation === null && one.outcome === 'accurate')!;
    expect(onTerminal(`apply ${unbuilt.number} -o study`)).toContain(`compiling trial ${unbuilt.number}`);
  });

  it('how to undo a patch without version control', async () => {
    const applied = await run('apply', String(trial), '-o', 'study', '--write');
    expect(applied.exitCode, applied.stderr).toBe(0);
    expect(fs.readFileSync(scratch.path('sum.c'), 'utf8')).not.toBe(PROGRAM);
    const command = /^to undo: (patch -R -p1 < (\S+))$/m.exec(applied.stderr)!;
    expect(fs.existsSync(scratch.path(command[2]!))).toBe(true);
    const twice = await run('apply', String(trial), '-o', 'study', '--write');
    expect(twice.stderr).toContain(command[1]!);
    if (has('patch')) execSync(command[1]!, { cwd: scratch.folder });
    else {
      console.warn('there is no patch here: the patch is taken out with git apply -R instead');
      execSync(`git apply -R ${command[2]}`, { cwd: scratch.folder });
    }
    expect(fs.readFileSync(scratch.path('sum.c'), 'utf8')).toBe(PROGRAM);
  });
});
