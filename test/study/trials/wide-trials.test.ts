import { describe, expect, it } from 'vitest';
import type { Configuration } from '../../../src/space/resolve.js';
import type { Finding } from '../../../src/study/judging/judge-runs.js';
import { WideTrials } from '../../../src/study/trials/wide-trials.js';
import { naming } from '../../support/naming.js';

const GPU = { rebuildsCheaply: true, isExact: false };
const configuration: Configuration = { sites: new Map([[0, 'fp64x2']]), operations: new Map() };
const accurate = (error: number): Finding => ({ outcome: 'accurate', error, evidence: null, outputs: new Map() });
const inaccurate = (error: number): Finding => ({ outcome: 'inaccurate', error, evidence: '', outputs: new Map() });
const never = () => Promise.reject(new Error('nothing is emulated'));

function trials(timesAccepted: boolean, capabilities = GPU) {
  const told: string[] = [];
  const wide = new WideTrials(capabilities, 'mean-relative', {
    timesAccepted,
    onNotEmulated: (reason) => told.push(reason),
  });
  return { wide, told };
}

describe('trials with formats of several parts', () => {
  it('are emulated from the first where building is dear', async () => {
    expect(await trials(true, { rebuildsCheaply: false, isExact: true }).wide.areEmulated(never)).toBe(true);
  });

  it('are built as long as all of them pass and are timed', async () => {
    const { wide } = trials(true);
    for (let trial = 0; trial < 20; trial++) wide.noteBuilt(configuration, accurate(1e-30), 5000);
    expect(await wide.areEmulated(never)).toBe(false);
  });

  it('are emulated once builds for nothing have taken as long as that of the instrumented program', async () => {
    const { wide, told } = trials(true);
    const emulate = async () => accurate(2e-30);
    wide.noteBuilt(configuration, accurate(1e-30), 5000);
    expect(await wide.areEmulated(never)).toBe(false);
    wide.noteBuilt(configuration, inaccurate(1e-3), 5000);
    expect(await wide.areEmulated(never)).toBe(false);
    wide.noteBuilt(configuration, inaccurate(1e-3), 5000);
    expect(await wide.areEmulated(emulate)).toBe(true);
    expect(told).toEqual([]);
  });

  it('are emulated after two builds where only what is recommended is timed', async () => {
    const { wide } = trials(false);
    for (let trial = 0; trial < 2; trial++) wide.noteBuilt(configuration, accurate(1e-30), 5000);
    expect(await wide.areEmulated(async () => accurate(1e-30))).toBe(true);
  });

  it('are built again where emulating them takes longer than the builds that it saves', async () => {
    const { wide } = trials(true);
    wide.noteBuilt(configuration, accurate(1e-30), 5000);
    for (let trial = 0; trial < 3; trial++) wide.noteBuilt(configuration, inaccurate(1e-3), 5000);
    wide.costs.noteEmulated(3000, false); // 4 of 5 are refused: 4000 ms of 5000
    expect(await wide.areEmulated(async () => accurate(1e-30))).toBe(true);
    for (let trial = 0; trial < 5; trial++) wide.costs.noteEmulated(3000, true); // 4 of 10
    expect(await wide.areEmulated(never)).toBe(false);
  });

  it('are built where, on a GPU, the first that was built is farther off emulated, which is told once', async () => {
    const { wide, told } = trials(false);
    for (let trial = 0; trial < 2; trial++) wide.noteBuilt(configuration, accurate(1e-30), 5000);
    expect(await wide.areEmulated(async () => accurate(1e-16))).toBe(false);
    expect(await wide.areEmulated(never)).toBe(false);
    expect(told).toEqual([naming('1e-16', '1e-30')]);
  });

  it('are built where, on a GPU, their program does not run, with what was said of it', async () => {
    const { wide, told } = trials(false);
    for (let trial = 0; trial < 2; trial++) wide.noteBuilt(configuration, accurate(1e-30), 5000);
    const captured = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), durationMs: 1, cpuMs: 1, peakMemoryBytes: 1 };
    const crashed = {
      kind: 'crashed',
      crash: 'gpu-error',
      reason: 'too many resources',
      ...captured,
      gpu: null,
    } as const;
    expect(wide.refusalOf(crashed, 'small')).toMatchObject({ kind: 'infeasible' });
    expect(told).toEqual([naming('emulated', 'small', 'too many resources')]);
    expect(await wide.areEmulated(never)).toBe(false);
  });

  it('that crash emulated on a processor crash built', () => {
    const { wide, told } = trials(false, { rebuildsCheaply: true, isExact: true });
    const captured = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), durationMs: 1, cpuMs: 1, peakMemoryBytes: 1 };
    expect(wide.refusalOf({ kind: 'exited', exitCode: 3, collected: new Map(), ...captured, gpu: null }, 'small')).toBe(
      null,
    );
    expect(told).toEqual([]);
  });
});
