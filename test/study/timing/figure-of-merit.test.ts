import { describe, expect, it } from 'vitest';
import type { Artifact, RunOutcome } from '../../../src/execution/engine.js';
import { expectMerit, readMerit } from '../../../src/study/timing/figure-of-merit.js';
import { measure } from '../../../src/study/timing/measurement.js';
import { seededRandom } from '../../../src/support/random.js';
import { diagnostic } from '../../support/diagnostics.js';
import { printed } from '../../support/scripted-bench.js';

const saying = (stderr: string, stdout = ''): RunOutcome => ({
  ...(printed(stdout) as Extract<RunOutcome, { kind: 'exited' }>),
  stderr: Buffer.from(stderr),
});
const zones = { pattern: '([0-9.e+]+) zones per second', better: 'higher' } as const;
const program = (digest: string): Artifact => ({ engine: 'native', file: digest, digest, sizeBytes: 1 });

describe('the figure of merit', () => {
  it('is the last match on stderr, else on stdout', () => {
    expect(readMerit(zones, saying('10 zones per second\n1.5e3 zones per second\n'))).toBe(1500);
    expect(readMerit(zones, saying('', '7 zones per second'))).toBe(7);
  });

  it('is missing where nothing matches, or what matches is no positive number', () => {
    expect(readMerit(zones, saying('fast enough'))).toBeNull();
    expect(readMerit({ pattern: 'speed (\\S+)', better: 'higher' }, saying('speed nan'))).toBeNull();
    expect(readMerit({ pattern: 'speed (\\S+)', better: 'higher' }, saying('speed 0'))).toBeNull();
  });

  it('is asked for before anything is searched', () => {
    expect(() => expectMerit(zones, saying('fast enough'), 'small: the program')).toThrow(
      diagnostic('MX4011', { names: ['small: the program', '([0-9.e+]+) zones per second'] }),
    );
    expect(() => expectMerit(zones, saying('', '7 zones per second'), 'it')).not.toThrow();
    expect(() => expectMerit(null, saying(''), 'it')).not.toThrow();
  });

  it('decides a speedup whichever way better points', async () => {
    const figures = { old: 100, new: 125 };
    const run = async ({ digest }: Artifact) => [saying(`${figures[digest as 'old' | 'new']} zones per second`)];
    const rate = await measure(run, program('old'), program('new'), seededRandom(1), { merit: zones });
    expect(rate).toMatchObject({ clock: 'merit', ratio: 1.25 });
    expect(rate.samples[0]).toMatchObject({ program: 'baseline', merit: 100 });
    const time = await measure(run, program('old'), program('new'), seededRandom(1), {
      merit: { ...zones, better: 'lower' },
    });
    expect(time.ratio).toBeCloseTo(0.8, 12);
  });

  it('ends a measurement with its code where it is missing', async () => {
    await expect(
      measure(async () => [saying('nothing')], program('old'), program('new'), seededRandom(1), { merit: zones }),
    ).rejects.toMatchObject({ code: 'MX4011' });
  });
});
