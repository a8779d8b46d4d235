import type { Claim } from '../findings.js';
import { type Characterization, figureOf, rowsOf } from '../record.js';
import { all, short } from './figures.js';

const latency = (record: Characterization, format: string, operation: string) =>
  figureOf(rowsOf(record, 'operations'), 'latency', { format, operation, chain: '256' });

export const operationFindings: readonly Claim[] = [
  {
    name: 'fused-is-cheaper-than-two',
    source: 'Gu 2.2.1, Tables 2.3 and 2.4',
    text: 'a fused multiply-add takes less than a multiplication and an addition',
    check(record) {
      const of = (format: string) =>
        all(latency(record, format, 'fma'), latency(record, format, 'mul'), latency(record, format, 'add'));
      const found = [of('fp32'), of('fp64')];
      if (found.some((one) => !one)) return null;
      return {
        holds: found.every((one) => one![0]! < one![1]! + one![2]!),
        numbers: ['fp32', 'fp64']
          .map(
            (name, at) => `${name}: ${short(found[at]![0]!)} against ${short(found[at]![1]! + found[at]![2]!)} cycles`,
          )
          .join(', '),
      };
    },
  },
  {
    name: 'functions-of-double-take-longer',
    source: 'Gu 2.2.1, Tables 2.3 and 2.4',
    text: 'functions of double take longer than those of float',
    check(record) {
      const names = ['div', 'sqrt', 'exp', 'log', 'sin', 'pow'];
      const found = names.map((name) => all(latency(record, 'fp64', name), latency(record, 'fp32', name)));
      if (found.some((one) => !one)) return null;
      return {
        holds: found.every((one) => one![0]! > one![1]!),
        numbers: names.map((name, at) => `${name} ${short(found[at]![0]! / found[at]![1]!)}×`).join(', '),
      };
    },
  },
  {
    name: 'double-adds-as-quickly-as-float',
    source: 'Gu 2.2.1: on Fermi and Kepler (22 to 18, 10 to 9 cycles), not on Maxwell and Pascal (48 to 6)',
    text: 'an addition of double takes about as long as one of float',
    check(record) {
      const found = all(latency(record, 'fp64', 'add'), latency(record, 'fp32', 'add'));
      if (!found) return null;
      return {
        holds: found[0]! <= 1.25 * found[1]!,
        numbers: `${short(found[0]!)} against ${short(found[1]!)} cycles`,
      };
    },
  },
];
