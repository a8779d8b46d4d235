import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { differenceText } from '../../src/journal/study-differences.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { started } from '../support/recorded-study.js';

// g++ builds in a tenth of the time; where there is none, the embedded engine does the same
const native = engines.native({ cache: cacheFolder() });
const engine = (await native.available()).ok ? 'native' : 'wasm';
await native.close();
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-tune-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(root, 'case-'));
});

const SUM = `#include <stdio.h>
static double sum(int n) {
  double total = 0.0;
  double scale = 1.0 / 3.0;
  for (int i = 1; i <= n; i++) {
    double term = scale / (i * (double) i);
    total = total + term;
  }
  return total;
}
int main(void) { printf("%.17g\\n", sum(2000)); return 0; }
`;

const tune = (file: string, ...args: string[]) =>
  mantissa(['tune', file, '--engine', engine, '--study', path.join(folder, 'study'), ...args], { cwd: folder });

function source(text: string, name = 'sum.c'): string {
  fs.writeFileSync(path.join(folder, name), text);
  return name;
}

const DOCUMENT =
  'schemaVersion seed engine strategy goal baseline best keep looser kernels trials probes ranges stopped isComplete predictions refits solved leftOut executions warnings durationMs sessionMs'.split(
    ' ',
  );

describe('mantissa tune', () => {
  it('finds a configuration within the bound, resumes without running anything again, and prints its patch', async () => {
    // by its own figure it is twice as fast where a third is a float: no clock decides
    const file = source(
      SUM.replace(
        'return total;',
        'printf("speed %d\\n", (int) (scale * 300000003.0) == 100000001 ? 2 : 4);\n  return total;',
      ),
    );
    fs.writeFileSync(
      path.join(folder, 'mantissa.json'),
      JSON.stringify({
        sources: [file],
        output: { stdout: true, lines: '^0' },
        figureOfMerit: { pattern: 'speed (\\d+)', better: 'higher' },
      }),
    );
    const first = await tune('.', '--max-error', '1e-7', '--json');
    expect(first.exitCode, first.stderr).toBe(0);
    const document = JSON.parse(first.stdout);
    expect(document).toMatchObject({
      schemaVersion: 1,
      engine,
      strategy: 'auto',
      goal: { metric: 'max-relative', bound: 1e-7 },
      best: { speedupKind: engine === 'wasm' ? null : 'measured' },
      baseline: { noise: 0 },
      trials: { total: expect.any(Number), duplicate: expect.any(Number) },
    });
    expect(document.best.error).toBeLessThanOrEqual(1e-7);
    const { input, tools, skipped } = document.best.memory;
    expect({ input, isSaid: tools.length + skipped.length > 0 }).toEqual({ input: 'default', isSaid: true });
    if (engine === 'wasm')
      expect(skipped).toEqual([{ what: 'memory', why: 'the wasm engine has no memory sanitizers' }]);
    else if (skipped.length === 0) expect(tools).toEqual(['AddressSanitizer', 'UndefinedBehaviorSanitizer']);
    else console.warn(`SKIPPED: memory was not watched: ${JSON.stringify(skipped)}`);
    expect(document.best.error).toBeGreaterThan(0);
    const again = await tune('.', '--max-error', '1e-7', '--json');
    const resumed = JSON.parse(again.stdout);
    expect(resumed.best).toEqual(document.best);
    expect(resumed.executions).toEqual({ emulated: 0, built: 0, timed: 0, ahead: null });
    expect(Object.keys(document)).toEqual(DOCUMENT);
    expect(document.durationMs).toBe(document.sessionMs);
    expect(resumed.durationMs).toBeGreaterThan(resumed.sessionMs); // the work of both
    const patch = await mantissa(['apply', String(document.best.trial), '--study', path.join(folder, 'study')], {
      cwd: folder,
    });
    expect(patch.stdout).toContain('+++ b/sum.c');
    expect(patch.stdout).toMatch(/^\+.*float/m);
    const listed = await mantissa(['trials', '--study', path.join(folder, 'study')], { cwd: folder });
    expect(listed.stdout.split('\n').length).toBeGreaterThan(1);
  });

  it('refuses a study of other sources, and starts over with --fresh', async () => {
    const file = source(SUM);
    await tune(file, '--max-error', '1e-3', '--trials', '1');
    source(SUM.replace('2000', '2001'));
    const refused = await tune(file, '--max-error', '1e-3', '--trials', '1');
    expect(refused.exitCode).toBe(2);
    expectDiagnostic(refused.stderr, 'MX2017', { names: [differenceText('sources', started, started)] });
    expect((await tune(file, '--max-error', '1e-3', '--trials', '1', '--fresh')).exitCode).toBe(0);
  });

  it('ends with exit code 3 if nothing meets the goal', async () => {
    const result = await tune(source(SUM), '--max-error', '1e-20');
    expect(result.exitCode).toBe(3);
    expect(result.stderr).toContain('MX3001');
  });

  it('ends at its time limit with the current step and a remedy if nothing has been confirmed', async () => {
    const endless = source(
      '#include <stdio.h>\nint main(void) {\n  volatile double x = 1.0;\n  double sum = 0.0;\n  while (x > 0.0) sum += x;\n' +
        '  printf("%.17g\\n", sum);\n  return 0;\n}\n',
      'endless.c',
    );
    // the program never ends: only --time ends this command. A slow machine may still be reading the program then, and gets more time
    let seconds = 6;
    const tuneFor = () => tune(endless, '--fresh', '--max-error', '1e-3', '--time', `${seconds}s`);
    let late = await tuneFor();
    for (; /\breading\b/.test(late.stderr.split('error ')[1] ?? ''); late = await tuneFor()) seconds *= 2;
    expect(late.exitCode).toBe(3);
    expectDiagnostic(late.stderr, 'MX3003', { names: [`${seconds.toFixed(1)} s`] });
    const atOnce = await mantissa(
      [
        'tune',
        source(SUM),
        '--engine',
        engine,
        '--study',
        path.join(folder, 'other'),
        '--max-error',
        '1',
        '--time',
        '1ms',
      ],
      { cwd: folder },
    );
    expect(atOnce.exitCode).toBe(3);
    expectDiagnostic(atOnce.stderr, 'MX3003', { names: [/\bread.* sum/] });
    expect(fs.existsSync(path.join(folder, 'other'))).toBe(false);
  });

  it('names the held-out input that refuted the result of the search', async () => {
    source(
      '#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {\n  double total = 0.0;\n' +
        '  for (int i = 1; i <= atoi(argv[1]); i++) total += 1.0 / i;\n  printf("%.17g\\n", total);\n  return argc > 9;\n}\n',
      'harmonic.c',
    );
    const inputs = { few: { arguments: ['3'] }, many: { arguments: ['20000'], heldOut: true } };
    fs.writeFileSync(path.join(folder, 'mantissa.json'), JSON.stringify({ sources: ['harmonic.c'], inputs }));
    const result = await tune('.', '--max-error', '1e-6');
    expect(result.exitCode).toBe(3);
    expectDiagnostic(result.stderr, 'MX3001', {
      names: [/\b1 trial\b/, 'max-relative', '1e-6', 'trial 1', 'many', 'value 1'],
      remedy: ['input'],
    });
  });

  it('asks for a goal, and names the values to compare', async () => {
    const result = await tune(source(SUM));
    expect(result.exitCode).toBe(2);
    expectDiagnostic(result.stderr, 'MX2018', { names: ['stdout'] });
  });

  it('refuses a baseline that prints no numbers, fails, or is not reproducible', async () => {
    for (const [text, why] of [
      [
        '#include <stdio.h>\nint main(void) { double x = 1.0; printf("done\\n"); return x < 0; }\n',
        'prints no numbers',
      ],
      ['#include <stdio.h>\nint main(void) { double x = 1.0; printf("%g\\n", x); return 3; }\n', 'exit code 3'],
      [
        '#include <stdio.h>\nint main(void) { double x = 0.0; printf("%g\\n", x / x); return 0; }\n',
        'value 1 of its output is NaN',
      ],
      [
        '#include <stdio.h>\n#include <time.h>\nint main(void) { struct timespec t; timespec_get(&t, TIME_UTC); double x = 1.0 + t.tv_nsec; printf("%.17g\\n", x); return 0; }\n',
        'two runs differ',
      ],
    ] as const) {
      const result = await tune(source(text, 'odd.c'), '--max-error', '1e-6', '--fresh');
      expect(result.exitCode, result.stderr).toBe(4);
      expect(result.stderr).toMatch(/MX4009/);
      expect(result.stderr).toContain(why);
    }
  });
});
