import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { strategies } from '../../src/search/strategies.js';
import type { Study } from '../../src/study/study.js';
import type { ExternalOutcome } from '../../src/study/trials/external-outcome.js';
import type { Proposal } from '../../src/study/trials/trial-judgement.js';
import { naming } from '../support/naming.js';
import { printed, ScriptedProgram } from '../support/scripted-bench.js';
import { begin, goal, recordsOf, study } from '../support/study-runs.js';

let program: ScriptedProgram;
let folder: string;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
});

/** The program with b lowered is off, any other is not. */
const run = (lowered: string) => printed(lowered.includes('b') ? 2 : 1);
const judgedBySomebodyElse = ({ formats }: Proposal): ExternalOutcome =>
  Object.keys(formats).some((id) => id.includes('b'))
    ? { kind: 'accurate', error: 1, speedup: 3 }
    : { kind: 'accurate', error: 0, speedup: 1 + Object.keys(formats).length };

async function toTheEnd(one: Study, judge: (proposals: readonly Proposal[]) => Promise<void>): Promise<void> {
  for (let asked = await one.ask(); asked; asked = await one.ask()) await judge(asked);
}

describe('a study that is asked and told', () => {
  it.each(strategies.filter(({ dimensions }) => dimensions !== 'sets'))(
    'is the study that runs to its end: $name',
    async (strategy) => {
      const plan = { strategy, options: strategy.options.parse({}), maxTrials: 40 };
      const whole = await study(program.bench({ run }), folder, plan);
      const other = fs.mkdtempSync(path.join(program.folder, 'study-'));
      const stepwise = begin(program.bench({ run }), other, plan);
      await toTheEnd(stepwise, () => stepwise.judge());
      const { trials, best, stopped } = stepwise.result;
      stepwise.close();
      const facts = (all: typeof trials) => all.map(({ number, formats, outcome }) => ({ number, formats, outcome }));
      expect(facts(trials)).toEqual(facts(whole.trials));
      expect({ best: best?.number, stopped }).toEqual({ best: whole.best?.number, stopped: whole.stopped });
    },
  );

  it('takes outcomes from elsewhere, and confirms on its own workbench what they recommend', async () => {
    const bench = program.bench({ run });
    const told = begin(bench, folder);
    await toTheEnd(told, (asked) => told.tell(asked.map(judgedBySomebodyElse)));
    const { best, trials } = told.result;
    told.close();
    expect(trials.filter(({ outcome }) => outcome === 'inaccurate').length).toBeGreaterThan(0);
    expect(recordsOf(folder, 'trial').every(({ how }) => how === 'known')).toBe(true);
    expect(best?.confirmation?.outcome).toBe('accurate');
    expect(Object.keys(best!.formats).some((id) => id.includes('b'))).toBe(false);
  });

  it('believes nothing told that its own workbench refutes', async () => {
    const told = begin(program.bench({ run }), folder);
    await toTheEnd(told, (asked) => told.tell(asked.map(() => ({ kind: 'accurate', error: 0, speedup: 2 }))));
    const { best, trials } = told.result;
    told.close();
    expect(Object.keys(best!.formats).some((id) => id.includes('b'))).toBe(false);
    expect(trials.some(({ confirmation }) => confirmation !== null && confirmation.outcome !== 'accurate')).toBe(true);
  });

  it('goes on where it was closed, with what it was told', async () => {
    const first = begin(program.bench({ run }), folder);
    const asked = (await first.ask())!;
    await first.tell(asked.map(judgedBySomebodyElse));
    first.close();
    const second = begin(program.bench({ run }), folder);
    const numbers = new Set(asked.map(({ number }) => number));
    await toTheEnd(second, async (next) => {
      expect(next.some(({ number }) => numbers.has(number))).toBe(false);
      await second.tell(next.map(judgedBySomebodyElse));
    });
    second.close();
  });

  it('keeps failures with their evidence, and holds what is told to the goal', async () => {
    const told = begin(program.bench({ run }), folder, { goal: goal(0.1, { minSpeedup: 1.5 }) });
    const asked = (await told.ask())!;
    await told.tell(
      asked.map((_, at) =>
        at === 0 ? { kind: 'build-failed', evidence: 'ptxas' } : { kind: 'accurate', error: 0, speedup: 1.2 },
      ),
    );
    told.close();
    const [failed, slow] = recordsOf(folder, 'trial');
    expect(failed).toMatchObject({ outcome: 'build-failed', accepted: false, evidence: 'ptxas' });
    expect(slow).toMatchObject({ accepted: false, evidence: naming('1.20×', '1.5×') });
  });

  it('refuses answers to what it did not ask', async () => {
    const told = begin(program.bench({ run }), folder);
    await expect(told.judge()).rejects.toMatchObject({ code: 'MX2047' });
    expect(() => told.result).toThrow('MX2047');
    const asked = (await told.ask())!;
    expect(await told.ask()).toEqual(asked);
    await expect(told.tell([...asked, ...asked].map(judgedBySomebodyElse))).rejects.toMatchObject({ code: 'MX2047' });
    told.close();
  });
});
