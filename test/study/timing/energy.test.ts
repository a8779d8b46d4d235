import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GpuTimes, RunOutcome } from '../../../src/execution/engine.js';
import { energyText } from '../../../src/report/energy-text.js';
import { measureEnergy } from '../../../src/study/timing/energy.js';
import { seededRandom } from '../../../src/support/random.js';
import { diagnostic } from '../../support/diagnostics.js';
import { expectNamed } from '../../support/naming.js';
import { printed, type Script, ScriptedProgram } from '../../support/scripted-bench.js';
import { recordsOf, study } from '../../support/study-runs.js';

/** A run on a GPU whose kernels took so long, and what was counted of it. */
function onGpu(ms: number, counted: Pick<GpuTimes, 'energy' | 'uncounted'>): RunOutcome {
  const outcome = printed(1);
  const gpu = { kernels: [], kernelMs: ms, copyMs: 0, lastError: null, ...counted };
  return outcome.kind === 'exited' ? { ...outcome, gpu } : outcome;
}

describe('energy', () => {
  it('is counted over a second at least, in turn with the baseline, behind a sample that warms up', async () => {
    const order: string[] = [];
    const run = async (name: string) => {
      order.push(name);
      return [onGpu(1, { energy: { joules: name === 'old' ? 30 : 20, ms: 400 } })];
    };
    const { samples, ...found } = await measureEnergy(run, 'old', 'new', seededRandom(1));
    expect(found).toEqual({ baselineJoules: 30, variantJoules: 20, ratio: 1.5, low: 1.5, high: 1.5 });
    expect(samples).toHaveLength(10);
    for (const { runs } of samples) expect(runs).toBe(3);
    expect(samples.slice(0, 4).map(({ program }) => program)).toEqual(['baseline', 'variant', 'variant', 'baseline']);
    expect(order.slice(0, 7)).toEqual(['new', 'new', 'new', 'old', 'old', 'old', 'new']);
    const text = energyText({ kind: 'energy', trial: 1, digest: '', samples, ...found });
    expectNamed(text, '20 J', '30 J', '1.50×', '1.50–1.50', 'NVML');
  });

  it('is refused of runs that are too short for the counter, and where nobody counts', async () => {
    const short = measureEnergy(async () => [onGpu(1, { energy: { joules: 0.1, ms: 2 } })], 'a', 'b', seededRandom(1));
    await expect(short).rejects.toThrow(diagnostic('MX1012', { names: ['100', '200 ms'], remedy: 'own' }));
    const still = measureEnergy(async () => [onGpu(1, { energy: { joules: 0, ms: 500 } })], 'a', 'b', seededRandom(1));
    await expect(still).rejects.toMatchObject({ code: 'MX1012' });
    const none = measureEnergy(
      async () => [onGpu(1, { uncounted: 'libnvidia-ml.so.1 cannot be loaded' })],
      'a',
      'b',
      seededRandom(1),
    );
    await expect(none).rejects.toThrow(diagnostic('MX1012', { names: ['libnvidia-ml.so.1 cannot be loaded'] }));
    const unsaid = measureEnergy(async () => [printed(1)], 'a', 'b', seededRandom(1));
    await expect(unsaid).rejects.toMatchObject({ code: 'MX1012' });
  });
});

describe('a study that counts energy', () => {
  let program: ScriptedProgram;
  let folder: string;
  beforeAll(async () => {
    program = await ScriptedProgram.open();
  });
  afterAll(() => program.close());
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(program.folder, 'study-'));
  });

  /** Each group that is lowered makes it faster; all of them together cost energy, a and b save most. */
  const joulesOf = (lowered: string) =>
    lowered === '' ? 40 : lowered === 'a b c d' ? 44 : lowered === 'a b c' ? 20 : 30;
  const script: Script = {
    engine: 'cuda',
    run: (lowered) => {
      const count = lowered.split(' ').filter(Boolean).length;
      return onGpu(20 - 3 * count, { energy: { joules: joulesOf(lowered), ms: 1500 } });
    },
  };
  const plan = { sanitizes: false, lowersUnseen: true };

  it('says it beside the time of what is fastest', async () => {
    const { best } = await study(program.bench(script), folder, { ...plan, energy: 'beside' });
    expect(Object.keys(best!.formats)).toHaveLength(4);
    const [energy, ...others] = recordsOf(folder, 'energy');
    expect(others).toEqual([]);
    expect(energy).toMatchObject({ trial: best!.number, baselineJoules: 40, variantJoules: 44 });
    expectNamed(energyText(energy!), '1.10×');
  });

  it('recommends what saves most, though something else is faster', async () => {
    const { best } = await study(program.bench(script), folder, { ...plan, energy: 'objective' });
    expect(Object.keys(best!.formats)).toHaveLength(3);
    const energies = recordsOf(folder, 'energy');
    expect(energies.length).toBeGreaterThan(1);
    const most = energies.toSorted((a, b) => b.ratio - a.ratio)[0]!;
    expect(most).toMatchObject({ trial: best!.number, variantJoules: 20 });
    const again = program.bench(script);
    expect((await study(again, folder, { ...plan, energy: 'objective' })).best?.number).toBe(best!.number);
    expect(recordsOf(folder, 'energy')).toHaveLength(energies.length); // known, and not counted again
  });

  it('recommends nothing where nothing saves any', async () => {
    const wasting: Script = {
      ...script,
      run: (lowered) => onGpu(10, { energy: { joules: lowered === '' ? 40 : 41, ms: 1500 } }),
    };
    expect((await study(program.bench(wasting), folder, { ...plan, energy: 'objective' })).best).toBeNull();
    expect(recordsOf(folder, 'energy').length).toBeGreaterThan(0);
  });

  it('ends before it searches where the GPU does not count', async () => {
    const uncounted: Script = { ...script, run: () => onGpu(10, { uncounted: 'this GPU does not count its energy' }) };
    const bench = program.bench(uncounted);
    await expect(study(bench, folder, { ...plan, energy: 'beside' })).rejects.toThrow(
      diagnostic('MX1012', { names: ['this GPU does not count its energy'] }),
    );
    expect(recordsOf(folder, 'trial')).toEqual([]);
  });
});
