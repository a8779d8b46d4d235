import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_FILE } from '../../../src/journal/journal.js';
import type { RangesRecord } from '../../../src/journal/records.js';
import type { Format } from '../../../src/numerics/format.js';
import { fitIn, type ValueRange } from '../../../src/numerics/value-range.js';
import { strategies } from '../../../src/search/strategies.js';
import { rangeReasons, untriedFormats } from '../../../src/study/formats/observed-ranges.js';
import { naming } from '../../support/naming.js';
import { printed, type Script, ScriptedProgram, SOURCE } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

let program: ScriptedProgram;
beforeAll(async () => {
  program = await ScriptedProgram.open(SOURCE, 'cu');
});
afterAll(() => program.close());

const range = (largest: number, smallest = largest): ValueRange => ({
  ...{ largest, smallest, hasInfinity: false, hasNaN: false },
});
/** What a study asks for that looks at what is stored. */
const HALVES: { formats: Format[] } = { formats: ['fp64', 'fp16'] };
/** a overflows in fp16, b is nothing in it, of c a part is; nothing was seen of d. */
const SEEN: Script = {
  run: () => printed(1),
  ranges: new Map([
    ['a', range(1e40)],
    ['b', range(1e-60)],
    ['c', range(1, 1e-60)],
  ]),
};

describe('the ranges of a profiling run', () => {
  it.each(strategies.filter(({ dimensions }) => dimensions !== 'sets').map((one) => [one.name, one] as const))(
    'keeps groups out of formats that would lose it: %s',
    async (name, strategy) => {
      const plan = { strategy, options: strategy.options.parse({}), maxTrials: 40, ...HALVES };
      const { trials } = await study(program.bench(SEEN), path.join(program.folder, `obeyed ${name}`), plan);
      const lowered = new Set(trials.flatMap(({ formats }) => Object.keys(formats)));
      // a plan lowers operations, too, which store nothing
      const groups = [...lowered].filter((id) => !id.includes('#'));
      expect(groups.sort()).toEqual(['main.c', 'main.d']);
    },
  );

  it('is in the journal, and a study that goes on searches the same space without looking again', async () => {
    const folder = path.join(program.folder, 'resumed');
    const whole = await study(program.bench(SEEN), folder, { maxTrials: 2, ...HALVES });
    expect(recordsOf(folder, 'ranges')).toEqual([
      {
        kind: 'ranges',
        input: 'only',
        groups: [
          {
            id: 'main.a',
            seen: { ...range(1e40), site: 'main.a' },
            fits: [{ format: 'fp16', fit: 'overflows' }],
          },
          { id: 'main.b', seen: { ...range(1e-60), site: 'main.b' }, fits: [{ format: 'fp16', fit: 'vanishes' }] },
          { id: 'main.c', seen: { ...range(1, 1e-60), site: 'main.c' }, fits: [{ format: 'fp16', fit: 'underflows' }] },
          { id: 'main.d', seen: null, fits: [] },
        ],
      },
    ]);
    const bench = program.bench(SEEN);
    const profile = () => Promise.reject(new Error('it was counted again'));
    const resumed = await study({ ...bench, runs: { ...bench.runs, profile } }, folder, HALVES);
    expect(resumed.trials.slice(0, 2).map(({ formats }) => formats)).toEqual(
      whole.trials.map(({ formats }) => formats),
    );
    expect(resumed.trials).toHaveLength(4);
  });

  it('changes nothing for a study that began without it', async () => {
    const folder = path.join(program.folder, 'begun before');
    await study(program.bench({ run: () => printed(1) }), folder, { maxTrials: 2, ...HALVES });
    expect(recordsOf(folder, 'ranges')).toEqual([]);
    // as an older version left it: counted, but nothing seen
    const file = path.join(folder, JOURNAL_FILE);
    expect(fs.readFileSync(file, 'utf8')).not.toContain('"ranges"');
    const { trials } = await study(program.bench(SEEN), folder, HALVES);
    expect(trials).toHaveLength(16);
    expect(recordsOf(folder, 'ranges')).toEqual([]);
  });

  it('are not recorded unless a half format is requested', async () => {
    const folder = path.join(program.folder, 'no half');
    const { trials } = await study(program.bench(SEEN), folder, { formats: ['fp64', 'fp32'] });
    expect(trials).toHaveLength(16);
    expect(recordsOf(folder, 'ranges')).toEqual([]);
    expect(recordsOf(folder, 'profile').every(({ ranges }) => ranges === undefined)).toBe(true);
  });
});

const groups = (asked: readonly Format[], seen: Record<string, ValueRange>): RangesRecord => ({
  kind: 'ranges',
  input: 'only',
  groups: Object.entries(seen).map(([id, one]) => ({
    id,
    seen: { ...one, site: id === 'k.p' ? 'main.pressure' : id },
    fits: asked.map((format) => ({ format, fit: fitIn(format, one) })),
  })),
});

describe('the words for it', () => {
  it('name the format, the groups, their values, the limit of the format, and the remedy', () => {
    const seen = { 'k.p': range(101325), 'k.q': range(7e4), 'k.r': range(1e6), 'k.s': range(2e6), 'k.t': range(1) };
    const [one, ...none] = untriedFormats(groups(['fp16'], seen), ['fp32', 'fp16']);
    expect(none).toEqual([]);
    expect(one).toEqual({
      format: 'fp16',
      fit: 'overflows',
      groups: ['k.p', 'k.q', 'k.r', 'k.s'],
      text: naming(
        'fp16',
        '4 groups',
        /k\.p .*\b101325 .*\bmain\.pressure\b/,
        /k\.q .*\b70000\b/,
        /k\.r .*\b1000000\b/,
        '1 more',
        '65504',
      ),
      reason: naming('65504'),
      remedy: naming('bf16', '--formats'),
    });
  });

  it('say which half holds them where it is tried already, and that nothing does where it does not', () => {
    const text = (asked: Format[], largest: number) =>
      untriedFormats(groups(asked, { 'k.p': range(largest) }), ['fp32', ...asked]);
    const notBf16 = expect.not.stringContaining('bf16');
    const notOption = expect.not.stringContaining('--formats');
    expect(text(['fp16', 'bf16'], 1e-9)).toMatchObject([
      { format: 'fp16', fit: 'vanishes', text: naming('1 group', 'k.p', '1e-9', 'main.pressure', '5.96046e-8') },
    ]);
    expect(text(['fp16', 'bf16'], 1e-9)[0]!.remedy).toEqual(naming('bf16'));
    expect(text(['fp16', 'bf16'], 1e-9)[0]!.remedy).toEqual(notOption);
    expect(text(['fp16', 'bf16'], 3.4e38)).toMatchObject([
      { format: 'fp16', fit: 'overflows', text: naming('1 group', 'k.p', '3.4e38', '65504'), remedy: notBf16 },
      { format: 'bf16', fit: 'overflows', text: naming('1 group', 'k.p', '3.4e38', '3.38953e38'), remedy: notOption },
    ]);
  });

  it('tell of a group what it would lose where it may be tried all the same', () => {
    const [group] = groups(['fp16', 'bf16'], { 'k.p': range(1, 1e-9) }).groups;
    expect(rangeReasons(group!)).toEqual([naming('1e-9', '0', 'fp16')]);
    expect(rangeReasons({ id: 'k.p', seen: null, fits: [] })).toEqual([]);
  });

  it('keep groups out of pairs of floats that would lose digits, with the scaling that would keep them', () => {
    const seen = groups(['fp32x2', 'fp32'], { 'k.p': range(1e-25, 1e-33), 'k.q': range(1, 1e-80), 'k.r': range(1e40) });
    const told = untriedFormats(seen, ['fp64', 'fp32x2', 'fp32']);
    expect(told.map(({ format, fit, groups: ids }) => [format, fit, ...ids])).toEqual([
      ['fp32x2', 'overflows', 'k.r'],
      ['fp32', 'overflows', 'k.r'],
      ['fp32x2', 'underflows', 'k.q'],
      ['fp32x2', 'loses-digits', 'k.p'],
    ]);
    const pairs = told.filter(({ format }) => format === 'fp32x2');
    expect(pairs[0]!.remedy).toEqual(naming('k.r', '2^-7'));
    expect(pairs[1]!).toMatchObject({ text: naming('1e-80', '1.4013e-45'), remedy: naming('fp64') });
    expect(pairs[2]!).toMatchObject({ text: naming('1e-33', '1.97215e-31'), remedy: naming('k.p', '2^8') });
    expect(rangeReasons(seen.groups[0]!)).toEqual([naming('fp32x2', '1e-33', '1.97215e-31')]);
  });
});
