import { afterAll, describe, expect, it } from 'vitest';
import { mantissa, Scratch } from '../support/command-line.js';
import { expectDiagnostic } from '../support/diagnostics.js';
import { expectNamed, naming } from '../support/naming.js';

const program = (print: string, before = '') => `#include <stdio.h>
#include <time.h>
${before}
int main(void) {
  double x = 1.0;
  for (int i = 1; i < 50; i++) x += 1.0 / i;
  ${print}
  return 0;
}
`;
const CLOCK =
  'static double now(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); return 1e-9 * t.tv_nsec; }';
const scratch = new Scratch({
  'fine.c': program('printf("%.17g\\n", x);'),
  'short.c': program('printf("%.5e\\n", x);'),
  'timed.c': program('printf("sum %.17g\\n", x); printf("Elapsed time: %f s\\n", now());', CLOCK),
  'unit.c': program('printf("sum %.17g\\n", x); printf("  time (s)   : %f\\n", now());', CLOCK),
  'slower.c': program(
    'printf("sum %.17g\\n", x); printf("time %.1f s\\n", getenv("MANTISSA_FORMATS") ? 0.3 : 0.1);',
    '#include <stdlib.h>',
  ),
  'whole.c': '#include <stdio.h>\nint main(void) { printf("%d\\n", 42); return 0; }\n',
});
afterAll(() => scratch[Symbol.dispose]());
const check = (...args: string[]) =>
  mantissa(['check', ...args, '--engine', 'wasm', '--no-sanitize'], { cwd: scratch.folder });

describe('mantissa check ends in a verdict', () => {
  it('of a program that can be tuned', async () => {
    const { stdout, exitCode } = await check('fine.c');
    expect(exitCode).toBe(0);
    expectNamed(stdout, '1 value', '17 digits');
    const { verdict } = JSON.parse((await check('fine.c', '--json')).stdout);
    expect(verdict).toMatchObject({ tunable: true, remedy: null, leastBound: 0, noisyLines: null });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`fine ${verdict.text}`);
  });

  it('of one that prints few digits: the reachable bounds, and the remedy', async () => {
    const { stdout, exitCode } = await check('short.c');
    expect(exitCode).toBe(0);
    expectNamed(stdout, 'short', '1e-5', '6 digits', '17 digits');
    const { verdict } = JSON.parse((await check('short.c', '--json')).stdout);
    expect(verdict).toMatchObject({ tunable: true, leastBound: expect.closeTo(1e-5), remedy: naming('17 digits') });
  });

  it('of one that prints its time: the line, and the setting that leaves it out', async () => {
    const { stdout, stderr, exitCode } = await check('timed.c', '--json');
    expect(exitCode).toBe(4);
    const { verdict, inputs } = JSON.parse(stdout);
    expect(verdict).toMatchObject({ tunable: false, noisyLines: ['Elapsed time'] });
    expect(inputs[0].repeats.identical).toBe(false);
    expectDiagnostic(stderr, 'MX4009', {
      names: ['line 2', /'Elapsed time: 0\.\d+ s'.*'Elapsed time: 0\.\d+ s'/],
      remedy: ['"lines": "^(?!\\\\s*(Elapsed time))"'],
    });
  });

  it('of one whose time has a unit in brackets', async () => {
    const { stderr, exitCode } = await check('unit.c');
    expect(exitCode).toBe(4);
    expectDiagnostic(stderr, 'MX4009', { remedy: ['"lines": "^(?!\\\\s*(time \\\\(s\\\\)))"'] });
  });

  it('of one whose time is too coarse to differ, but for the instrumented program, which takes longer', async () => {
    const { stderr, exitCode } = await check('slower.c');
    expect(exitCode).toBe(4);
    expectDiagnostic(stderr, 'MX4009', {
      names: ['line 2', /'time 0\.1 s'.*'time 0\.3 s'/],
      remedy: ['"lines": "^(?!\\\\s*(time))"'],
    });
    expect(JSON.parse((await check('slower.c', '--json')).stdout).inputs[0].repeats.identical).toBe(true);
    expect(stderr).not.toContain('MX1006');
  });

  it('of one without tunable groups', async () => {
    const { stdout, stderr, exitCode } = await check('whole.c', '--json');
    expect(exitCode).toBe(4);
    expect(JSON.parse(stdout).verdict).toMatchObject({ tunable: false, leastBound: 0, noisyLines: null });
    expectDiagnostic(stderr, 'MX4017', { remedy: ['mantissa inspect', '--scope all'] });
  });
});
