import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strategies } from '../../../src/search/strategies.js';
import { SpeculativeRuns } from '../../../src/study/trials/speculative-runs.js';
import { printed, ScriptedProgram } from '../../support/scripted-bench.js';
import { goal, recordsOf, study } from '../../support/study-runs.js';

let program: ScriptedProgram;
beforeAll(async () => {
  program = await ScriptedProgram.open();
});
afterAll(() => program.close());

/** With two of its groups narrow it is too far off, with any single one it is not. */
async function onPlaces(places: number, strategy: string, maxTrials = 100) {
  const folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
  const runs: string[] = [];
  const bench = program.bench({
    engine: 'native',
    run: (lowered) => {
      if (lowered.length > 0) runs.push([...lowered].sort().join());
      return printed(1 + (lowered.length > 1 ? 0.01 : 0.0001) * lowered.length);
    },
  });
  const { executions, best } = await study({ ...bench, runs: { ...bench.runs, places } }, folder, {
    ...{ goal: goal(1e-3), jobs: 8, maxTrials, recommends: false },
    strategy: strategies.find(({ name }) => name === strategy)!,
    options: strategies.find(({ name }) => name === strategy)!.options.parse({}),
  });
  const trials = recordsOf(folder, 'trial')
    .map(({ number, formats, outcome, error }) => ({ number, formats, outcome, error }))
    .sort((a, b) => a.number - b.number);
  return { trials, best, runs, ahead: executions.ahead };
}

describe('what a search will probably ask for runs before it does', () => {
  it.each(['auto', 'delta-debugging', 'one-at-a-time', 'random', 'exhaustive', 'genetic'])(
    'with %s the trials are the same with any number of idle places',
    async (strategy) => {
      const alone = await onPlaces(0, strategy);
      expect(alone.ahead).toBeNull();
      for (const places of [2, 4, 8, 64]) {
        const { trials, best, ahead, runs } = await onPlaces(places, strategy);
        expect({ trials, best }, `${places} places`).toEqual({ trials: alone.trials, best: alone.best });
        const { trials: begun, used } = ahead ?? { trials: 0, used: 0 };
        expect(runs.length - alone.runs.length, 'only what came to nothing ran besides').toBe(begun - used);
      }
    },
  );

  it('says what that bought: delta debugging asks for what follows a failure', async () => {
    const { ahead } = await onPlaces(8, 'delta-debugging');
    expect(ahead!.used).toBeGreaterThan(0);
    expect(ahead!.rounds).toBeGreaterThan(0);
    expect(ahead!.trials).toBeGreaterThanOrEqual(ahead!.used);
  });

  it('runs no more ahead than there are trials left for', async () => {
    const { runs, trials } = await onPlaces(64, 'delta-debugging', 3);
    expect(trials).toHaveLength(3);
    expect(new Set(runs).size).toBeLessThanOrEqual(3);
  });
});

it('a run ahead that fails is nobody’s business until somebody asks for it', async () => {
  const ahead = new SpeculativeRuns(2);
  ahead.begin('a', () => Promise.reject(new Error('the node is gone')));
  expect(ahead.freePlaces(0)).toBe(1);
  await new Promise((go) => setImmediate(go));
  expect(ahead.freePlaces(0)).toBe(2);
  await expect(ahead.take('a')).rejects.toThrow('the node is gone');
  expect(ahead.take('a')).toBeUndefined();
  expect(ahead.summary).toEqual({ trials: 1, used: 1, rounds: 0 });
});
