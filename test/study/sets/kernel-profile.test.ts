import { expect, it } from 'vitest';
import type { FastImpreciseSet } from '../../../src/analysis/fisets.js';
import type { Program, ProgramFunction } from '../../../src/program/program.js';
import { type KernelFacts, profileKernels } from '../../../src/study/sets/kernel-profile.js';
import { naming } from '../../support/naming.js';

const kernel = (name: string): ProgramFunction => ({ name, kind: 'kernel', calls: [] }) as unknown as ProgramFunction;
const NAMES = ['fine', 'poor', 'full', 'idle', 'empty'];
const program = { isCuda: true, functions: NAMES.map(kernel), operations: [] } as unknown as Program;
const set = (index: number, arithmeticToCast: number): FastImpreciseSet => ({
  isAcrossLoops: false,
  id: `${NAMES[index]}/1`,
  function: index,
  operations: [index],
  arithmetic: 4,
  conversions: 2,
  arithmeticToCast,
});
const facts: KernelFacts = {
  program,
  sets: [set(0, 2), set(1, 1.01), set(2, 3), set(3, 3)],
  gpu: {
    kernels: [
      { name: 'fine', launches: 1, ms: 50 },
      { name: 'poor', launches: 1, ms: 27 },
      { name: 'full', launches: 1, ms: 20 },
      { name: 'idle', launches: 1, ms: 3 },
    ],
    kernelMs: 100,
    copyMs: 0,
    lastError: null,
  },
  counts: null,
  registers: new Map([
    ['_Z4finePd', 40],
    ['_Z4fullPd', 250],
  ]),
  mixedRegisters: new Map([['_Z4fullPd', 253]]),
  keepsAll: false,
};

it('sets kernels aside that cannot gain, and says why with the figure', () => {
  const reasons = Object.fromEntries(profileKernels(facts).map(({ name, setAside }) => [name, setAside]));
  expect(reasons).toEqual({
    fine: null,
    poor: naming('1.01', '1.05', /conversion/),
    full: naming('253', '255', 'registers'),
    idle: naming('3.0 %', '5 %', 'time'),
    empty: naming(/^(?!.*\d).*conversions/),
  });
});

it('keeps them all where it is told to, with their figures', () => {
  const kept = profileKernels({ ...facts, keepsAll: true });
  expect(kept.every(({ setAside }) => setAside === null)).toBe(true);
  expect(kept[0]).toMatchObject({ share: 0.5, shareOf: 'time', registers: { baseline: 40, mixed: null } });
});

it('averages what has no conversion at all by its operations', () => {
  const [fine] = profileKernels({ ...facts, sets: [set(0, 2), set(0, Number.POSITIVE_INFINITY)] });
  expect(fine?.arithmeticToCast).toBe(3);
});
