import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { devices, findDevice } from '../../../src/analysis/devices/devices.js';
import { Journal } from '../../../src/journal/journal.js';
import type { StudyStarted } from '../../../src/journal/records.js';
import { differenceText } from '../../../src/journal/study-differences.js';
import { openStudyJournal } from '../../../src/journal/study-journal.js';
import { checkProfileSuffices, chooseModelledGpu } from '../../../src/study/planning/modelled-gpu.js';
import { diagnostic } from '../../support/diagnostics.js';
import { naming } from '../../support/naming.js';
import { ReadPrograms } from '../../support/read-programs.js';
import { trial } from '../../support/recorded-study.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-gpu-'));
const programs = new ReadPrograms();
afterAll(async () => {
  await programs.close();
  fs.rmSync(folder, { recursive: true });
});

afterEach(() => void vi.unstubAllEnvs());

const written = (name: string, text: string): string => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};

const HEADER: StudyStarted = {
  kind: 'study-started',
  schemaVersion: 1,
  program: 'p',
  opened: { inputs: [], includeFolders: [], defines: [], undefines: [], standard: null, workingFolder: '/' },
  sources: '',
  engine: 'wasm',
  strategy: 'random',
  options: {},
  seed: 1,
  goal: { metric: 'max-relative', bound: 1, against: 'baseline', minSpeedup: null, command: null },
  formats: ['fp32'],
  scope: 'all',
  inputs: [],
  output: { stdout: true },
  timing: 'recommended',
  merit: null,
  gpu: 'kepler',
  gpuProfile: null,
  command: [],
  environment: {},
};

describe('the GPU that speedups are modelled for', () => {
  it('is the one that is named, whatever its letters', async () => {
    expect(await chooseModelledGpu('A100', null)).toMatchObject({ name: 'a100', profile: devices.a100 });
  });

  it('is the one measured here where that is asked for, and said to be missing where nothing was measured', async () => {
    const data = fs.mkdtempSync(path.join(folder, 'data-'));
    vi.stubEnv('XDG_DATA_HOME', data);
    await expect(chooseModelledGpu('here', null)).rejects.toMatchObject({
      code: 'MX2035',
      remedy: expect.stringContaining('mantissa characterize --engine cuda'),
    });
    fs.mkdirSync(path.join(data, 'mantissa'));
    const profile = { ...devices.a100, name: 'NVIDIA of tomorrow' };
    fs.writeFileSync(path.join(data, 'mantissa', 'here.json'), JSON.stringify(profile));
    const chosen = await chooseModelledGpu('here', null);
    expect(chosen).toMatchObject({ name: 'here', profile: { name: 'NVIDIA of tomorrow' } });
    expect(chosen.digest).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['NVIDIA H200, 9.0', undefined, 'h200', false],
    ['NVIDIA H200, 9.0', 'h200', 'h200', false],
    ['NVIDIA H200, 9.0', 'a100', 'a100', true],
    ['NVIDIA H20, 9.0', undefined, 'h200', false],
    ['NVIDIA RTX A6000, 8.6', undefined, 'a10', false],
    ['NVIDIA RTX A6000, 8.6', 'v100', 'v100', true],
    ['NVIDIA GeForce RTX 4080, 8.9', undefined, 'l4', false],
  ])('of an %s at hand, %s asked for, is %s: elsewhere %s', async (driver, asked, name, isElsewhere) => {
    const driverFolder = fs.mkdtempSync(path.join(folder, 'driver-'));
    fs.writeFileSync(path.join(driverFolder, 'nvidia-smi'), `#!/bin/sh\necho '${driver}'\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `${driverFolder}:${process.env.PATH}`);
    expect(await chooseModelledGpu(asked, null)).toMatchObject({ name, isElsewhere });
  });

  it('is refused without a profile of it, with the nearest known one', async () => {
    await expect(chooseModelledGpu('h10', null)).rejects.toMatchObject({
      code: 'MX2035',
      message: naming("'h10'", 'h100'),
    });
  });

  it('may be a profile in a file', async () => {
    const file = written('mine.json', JSON.stringify({ ...devices.v100, name: 'mine' }));
    expect(await chooseModelledGpu(file, null)).toMatchObject({ name: file, profile: { name: 'mine' } });
  });

  it.each([
    ['missing.json', null, 'missing.json'],
    ['text.json', 'no JSON', 'JSON'],
    ['empty.json', '{}', 'multiprocessors'],
    ['negative.json', JSON.stringify({ ...devices.v100, clockMHz: -5 }), 'clockMHz'],
  ])('is refused where its file is wrong: %s', async (name, text, complaint) => {
    const file = text === null ? path.join(folder, name) : written(name, text);
    const error = await chooseModelledGpu(file, null).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'MX2036' });
    expect(JSON.stringify((error as { findings: unknown }).findings)).toContain(complaint);
  });

  it('stays the one a study began with', async () => {
    const study = path.join(folder, 'study');
    const journal = Journal.open(study);
    journal.append(HEADER);
    journal.close();
    expect((await chooseModelledGpu(undefined, study)).name).toBe('kepler');
    expect((await chooseModelledGpu('p100', study)).name).toBe('p100');
  });

  it('goes by the name its driver gives it too', async () => {
    expect((await chooseModelledGpu('NVIDIA H200', null)).name).toBe('h200');
    expect((await chooseModelledGpu('NVIDIA H100 80GB HBM3', null)).name).toBe('h100');
  });

  it('has the digest of its file, which may change while the name stays', async () => {
    const file = path.join(folder, 'mine.json');
    const write = (clockMHz: number) => fs.writeFileSync(file, JSON.stringify({ ...findDevice('h200'), clockMHz }));
    write(1500);
    const first = await chooseModelledGpu(file, null);
    write(1600);
    const second = await chooseModelledGpu(file, null);
    expect(first.digest).not.toBe(second.digest);
    expect((await chooseModelledGpu('h200', null)).digest).toBeNull();
    const study = path.join(folder, 'of-a-file');
    const header = { ...HEADER, gpu: file, gpuProfile: first.digest };
    const journal = openStudyJournal(study, header, true);
    journal.append(trial(1, {}));
    journal.close();
    expect(() => openStudyJournal(study, { ...header, gpuProfile: second.digest }, false)).toThrow(
      diagnostic('MX2017', { names: [differenceText('gpuProfile', header, header)] }),
    );
  });

  it('is refused if its profile lacks entries that the program needs, by entry', async () => {
    const program = await programs.readText('double f(double x) { return x * x; }');
    const kepler = await chooseModelledGpu('kepler', null);
    expect(() => checkProfileSuffices(kepler, program, ['fp64', 'fp32'])).not.toThrow();
    expect(() => checkProfileSuffices(kepler, program, ['fp64', 'fp16'])).toThrow(
      diagnostic('MX2037', { names: ['kepler', 'throughput.fp16', 'conversions.fp16-fp64', 'conversions.fp64-fp16'] }),
    );
  });
});
