import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../src/execution/engine.js';
import { Journal } from '../../src/journal/journal.js';
import { strategies } from '../../src/search/strategies.js';
import { Interrupted } from '../../src/study/study.js';
import { diagnostic } from '../support/diagnostics.js';
import { captured, printed, ScriptedProgram, SOURCE } from '../support/scripted-bench.js';
import { goal, recordsOf, study } from '../support/study-runs.js';

let program: ScriptedProgram;
let folder: string;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
});
afterEach(() => fs.writeFileSync(program.file, SOURCE));

const oneAtATime = { strategy: strategies.find((one) => one.name === 'one-at-a-time')! };

describe('a variant that misbehaves is a typed outcome with its evidence, and the study goes on', () => {
  const faults: [string, RunOutcome, string, string][] = [
    [
      'hangs',
      { kind: 'timed-out', timeoutMs: 2000, ...captured },
      'timed-out',
      "input 'only': it took longer than 2 s",
    ],
    [
      'exhausts memory',
      { kind: 'memory-limit', reason: 'asked for more than 64 MiB', ...captured },
      'run-failed',
      "input 'only': it asked for more than 64 MiB",
    ],
    [
      'prints a gigabyte',
      { kind: 'output-limit', reason: 'printed more than 1 MiB', ...captured },
      'run-failed',
      "input 'only': it printed more than 1 MiB",
    ],
    [
      'crashes',
      { kind: 'crashed', crash: 'bad-memory-access', reason: 'segmentation fault', ...captured },
      'run-failed',
      "input 'only': it crashed: segmentation fault",
    ],
    [
      'exits with another code',
      { kind: 'exited', exitCode: 3, collected: new Map(), ...captured, stderr: Buffer.from('no convergence\n') },
      'run-failed',
      "input 'only': it ended with exit code 3: no convergence",
    ],
    [
      'prints garbage and exits with 0',
      printed('%&*@!'),
      'inaccurate',
      "input 'only': 0 values instead of 1: value 1, 1, is missing",
    ],
    ['prints too much', printed('1 1'), 'inaccurate', "input 'only': 2 values instead of 1: value 2, 1, is extra"],
    ['prints NaN', printed('nan'), 'inaccurate', "input 'only': value 1 is NaN instead of 1"],
    ['prints Inf', printed('-inf'), 'inaccurate', "input 'only': value 1 is -Infinity instead of 1"],
  ];
  it.each(faults)('%s', async (_, fault, outcome, evidence) => {
    const bench = program.bench({ run: (lowered) => (lowered.includes('b') ? fault : printed(1)) });
    const { trials, best } = await study(bench, folder, oneAtATime);
    expect(trials.find((one) => 'main.b' in one.formats)).toMatchObject({ outcome, evidence, accepted: false });
    expect(trials.at(-1)).toMatchObject({
      outcome: 'accurate',
      formats: { 'main.a': 'fp32', 'main.c': 'fp32', 'main.d': 'fp32' },
    });
    expect(best).not.toBeNull();
  });

  it('does not build', async () => {
    const bench = program.bench({
      run: () => printed(1),
      build: (lowered) => {
        if (lowered === 'a b c d') throw new MantissaError('MX4007', "error: no match for 'operator+'");
      },
    });
    const { trials, best } = await study(bench, folder);
    expect(trials[0]).toMatchObject({ outcome: 'build-failed', evidence: "error: no match for 'operator+'" });
    expect(best).not.toBeNull();
  });
});

describe('errors of the environment end the study with a code, and it resumes', () => {
  it('a compiler that vanishes', async () => {
    let isThere = false;
    const bench = program.bench({
      run: () => printed(1),
      build: () => {
        if (!isThere) throw new MantissaError('MX2015', 'g++ cannot be started any more');
      },
    });
    await expect(study(bench, folder)).rejects.toThrow(/MX2015/);
    const judged = recordsOf(folder, 'trial');
    expect(judged).toHaveLength(16);
    isThere = true;
    const before = bench.log.length;
    expect((await study(bench, folder)).best).not.toBeNull();
    expect(recordsOf(folder, 'trial')).toEqual(judged);
    expect(bench.log.slice(before).filter((line) => line.startsWith('emulated '))).toEqual(['emulated a b c d']);
  });

  it('a run that cannot be started', async () => {
    let isThere = true;
    const bench = program.bench({
      run: (lowered) => (lowered === 'c' && isThere ? { kind: 'not-started', reason: 'no such file' } : printed(1)),
    });
    await expect(study(bench, folder)).rejects.toThrow(diagnostic('MX1009', { names: ['no such file'] }));
    expect(recordsOf(folder, 'trial').some((one) => one.outcome === 'run-failed')).toBe(false);
    isThere = false;
    expect((await study(bench, folder)).trials).toHaveLength(16);
  });

  it('a source edited while it runs', async () => {
    const bench = program.bench({
      run: (lowered) => {
        if (lowered === 'a b d') fs.writeFileSync(program.file, SOURCE.replace('4.0', '5.0'));
        return printed(1);
      },
    });
    await expect(study(bench, folder)).rejects.toThrow(diagnostic('MX2020', { names: [/program\.\w+/] }));
    fs.writeFileSync(program.file, SOURCE);
    expect((await study(program.bench({ run: () => printed(1) }), folder)).stopped).toBe('finished');
  });

  it('the user', async () => {
    const stop = new AbortController();
    const bench = program.bench({
      run: (lowered) => {
        if (lowered === 'a b d') stop.abort();
        return printed(1);
      },
    });
    await expect(study(bench, folder, { signal: stop.signal })).rejects.toThrow(Interrupted);
    expect(recordsOf(folder, 'study-ended').at(-1)).toMatchObject({ reason: 'interrupted' });
    expect((await study(bench, folder)).trials).toHaveLength(16);
  });

  it('a full disk', (context) => {
    const disk = path.join(folder, 'disk');
    fs.mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) {
      console.warn('skipped: mounting a small file system is not allowed here, so a full disk is not tested');
      return context.skip();
    }
    try {
      const journal = Journal.open(disk);
      const constraint = { kind: 'constraint' as const, trial: 1, formats: {}, reason: 'x'.repeat(1000) };
      let written = 0;
      expect(() => {
        for (; written < 200; written++) journal.append(constraint);
      }).toThrow(/MX1007.*ENOSPC/);
      expect(written).toBeGreaterThan(10);
      journal.close();
      spawnSync('mount', ['-o', 'remount,size=256k', disk]);
      expect(recordsOf(disk, 'constraint')).toHaveLength(written);
      const again = Journal.open(disk);
      again.append(constraint);
      again.close();
      expect(recordsOf(disk, 'constraint')).toHaveLength(written + 1);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

describe('a baseline that cannot be trusted is refused', () => {
  it.each<[string, (lowered: string) => RunOutcome, (string | RegExp)[]]>([
    ['it is not reproducible', noisy(1), ['0.1', 'only', 'value 1', '3', '2']],
    ['it prints no numbers', () => printed('done'), ['stdout']],
    ['it prints NaN', () => printed('nan'), ['value 1', 'NaN']],
    ['it crashes', () => ({ kind: 'crashed', crash: 'abort', reason: 'aborted', ...captured }), ['aborted']],
    ['it changes how much it prints', growing(), ['only', '2 values', '1']],
  ])('where %s', async (_, run, names) => {
    await expect(study(program.bench({ run }), folder)).rejects.toThrow(diagnostic('MX4009', { names }));
    expect(recordsOf(folder, 'trial')).toEqual([]);
  });

  it('if the goal is tighter than its own noise, and not if it is looser', async () => {
    const run = noisy(1e-6);
    await expect(study(program.bench({ run }), path.join(folder, 'tight'), { goal: goal(1e-9) })).rejects.toThrow(
      /MX4009/,
    );
    // on a GPU built output is judged by the goal, since atomics reorder; on a CPU nobody can ask for bytes that do not repeat
    for (const engine of ['cuda', 'native'] as const) {
      const loose = await study(program.bench({ engine, run }), path.join(folder, engine), { goal: goal(1e-3) });
      expect(loose.best).not.toBeNull();
      const [baseline] = recordsOf(path.join(folder, engine), 'baseline');
      expect(baseline!.noise).toBeGreaterThan(0);
      expect(loose.best!.confirmation!.asEmulated).toBeNull();
    }
  });

  it('if it has changed since the study began', async () => {
    await study(program.bench({ run: () => printed(1) }), folder, { maxTrials: 2 });
    await expect(study(program.bench({ run: () => printed(2) }), folder)).rejects.toThrow(
      diagnostic('MX4009', { remedy: 'own' }),
    );
  });
});

/** Prints another number each time. */
function noisy(step: number): (lowered: string) => RunOutcome {
  let runs = 1;
  return (lowered) => printed(1 + step * runs++, { cpuMs: lowered === '' ? 10 : 9 });
}

function growing(): () => RunOutcome {
  let text = '';
  return () => {
    text += '1 ';
    return printed(text);
  };
}
