import { expect, it } from 'vitest';
import type { Program } from '../../src/program/program.js';
import { kernelTimes } from '../../src/workbench/kernel-times.js';

const times = (own: readonly string[], ran: Record<string, number>) => {
  const functions = own.map((name) => ({ kind: 'kernel', name }));
  const kernels = Object.entries(ran).map(([name, ms]) => ({ name, ms }));
  return [...kernelTimes({ functions } as unknown as Program, kernels).values()];
};

it('gives a kernel the time of all runtime entries with its name', () => {
  expect(times(['scale', 'sum'], { 'scale<float>': 1, 'scale<double>(double*)': 2, sum: 4, elsewhere: 8 })).toEqual([
    3, 4,
  ]);
});

it('distinguishes kernels of the same name in two namespaces', () => {
  expect(times(['x::step', 'y::step'], { 'x::step': 9, 'y::step(double*)': 1 })).toEqual([9, 1]);
});

it('finds a kernel in an unnamed namespace, or in a namespace that only one side names', () => {
  expect(times(['hidden'], { '(anonymous namespace)::hidden(double*)': 7 })).toEqual([7]);
  expect(times(['step'], { 'x::step': 5 })).toEqual([5]);
});

it('divides the time among overloads, which the runtime does not distinguish', () => {
  expect(times(['over', 'over~2'], { over: 6 })).toEqual([3, 3]);
});
