import * as fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../src/execution/engines.js';
import { JOURNAL_FILE } from '../../src/journal/journal.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { mantissa, Scratch, start } from '../support/command-line.js';

const native = engines.native({ cache: cacheFolder() });
const engine = (await native.available()).ok ? 'native' : 'wasm';
await native.close();
const FORKS = engine === 'native'; // WebAssembly has no processes

/** Behaves with doubles; with `big` in fp32, where 2^24 + 1 is 2^24, it does what its argument says. */
const FAULTY = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
${FORKS ? '#include <unistd.h>' : ''}

static int isNarrowed(void) {
  double big = 16777217.0;
  return big == 16777216.0;
}

int main(int argc, char **argv) {
  const char *fault = argc > 1 && isNarrowed() ? argv[1] : "";
  double sum = 0.0;
  for (int i = 1; i <= 50; i++) sum = sum + 1.0 / i;
  if (strcmp(fault, "hang") == 0) for (volatile int i = 0; ; i = 1 - i) { }
  if (strcmp(fault, "crash") == 0) abort();
  if (strcmp(fault, "flood") == 0) for (;;) puts("0123456789012345678901234567890123456789012345678901234567890123456789");
  if (strcmp(fault, "garbage") == 0) { puts("#!?$"); return 0; }
  ${FORKS ? 'if (strcmp(fault, "fork") == 0 && fork() == 0) for (;;) pause();' : ''}
  printf("%.17g\\n", sum);
  return 0;
}
`;

const scratch = new Scratch({ 'faulty.c': FAULTY });
afterAll(() => scratch[Symbol.dispose]());

const tune = (fault: string, ...options: string[]) =>
  mantissa(
    [
      'tune',
      'faulty.c',
      '--engine',
      engine,
      '--max-error',
      '1e-3',
      '--timeout',
      fault === 'hang' ? '3' : '600', // what ends by itself may take as long as a busy machine needs
      '-o',
      fault,
      ...options,
      '--json',
      '--',
      fault,
    ],
    { cwd: scratch.folder },
  );

interface Trial {
  outcome: string;
  evidence: string | null;
  formats: Record<string, string>;
}

async function trials(study: string): Promise<Trial[]> {
  const { stdout } = await mantissa(['trials', '-o', study, '--json'], { cwd: scratch.folder });
  return (JSON.parse(stdout) as { trials: Trial[] }).trials;
}

describe(`a variant that misbehaves on the ${engine} engine`, () => {
  beforeAll(async () => {
    const { exitCode, stderr } = await tune('nothing'); // builds once for all
    expect(exitCode, stderr).toBe(0);
  });

  const faults = [
    ['hang', 'timed-out', /took longer than 3 s/],
    ['crash', 'run-failed', /abort/i],
    ['flood', 'run-failed', /output|print/i],
    ['garbage', 'inaccurate', /0 values instead of 1/],
  ] as const;
  it.each(faults)('by a %s is %s, and the study ends well', async (fault, outcome, evidence) => {
    const { exitCode, stdout, stderr } = await tune(fault);
    expect(exitCode, stderr).toBe(0);
    const bad = (await trials(fault)).filter((one) => 'isNarrowed.big' in one.formats);
    expect(bad.length).toBeGreaterThan(0);
    for (const one of bad) {
      expect(one.outcome).toBe(outcome);
      expect(one.evidence).toMatch(evidence);
    }
    const { best, keep } = JSON.parse(stdout); // it is too short for a patch to buy time
    const { formats } = (await trials(fault))[(best ?? keep).trial - 1]!;
    expect(formats).not.toHaveProperty('isNarrowed.big');
  });

  if (!FORKS) console.warn('skipped: no g++ here, so a variant that forks is not tested');
  it.skipIf(!FORKS)('by a fork leaves nothing behind, and does not keep the study waiting', async () => {
    const { exitCode, stderr } = await tune('fork');
    expect(exitCode, stderr).toBe(0);
    const left = fs.readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1') === 'program\0fork\0';
      } catch {
        return false; // gone while we looked
      }
    });
    expect(left).toEqual([]);
  });
});

describe('the tuner itself', () => {
  it('stops at Ctrl-C with 130, tidily, and resumes', async () => {
    const args = [
      'tune',
      'faulty.c',
      '--engine',
      engine,
      '--max-error',
      '1e-3',
      '--timeout',
      '600', // the variant that hangs does so until the signal comes
      '-o',
      'stopped',
      '--',
      'hang',
    ];
    const running = start(args, { cwd: scratch.folder });
    const journal = scratch.path(`stopped/${JOURNAL_FILE}`);
    while (!fs.existsSync(journal) || !fs.readFileSync(journal, 'utf8').includes('"kind":"baseline"'))
      await new Promise((resolve) => setTimeout(resolve, 50));
    running.kill('SIGINT');
    const { exitCode, stderr } = await running;
    expect(exitCode, String(stderr)).toBe(130);
    expect(stderr).toMatch(/\bresum/);
    expect(fs.existsSync(scratch.path('stopped/lock'))).toBe(false);
    expect(fs.readFileSync(journal, 'utf8')).toContain('"reason":"interrupted"');
    const resumed = await mantissa(args.with(args.indexOf('600'), '3'), { cwd: scratch.folder });
    expect(resumed.exitCode, resumed.stderr).toBe(0);
  });
});
