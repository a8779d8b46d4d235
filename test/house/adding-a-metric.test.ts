import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangedCopy } from '../support/changed-copy.js';
import { sourcesThatSay } from '../support/source-files.js';

const ENTRY = `  bits: {
    better: 'more',
    most: 53,
    measure: (expected, found) => (Object.is(expected, found) ? 53 : 40),
    over: 'worst value',
    isRelative: false,
    words: { name: 'bits', ofOutputs: 'bits that agree', ofValues: 'bits that agree' },
  },
`;

describe('a metric where more is better, added to the table', () => {
  const copy = new ChangedCopy();
  let named: string[];
  beforeAll(() => {
    copy.insert('src/numerics/metrics.ts', '  // the command judges whole outputs only', ENTRY);
    named = copy.compile();
  });
  afterAll(() => copy.remove());

  it('leaves the compiler nothing to name', () => {
    expect(named).toEqual([]);
  });

  it('is a choice of the command line and of the project file, bounded by digits', async () => {
    const { goalOf } = await copy.load<typeof import('../../src/cli/goal-options.js')>('cli/goal-options.js');
    expect(goalOf({ digits: '40' }, { metric: 'bits' as 'digits' }, 'stdout')).toMatchObject({
      metric: 'bits',
      bound: 40,
    });
    expect(() => goalOf({ digits: '3', metric: 'ulp' }, undefined, 'stdout')).toThrow(
      /digits, decimals and bits; for ulp\b/,
    );
    const { projectFileSchema } = await copy.load<typeof import('../../src/frontend/project/project-file-schema.js')>(
      'frontend/project/project-file-schema.js',
    );
    expect(projectFileSchema.safeParse({ goal: { metric: 'bits', digits: 40 } }).success).toBe(true);
    expect(projectFileSchema.safeParse({ goal: { metric: 'bits', maxError: 40 } }).success).toBe(false);
    expect(copy.run('tune', '--help')).toMatch(/"bits",\s+"command"/);
  });

  it('is compared, and read by people', async () => {
    const { goalText, errorText, OutputJudge } = await copy.load<
      typeof import('../../src/study/judging/judge-output.js')
    >('study/judging/judge-output.js');
    const goal = {
      metric: 'bits' as 'digits',
      bound: 45,
      against: 'baseline',
      minSpeedup: null,
      command: null,
    } as const;
    expect(goalText(goal)).toBe('at least 45 bits');
    expect(errorText(goal.metric, 1)).toBe('1 bit');
    const output = (value: number) => ({ bytes: Buffer.from(''), values: [value] });
    const judge = new OutputJudge(goal, null);
    expect(await judge.judge('input', output(1), output(1))).toEqual({ kind: 'within', error: 53 });
    expect(await judge.judge('input', output(1), output(2))).toMatchObject({ kind: 'beyond', error: 40 });
  });
});

it('metrics are named in their table and nowhere else', () => {
  expect(sourcesThatSay(/'(?:rms-relative|max-absolute|decimals)'/)).toEqual(['src/numerics/metrics.ts']);
});
