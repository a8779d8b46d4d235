import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StudyInput } from '../../src/journal/records.js';
import { strategies } from '../../src/search/strategies.js';
import { defineStrategy, type Point } from '../../src/search/strategy.js';
import { Deadline } from '../../src/support/deadline.js';
import { diagnostic } from '../support/diagnostics.js';
import { naming } from '../support/naming.js';
import { cannotWrite, printed, ScriptedProgram } from '../support/scripted-bench.js';
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

const deltaDebugging = strategies.find((one) => one.name === 'delta-debugging')!;
const input = (name: string, heldOut = false): StudyInput => ({ name, arguments: [name], heldOut });
/** Each lowered group costs so much error; together they add up. */
const costs = (errors: Record<string, number>) => (lowered: string) =>
  printed(1 + lowered.split(' ').reduce((sum, name) => sum + (errors[name] ?? 0), 0));
/** What is lowered buys some time: nothing else is recommended. */
const faster = (lowered: string) => ({ cpuMs: lowered === '' ? 10 : 9 });
/** Asks for these points, one after the other. */
const asking = (...wanted: string[]) =>
  defineStrategy({
    name: 'asking',
    summary: 'asks for the points of a test',
    options: z.strictObject({}),
    *propose({ space }) {
      for (const lowered of wanted)
        yield [
          space.dimensions.map(({ id, formats }) => formats[lowered.split(' ').includes(id.split('.')[1]!) ? 1 : 0]!),
        ] as Point[];
    },
  });

describe('a study', () => {
  it('judges every trial on every input, stops at the first that fails, and confirms on the held-out ones', async () => {
    const bench = program.bench({
      run: (lowered, _, [which]) => printed(which === 'hard' && lowered.includes('b') ? 2 : 1 + lowered.length / 1000),
    });
    const inputs = [input('easy'), input('hard'), input('unseen', true)];
    const { best, trials } = await study(bench, folder, { inputs, strategy: asking('b', 'a') });
    expect(trials.map((one) => one.outcome)).toEqual(['inaccurate', 'accurate']);
    expect(trials[0]!.evidence).toBe("input 'hard': value 1 is 2 instead of 1");
    expect(best?.number).toBe(2);
    expect(bench.log.filter((line) => line.includes('unseen'))).toEqual([
      ...Array(3).fill('original (unseen)'),
      'built a (unseen)',
      'emulated a (unseen)',
    ]);
    expect(best?.confirmation?.inputs).toEqual(['easy', 'hard', 'unseen']);
  });

  it('asks a much shorter input before the first, and what it refutes runs on no other', async () => {
    const took = { long: 100, medium: 60, short: 10 } as const;
    const bench = program.bench({
      run: (lowered, _, [which]) => printed(lowered === 'b' ? 2 : 1, { cpuMs: took[which as keyof typeof took] }),
    });
    const inputs = [input('long'), input('medium'), input('short')];
    const { trials } = await study(bench, folder, { inputs, strategy: asking('b', 'a') });
    expect(trials[0]!.evidence).toBe("input 'short': value 1 is 2 instead of 1");
    const emulated = (name: string) => bench.log.filter((line) => line.startsWith(`emulated ${name} `));
    expect(emulated('b')).toEqual(['emulated b (short)']);
    // each once, though it is compared with what was built at the end
    expect(emulated('a')).toEqual(['emulated a (short)', 'emulated a (long)', 'emulated a (medium)']);
    expect(trials[1]!.confirmation).toMatchObject({ asEmulated: true, inputs: ['long', 'medium', 'short'] });
  });

  it('ends in good order where the time is up before every trial of a batch had its turn', async () => {
    const bench = program.bench({ engine: 'native', run: costs({}) });
    const { stopped, trials } = await study(bench, folder, { deadline: new Deadline(0), timing: 'every' });
    expect({ stopped, trials }).toEqual({ stopped: 'time', trials: [] });
  });

  it('recommends nothing that a held-out input refutes, but the next best', async () => {
    const bench = program.bench({
      run: (lowered, _, [which]) => printed(which === 'unseen' && lowered === 'a b c d' ? 2 : 1),
    });
    const { best, trials } = await study(bench, folder, {
      inputs: [input('seen'), input('unseen', true)],
      strategy: asking('a b c d', 'a b'),
    });
    expect(best?.number).toBe(2);
    expect(trials[0]).toMatchObject({
      outcome: 'inaccurate',
      accepted: false,
      evidence: "input 'unseen': value 1 is 2 instead of 1",
    });
  });

  it('goes on with a margin where all that passed is refuted, and resumes there without a run', async () => {
    const coarse: Record<string, number> = { a: 0.03, b: 0.02, c: 0.001, d: 0.001 };
    const run = (lowered: string, _: unknown, [where]: readonly string[]) => {
      const errors = lowered.split(' ').map((name) => coarse[name] ?? 0);
      const sum = errors.reduce((all, one) => all + one, 0);
      return printed(1 + (where === 'unseen' ? 10 * sum : sum));
    };
    const plan = {
      inputs: [input('seen'), input('unseen', true)],
      strategy: strategies.find((one) => one.name === 'delta-debugging')!,
    };
    const bench = program.bench({ run });
    const { best, trials } = await study(bench, folder, plan);
    expect(trials[0]).toMatchObject({ accepted: false, evidence: expect.stringContaining('unseen') });
    expect(Object.keys(best!.formats).sort()).toEqual(['main.c', 'main.d']);
    const again = program.bench({ run });
    expect((await study(again, folder, plan)).best).toEqual(best);
    expect(again.log).toEqual([]);
  });

  it('answers a repeat from the journal, as a duplicate, whatever the strategy', async () => {
    const bench = program.bench({ run: costs({ a: 0.5 }) });
    const { trials } = await study(bench, folder, { strategy: asking('a', 'b', 'a') });
    expect(trials[2]).toMatchObject({ outcome: 'duplicate', evidence: naming('trial 1') });
    expect(bench.log.filter((line) => line === 'emulated a')).toHaveLength(1);
  });

  it('goes on where a budget stopped it, and runs nothing twice', async () => {
    const bench = program.bench({ run: costs({ a: 0.01, d: 0.5 }) });
    const first = await study(bench, folder, { maxTrials: 5 });
    expect(first.stopped).toBe('trials');
    expect(first.trials).toHaveLength(5);
    const ran = bench.log.length;
    const second = await study(bench, folder, { maxTrials: 100 });
    expect(second.stopped).toBe('finished');
    expect(second.trials).toHaveLength(16);
    const twice = bench.log.slice(ran).filter((line) => line.startsWith('emulated ') && bench.log.indexOf(line) < ran);
    expect(twice).toEqual([]);
    const third = program.bench({ run: costs({}) });
    const again = await study(third, folder, {});
    expect(again.trials).toEqual(second.trials);
    expect(again.best).toEqual(second.best);
    expect(third.log).toEqual([]);
  });

  it('finds the same side by side as one by one', async () => {
    const run = costs({ a: 0.01, b: 0.06, c: 0.06, d: 0.2 });
    const [alone, together] = [path.join(folder, 'alone'), path.join(folder, 'together')];
    const one = await study(program.bench({ run }), alone, { jobs: 1 });
    const four = await study(program.bench({ run }), together, { jobs: 4 });
    const plain = (trials: typeof one.trials) => trials.map(({ durationMs: _, ...rest }) => rest);
    expect(plain(four.trials)).toEqual(plain(one.trials));
    expect(four.best?.number).toBe(one.best?.number);
  });

  it('builds all that the first trial needs side by side, on as many processors as it may have', async () => {
    const most = async (buildJobs: number) => {
      const log: string[] = [];
      const prepare = async (what: string) => {
        log.push(`+${what}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        log.push(`-${what}`);
      };
      const bench = program.bench({
        prepare,
        run: (_, how) => {
          log.push(how);
          return printed(1);
        },
      });
      const own = fs.mkdtempSync(path.join(folder, 'own-'));
      const { trials } = await study(bench, own, { strategy: asking('a'), buildJobs });
      const first = log.indexOf('original');
      return { before: log.slice(0, first).join(' '), trials: trials.map(({ number, outcome }) => [number, outcome]) };
    };
    const [one, three] = [await most(1), await most(3)];
    expect(one.before).toBe('+original -original');
    expect(three.before).toBe('+original +emulate +count -original');
    expect(three.trials).toEqual(one.trials);
  });

  it('learns which groups cannot be written together, and answers for all that contain them without work', async () => {
    const bench = program.bench({
      run: costs({}),
      write: (lowered) => {
        if (lowered.includes('b') && lowered.includes('c')) throw cannotWrite('main.b');
      },
    });
    const { trials, best } = await study(bench, folder, { strategy: asking('a b c', 'b c d', 'a b') });
    expect(trials.map((one) => one.outcome)).toEqual(['infeasible', 'infeasible', 'accurate']);
    expect(recordsOf(folder, 'constraint')).toMatchObject([
      { trial: 1, formats: { 'main.b': 'fp32', 'main.c': 'fp32' } },
    ]);
    expect(trials[1]).toMatchObject({ how: 'known', evidence: naming('trial 1') });
    expect(bench.log).not.toContain('emulated b c d');
    expect(best?.number).toBe(3);
  });

  it('takes what is emulated on a GPU as provisional: the built output decides, and the next best is tried', async () => {
    const bench = program.bench({
      engine: 'cuda',
      run: (lowered, how) => {
        const value = how === 'built' && lowered === 'a b c d' ? 1.5 : how === 'built' ? 1.00001 : 1;
        return printed(value, faster(lowered));
      },
    });
    const { best, trials } = await study(bench, folder, { strategy: asking('a b c d', 'a b') });
    expect(trials[0]).toMatchObject({ outcome: 'inaccurate', evidence: "input 'only': value 1 is 1.5 instead of 1" });
    expect(best).toMatchObject({ number: 2, error: expect.closeTo(1e-5, 10), confirmation: { asEmulated: null } });
  });

  describe('where a program prints something else built than emulated', () => {
    const contradicting = (engine: 'wasm' | 'native', ...names: string[]) =>
      program.bench({
        engine,
        run: (lowered, how) =>
          printed(
            how === 'built' && names.every((name) => lowered.includes(name)) ? '1.00001 x' : '1 x',
            faster(lowered),
          ),
      });
    const plain = (records: readonly object[]) => records.map((one) => ({ ...one, durationMs: 0 }));

    it.each(['wasm', 'native'] as const)('sets the group aside on %s that does it, and goes on', async (engine) => {
      const bench = contradicting(engine, 'c');
      const { best, trials } = await study(bench, folder, { strategy: deltaDebugging });
      expect(trials[0]).toMatchObject({
        outcome: 'contradicted',
        accepted: false,
        evidence: "input 'only': value 1 is 1.00001 when built and 1 when emulated",
        confirmation: { asEmulated: false, contradiction: { input: 'only', built: '1.00001 x', emulated: '1 x' } },
      });
      expect(recordsOf(folder, 'constraint')).toMatchObject([
        { trial: 1, formats: { 'main.c': 'fp32' }, contradicted: true },
      ]);
      expect(best).toMatchObject({ outcome: 'accurate', confirmation: { asEmulated: true } });
      expect(trials.filter((one) => one.accepted).map((one) => Object.keys(one.formats).join(' '))).toContain(
        'main.a main.b main.d',
      );
      // the trial, two halves of four, two of two: and what is recommended
      expect(bench.log.filter((line) => /^built .*c/.test(line)).length).toBeLessThanOrEqual(4);
      expect(trials.filter((one) => 'main.c' in one.formats).every((one) => !one.accepted)).toBe(true);
    });

    it('finds two groups that do it only together, and resumes without running anything', async () => {
      const { best, trials } = await study(contradicting('wasm', 'a', 'd'), folder, { strategy: deltaDebugging });
      expect(recordsOf(folder, 'constraint')).toMatchObject([{ formats: { 'main.a': 'fp32', 'main.d': 'fp32' } }]);
      expect(best).toMatchObject({ outcome: 'accurate' });
      expect(Object.keys(best!.formats)).toHaveLength(3);
      const records = recordsOf(folder, 'constraint').length;
      const again = contradicting('wasm', 'a', 'd');
      const resumed = await study(again, folder, { strategy: deltaDebugging });
      expect({ trials: resumed.trials, best: resumed.best, log: again.log }).toEqual({ trials, best, log: [] });
      expect(recordsOf(folder, 'constraint')).toHaveLength(records);
    });

    it.each(strategies.filter(({ dimensions }) => dimensions !== 'sets').map((one) => [one.name, one] as const))(
      'is the same with any --jobs, and recommends only what was confirmed: %s',
      async (_, strategy) => {
        const options = strategy.options.parse({});
        const run = (name: string, jobs: number) =>
          study(contradicting('wasm', 'b'), path.join(folder, name), { strategy, options, jobs, maxTrials: 40 });
        const [one, four] = [await run('one', 1), await run('four', 4)];
        expect(plain(four.trials)).toEqual(plain(one.trials));
        expect(four.best?.number).toBe(one.best?.number);
        expect(one.best === null || !('main.b' in one.best.formats)).toBe(true);
      },
    );

    it('finishes the halving that an interruption left, and times what holds as soon as it is accurate', async () => {
      const options = { strategy: deltaDebugging, timing: 'every' } as const;
      const whole = await study(contradicting('native', 'c'), path.join(folder, 'whole'), options);
      expect(whole.best).toMatchObject({ outcome: 'accurate' });
      expect(whole.best!.formats).not.toHaveProperty('main.c');
      const lines = fs.readFileSync(path.join(folder, 'whole', 'journal.jsonl'), 'utf8').split('\n');
      const cut = lines.findIndex((line) => line.includes('"kind":"constraint"'));
      fs.mkdirSync(path.join(folder, 'cut'));
      fs.writeFileSync(path.join(folder, 'cut', 'journal.jsonl'), `${lines.slice(0, cut).join('\n')}\n`);
      const resumed = await study(contradicting('native', 'c'), path.join(folder, 'cut'), options);
      expect(resumed.best?.formats).toEqual(whole.best?.formats);
      expect(recordsOf(path.join(folder, 'cut'), 'constraint')).toMatchObject([{ formats: { 'main.c': 'fp32' } }]);
    });
  });

  describe('where no compared number depends on a group', () => {
    const bench = (...unseen: string[]) =>
      program.bench({
        run: (lowered) =>
          printed(1 + 0.001 * lowered.split(' ').filter((name) => name && !unseen.includes(name)).length),
        hasNoInfluence: (name) => unseen.includes(name),
      });

    it('keeps it as it was, says so, and resumes without asking again', async () => {
      const { best } = await study(bench('b'), folder, { strategy: deltaDebugging });
      expect(Object.keys(best!.formats).sort()).toEqual(['main.a', 'main.c', 'main.d']);
      expect(recordsOf(folder, 'influence').flatMap(({ groups }) => groups.filter(({ seen }) => !seen))).toEqual([
        { id: 'main.b', seen: false },
      ]);
      const again = bench('b');
      const resumed = await study(again, folder, { strategy: deltaDebugging });
      expect({ best: resumed.best, log: again.log }).toEqual({ best, log: [] });
    });

    it('lowers it where that is allowed, in a study that was begun without', async () => {
      await study(bench('b'), folder, { strategy: deltaDebugging });
      const { best } = await study(bench('b'), folder, { strategy: deltaDebugging, lowersUnseen: true });
      expect(Object.keys(best!.formats)).toContain('main.b');
    });

    it('recommends nothing where that is all there is', async () => {
      const { best } = await study(bench('a', 'b', 'c', 'd'), folder, { strategy: deltaDebugging });
      expect(best).toBeNull();
    });

    it('does not take a lowering that changes nothing for one that is not seen', async () => {
      const exact = program.bench({ run: () => printed(1) }); // moved, each prints something else
      const { best } = await study(exact, folder, { strategy: deltaDebugging });
      expect(Object.keys(best!.formats)).toHaveLength(4);
    });
  });

  it('rebuilds every trial where the instrumented program is not the original', async () => {
    const bench = program.bench({ run: (_, how) => printed(how === 'emulated' ? 1.00001 : 1) });
    const { best } = await study(bench, folder, { strategy: asking('a') });
    expect(best).toMatchObject({ how: 'rebuilt', formats: { 'main.a': 'fp32' }, confirmation: { asEmulated: null } });
  });

  it('compares with a reference when asked to, and refuses a baseline that misses the goal itself', async () => {
    const bench = program.bench({
      run: (lowered, how) => printed(how === 'reference' ? 1.0625 : lowered === '' ? 1 : 1.125),
    });
    const { best } = await study(bench, folder, { goal: goal(0.06, { against: 'reference' }), strategy: asking('a') });
    expect(best?.error).toBeCloseTo(0.0625 / 1.0625, 12);
    const strict = goal(0.01, { against: 'reference' });
    await expect(study(bench, path.join(folder, 'strict'), { goal: strict })).rejects.toThrow(/MX4010/);
  });

  it('asks a command of the user for the error, and holds it to finding none in the baseline', async () => {
    const script = path.join(folder, 'error.mjs');
    fs.writeFileSync(
      script,
      `import { readFileSync } from 'node:fs';
       const [a, b] = process.argv.slice(2).map((file) => Number(readFileSync(file, 'utf8')));
       console.log(Math.abs(b - a) * 100);`,
    );
    const run = costs({ a: 0.25, b: 0.5 });
    const command = [process.execPath, script];
    const byCommand = goal(30, { metric: 'command', command });
    const { trials } = await study(program.bench({ run }), path.join(folder, 's'), {
      goal: byCommand,
      strategy: asking('a', 'b'),
    });
    expect(trials.map(({ outcome, error }) => ({ outcome, error }))).toEqual([
      { outcome: 'accurate', error: 25 },
      { outcome: 'inaccurate', error: 50 },
    ]);
    fs.writeFileSync(script, 'console.log("about right")');
    await expect(study(program.bench({ run }), path.join(folder, 't'), { goal: byCommand })).rejects.toThrow(
      diagnostic('MX2021', { names: ['about right'] }),
    );
    const missing = goal(30, { metric: 'command', command: ['./no-such-judge'] });
    await expect(study(program.bench({ run }), path.join(folder, 'u'), { goal: missing })).rejects.toThrow(/MX2021/);
  });

  it('reads the numbers of a binary file the program writes', async () => {
    const doubles = (value: number) => Buffer.from(new Float64Array([1, value]).buffer);
    const output = { file: 'out.bin', kind: 'binary' } as const;
    const bench = program.bench({
      run: (lowered) =>
        printed('done', { files: lowered === 'b' ? {} : { 'out.bin': doubles(lowered === 'a' ? 2.5 : 2) } }),
    });
    const { trials } = await study(bench, folder, { output, strategy: asking('a', 'b', 'c') });
    expect(trials.map((one) => one.evidence)).toEqual([
      naming('only', 'value 2', '2.5', '2'),
      naming('only', 'out.bin'),
      null,
    ]);
  });

  it('counts digits from the left and after the point as goals', async () => {
    const run = (lowered: string) => printed(lowered === '' ? 3.14159 : lowered === 'a' ? 3.142 : 3.2);
    const digits = goal(3, { metric: 'digits' });
    const one = await study(program.bench({ run }), path.join(folder, 'a'), {
      goal: digits,
      strategy: asking('a', 'b'),
    });
    expect(one.trials.map(({ outcome, error }) => [outcome, error])).toEqual([
      ['accurate', 3],
      ['inaccurate', 1],
    ]);
    const decimals = goal(2, { metric: 'decimals' });
    const two = await study(program.bench({ run }), path.join(folder, 'b'), {
      goal: decimals,
      strategy: asking('a', 'b'),
    });
    expect(two.trials.map(({ outcome, error }) => [outcome, error])).toEqual([
      ['accurate', 2],
      ['inaccurate', 0],
    ]);
  });
});
