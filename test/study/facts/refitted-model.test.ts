import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunOutcome } from '../../../src/execution/engine.js';
import { strategies } from '../../../src/search/strategies.js';
import { defineStrategy, type Point } from '../../../src/search/strategy.js';
import { printed, type Script, ScriptedProgram, TWO_ARRAYS } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

describe('a model that timed trials correct', () => {
  let program: ScriptedProgram;
  beforeAll(async () => {
    program = await ScriptedProgram.open(TWO_ARRAYS, 'cu');
  });
  afterAll(() => program.close());

  const auto = strategies.find((one) => one.name === 'auto')!;
  const plan = { strategy: auto, options: auto.options.parse({}) };
  const ran = (value: number, ms: number): RunOutcome =>
    ({
      ...printed(value),
      gpu: { kernels: [{ name: 'both', launches: 1, ms }], kernelMs: ms, copyMs: 0, lastError: null },
    }) as RunOutcome;
  /** Each group alone is within the goal, both together are not; `ms` says what the kernel takes when built. */
  const bench = (ms: (lowered: string) => number) =>
    program.bench({
      engine: 'cuda',
      run: (lowered, how) => ran(lowered === 'a a b b' ? 2 : 1, how === 'emulated' ? 50 : ms(lowered)),
    });
  const newFolder = () => fs.mkdtempSync(path.join(program.folder, 'study-'));

  it('spares what it puts far behind the fastest that was timed', async () => {
    const folder = newFolder();
    const { best, trials } = await study(
      bench((lowered) => (lowered === '' ? 10 : lowered === 'a a' ? 3 : 8)),
      folder,
      plan,
    );
    expect(best?.formats).toEqual({ 'both.a': 'fp32' });
    const timed = trials.filter(({ measurement }) => measurement !== null);
    expect(timed.map(({ formats }) => Object.keys(formats))).toEqual([['both.a']]);
    expect(timed[0]!.measurement!.kernels).toEqual({
      baseline: [{ name: 'both', ms: 10 }],
      variant: [{ name: 'both', ms: 3 }],
    });
    const [refit] = recordsOf(folder, 'refit');
    expect(refit!.trials).toEqual([timed[0]!.number]);
    expect(refit!.after).toBeLessThan(refit!.before);
  });

  it('times the next if the first is slower than predicted', async () => {
    const { best, trials } = await study(
      bench((lowered) => (lowered === 'b b' ? 8 : 10)),
      newFolder(),
      plan,
    );
    expect(best?.formats).toEqual({ 'both.b': 'fp32' });
    expect(trials.filter(({ measurement }) => measurement !== null)).toHaveLength(2);
  });

  it('is the same in a study that goes on, which runs nothing', async () => {
    const folder = newFolder();
    const times = (lowered: string) => (lowered === '' ? 10 : lowered === 'a a' ? 3 : 8);
    const first = await study(bench(times), folder, plan);
    const again = bench(times);
    const second = await study(again, folder, plan);
    expect(again.log).toEqual([]);
    expect(second.best?.number).toBe(first.best?.number);
    expect(recordsOf(folder, 'refit')).toHaveLength(1);
  });
});

/** The local one, in fp32 between doubles, buys nothing by the model. */
const WITH_LOCAL = TWO_ARRAYS.replace(
  'b[threadIdx.x] = b[threadIdx.x] * 2.0;',
  'double c = b[threadIdx.x] * 2.0;\n    b[threadIdx.x] = c * c + c;',
);

describe('if nothing that the model predicts to be faster is within tolerance', () => {
  let program: ScriptedProgram;
  beforeAll(async () => {
    program = await ScriptedProgram.open(WITH_LOCAL, 'cu');
  });
  afterAll(() => program.close());

  const script: Script = {
    engine: 'cuda',
    run: (lowered, how, [which]) => ({
      ...printed(how === 'built' && which === 'unseen' && lowered === 'a a' ? 2 : lowered === 'a a' ? 1.0005 : 1),
      cpuMs: lowered === '' ? 10 : 9,
    }),
  };
  const inputs = ['seen', 'unseen'].map((name) => ({ name, arguments: [name], heldOut: name === 'unseen' }));
  /** Asks for these groups one by one, in one search after the other. */
  const asking = (searches: readonly (readonly string[])[]) => {
    let begun = 0;
    const strategy = defineStrategy({
      name: 'asking',
      summary: 'asks for what it is told to',
      options: z.strictObject({}),
      needs: ['model'],
      *propose({ space }) {
        for (const wanted of searches[begun++] ?? [])
          yield [space.dimensions.map(({ id, formats }) => formats[id.endsWith(`.${wanted}`) ? 1 : 0]!)] as Point[];
      },
    });
    return { strategy, options: {}, inputs };
  };
  const outcomes = ({ trials }: Awaited<ReturnType<typeof study>>) =>
    trials.map(({ formats, confirmation }) => [Object.keys(formats).join(), confirmation?.outcome]);

  it.each([
    ['the search goes on before anything else is built', ['b'], 'both.b', ['both.c', undefined]],
    ['the rest is built where it finds nothing else', ['a'], 'both.c', ['both.c', 'accurate']],
  ] as const)('%s', async (_, second, found, ofLocal) => {
    const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
    const searches = [['a', 'c'], second];
    const result = await study(program.bench(script), folder, asking(searches));
    expect(result.best?.formats).toEqual({ [found]: 'fp32' });
    expect(outcomes(result).slice(0, 2)).toEqual([['both.a', 'inaccurate'], ofLocal]);
    const again = program.bench(script);
    expect((await study(again, folder, asking(searches))).best?.formats).toEqual({ [found]: 'fp32' });
    expect(again.log).toEqual([]);
  });
});
