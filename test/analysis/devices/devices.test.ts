import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  missingEntries,
  PROFILED_OPERATIONS,
  parseDeviceProfile,
} from '../../../src/analysis/devices/device-profile.js';
import { devices, findDevice, recogniseDevice } from '../../../src/analysis/devices/devices.js';
import { diagnostic } from '../../support/diagnostics.js';

describe('device profiles', () => {
  it.each(Object.keys(devices))('%s is a valid profile with everything for fp64 and fp32', (name) => {
    const profile = parseDeviceProfile(JSON.parse(JSON.stringify(devices[name])), name);
    expect(missingEntries(profile, PROFILED_OPERATIONS, ['fp64', 'fp32'])).toEqual([]);
  });

  it.each(['h200', 'h100', 'a100'])('%s has everything for fp16 and bf16 too', (name) => {
    expect(missingEntries(findDevice(name), PROFILED_OPERATIONS, ['fp64', 'fp32', 'fp16', 'bf16'])).toEqual([]);
  });

  it('names the nearest one to a GPU it does not know', () => {
    expect(() => findDevice('h20')).toThrow(diagnostic('MX2035', { names: ["'h20'", 'h200'] }));
    expect(() => findDevice('quantum')).toThrow(diagnostic('MX2035', { names: ["'quantum'", 'fermi, kepler'] }));
    expect(() => findDevice('rtx-5080')).toThrow(diagnostic('MX2035', { names: ["'rtx-5080'", 'rtx-5090', 'l40s'] }));
  });

  it('have the fp64 : fp32 ratios that the documentation lists', () => {
    const page = readFileSync(new URL('../../../docs/consumer-gpus.md', import.meta.url), 'utf8');
    const rows = page.split('\n').flatMap((line) => {
      const [, gpu, , , fp32, fp64, ratio] = line.split('|').map((cell) => cell.trim());
      const name = /^`(\w[\w-]*)`$/.exec(gpu ?? '')?.[1];
      return name && ratio ? [{ name, fp32: Number(fp32), fp64: Number(fp64), ratio }] : [];
    });
    expect(rows.length).toBeGreaterThanOrEqual(13);
    for (const { name, fp32, fp64, ratio } of rows) {
      const { throughput } = findDevice(name);
      expect({ name, fp32: throughput.fp32!.fma, fp64: throughput.fp64!.fma }).toEqual({ name, fp32, fp64 });
      expect(ratio).toBe(`1 : ${fp32 / fp64}`);
    }
  });

  it.each([
    ['NVIDIA H200', 'h200'],
    ['NVIDIA H100 80GB HBM3', 'h100'],
    ['NVIDIA A100-SXM4-40GB', 'a100'],
    ['Tesla V100-SXM2-16GB', 'v100'],
    ['Tesla P100-PCIE-16GB', 'p100'],
    ['Tesla T4', 't4'],
    ['NVIDIA A10', 'a10'],
    ['NVIDIA A40', 'a40'],
    ['NVIDIA L4', 'l4'],
    ['NVIDIA L40S', 'l40s'],
    ['NVIDIA GeForce RTX 3090', 'rtx-3090'],
    ['NVIDIA GeForce RTX 4090', 'rtx-4090'],
    ['NVIDIA GeForce RTX 5090', 'rtx-5090'],
    ['NVIDIA RTX PRO 6000 Blackwell Workstation Edition', 'rtx-pro-6000'],
    ['NVIDIA B200', 'b200'],
    ['NVIDIA B300 SXM6 AC', 'b300'],
    ['NVIDIA GH200 480GB', 'gh200'],
    ['Orin (nvgpu)', 'jetson-orin'],
    ['NVIDIA TITAN Xp', 'pascal'],
    ['NVIDIA GeForce GTX TITAN X', 'maxwell'],
  ])('recognises %s', (driverName, name) => {
    expect(recogniseDevice(driverName)?.name).toBe(name);
  });

  it('does not take a GPU for another', () => {
    expect(recogniseDevice('NVIDIA GeForce RTX 4080')).toBeNull();
    expect(recogniseDevice('NVIDIA GeForce RTX 4090 Laptop GPU')).toBeNull();
    expect(recogniseDevice('NVIDIA GeForce RTX 4090 D')).toBeNull();
    expect(recogniseDevice('NVIDIA H20')).toBeNull();
    expect(recogniseDevice('NVIDIA A10G')).toBeNull();
    expect(recogniseDevice('NVIDIA GeForce RTX 3090 Ti')).toBeNull();
    expect(recogniseDevice('NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition')).toBeNull();
  });

  it('says what is wrong with a profile, by entry', () => {
    const broken = { ...devices.h200, clockMHz: -1, memory: { ...devices.h200!.memory, dramGBs: undefined } };
    expect(() => parseDeviceProfile(broken, 'mine.json')).toThrow(/mine.json: clockMHz/);
  });

  it('lists every entry that is missing', () => {
    const { exp: _, ...fp32 } = devices.h200!.throughput.fp32!;
    const profile = { ...devices.h200!, throughput: { ...devices.h200!.throughput, fp32, fp16: undefined } };
    expect(missingEntries(profile, ['exp'], ['fp64', 'fp32', 'fp16'])).toEqual([
      'throughput.fp16',
      'throughput.fp32.exp',
    ]);
  });
});
