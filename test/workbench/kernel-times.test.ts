import { expect, it } from 'vitest';
import type { Program } from '../../src/program/program.js';
import { kernelTimes } from '../../src/workbench/kernel-times.js';

const times = (own: readonly string[], ran: Record<string, number>) => {
  const functions = own.map((name) => ({ kind: 'kernel', name }));
  const kernels = Object.entries(ran).map(([name, ms]) => ({ name, ms }));
  return [...kernelTimes({ functions } as unknown as Program, kernels).values()];
};

it('gives a kernel the time of all that the runtime calls by its name', () => {
  expect(times(['scale', 'sum'], { 'scale<float>': 1, 'scale<double>(double*)': 2, sum: 4, elsewhere: 8 })).toEqual([
    3, 4,
  ]);
});

it('tells kernels of one name in two namespaces apart', () => {
  expect(times(['x::step', 'y::step'], { 'x::step': 9, 'y::step(double*)': 1 })).toEqual([9, 1]);
});

it('finds a kernel in a namespace without a name, or that only one of both sides names', () => {
  expect(times(['hidden'], { '(anonymous namespace)::hidden(double*)': 7 })).toEqual([7]);
  expect(times(['step'], { 'x::step': 5 })).toEqual([5]);
});

it('shares out the time of overloads, which the runtime does not tell apart', () => {
  expect(times(['over', 'over~2'], { over: 6 })).toEqual([3, 3]);
});
