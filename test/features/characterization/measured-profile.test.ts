import { expect, it } from 'vitest';
import { missingEntries, PROFILED_OPERATIONS } from '../../../src/analysis/devices/device-profile.js';
import { profileOf } from '../../../src/features/characterization/measured-profile.js';
import {
  fallingTimeNotes,
  implausibleNotes,
  unsettledNotes,
} from '../../../src/features/characterization/plausibility.js';
import type { Characterization, Row } from '../../../src/features/characterization/record.js';
import { arithmeticFormats, binaryFormats } from '../../../src/numerics/format.js';

const row = (labels: Row['labels'], quantity: string, value: number): Row => ({
  labels,
  quantity,
  value,
  unit: 'cycles',
});

const OPERATIONS: Row[] = [
  row({}, 'multiprocessors', 132),
  row({}, 'highest clock', 1980),
  row({}, 'registers', 65536),
  row({}, 'shared memory', 233472),
  ...binaryFormats.flatMap((format) =>
    PROFILED_OPERATIONS.flatMap((operation, at) => [
      row({ format, operation, chain: '128' }, 'latency', 5),
      row({ format, operation, chain: '256' }, 'latency', 4 + at),
      row({ format, operation }, 'throughput', 64),
    ]),
  ),
];
const CONVERSIONS: Row[] = binaryFormats.flatMap((from) =>
  [...binaryFormats, 'fp64x2'].flatMap((to) =>
    from === to ? [] : [row({ from, to }, 'throughput', 16), row({ from, to }, 'latency', 17)],
  ),
);
const MEMORY: Row[] = [
  ...arithmeticFormats.map((format, at) => row({ format, kib: '2048' }, 'bandwidth', 9000 + at)),
  ...arithmeticFormats.map((format, at) => row({ format, kib: '2097152' }, 'bandwidth', 3000 + at)),
  row({ format: 'fp8e4m3', kib: '2097152' }, 'bandwidth', 2000),
  row({ what: 'shared memory, read', format: 'fp64' }, 'bandwidth', 33000),
  row({ what: 'to the GPU, 262144 KiB', format: 'bytes' }, 'bandwidth', 20),
  row({ what: 'to the host, 262144 KiB', format: 'bytes' }, 'bandwidth', 12),
];

function recordOf(parts: Readonly<Record<string, Row[]>>): Characterization {
  const measured = Object.entries(parts).map(([part, rows]) => [
    part,
    { state: 'measured' as const, key: '', durationMs: 1, rows, notes: [] },
  ]);
  return {
    ...{ schemaVersion: 1, engine: 'cuda', isQuick: true, notes: [] },
    machine: { name: 'NVIDIA of tomorrow', kind: 'gpu', compiler: 'nvcc', architecture: 'sm_999' },
    parts: Object.fromEntries(measured),
  };
}

it('a measured GPU has a profile with every figure that a study may need', () => {
  const profile = profileOf(recordOf({ operations: OPERATIONS, conversions: CONVERSIONS, memory: MEMORY }))!;
  expect(profile).toMatchObject({ name: 'NVIDIA of tomorrow', multiprocessors: 132, clockMHz: 1980 });
  expect(profile.latency?.fp32?.mul).toBe(5); // of the longer chain
  // of the largest copies, not of what the caches hold
  expect(profile.memory).toMatchObject({
    dramGBs: 3003,
    dramGBsByElementBytes: { 1: 2000, 2: 3001, 4: 3002, 8: 3003 },
    l1GBs: 33000,
  });
  expect(Object.keys(profile.conversions)).not.toContain('fp64-fp64x2');
  expect(missingEntries(profile, PROFILED_OPERATIONS, binaryFormats)).toEqual([]);
});

it('a partly measured GPU has none', () => {
  expect(profileOf(recordOf({ operations: OPERATIONS, conversions: CONVERSIONS }))).toBeNull();
  expect(profileOf(recordOf({ memory: MEMORY }))).toBeNull();
});

it('an impossible latency is reported', () => {
  expect(implausibleNotes([row({ format: 'fp32', operation: 'add', chain: '256' }, 'latency', 0.02)])).toEqual([
    'the latency of fp32, add, 256 is 0.02 cycles, which is implausible: the compiler removed the benchmark, or the clock was disturbed',
  ]);
  expect(implausibleNotes(OPERATIONS)).toEqual([]);
});

it('a time that falls while the work grows is reported, with both figures', () => {
  const time = (n: number, value: number, shape = 'one core') =>
    row({ format: 'fp32', operation: 'add', n: String(n), shape }, 'time', value);
  // the other shape is another line: its shorter time is no fall
  const [note, ...others] = fallingTimeNotes([time(4992, 4950), time(10000, 1650), time(10000, 900, '1×256')]);
  expect(others).toEqual([]);
  for (const figure of ['10000', '1650', '4992', '4950', 'fp32']) expect(note).toContain(figure);
  // rows need not be in order, and small differences are noise
  expect(fallingTimeNotes([time(10000, 4800), time(4992, 4950)])).toEqual([]);
});

it('times that did not settle are counted and named', () => {
  const rows = [
    { ...row({ format: 'fp32', operation: 'add' }, 'time', 3), settled: false },
    row({ format: 'fp64', operation: 'add' }, 'time', 4),
    row({ format: 'fp64', operation: 'add' }, 'error', 4),
  ];
  const [note] = unsettledNotes(rows);
  expect(note).toMatch(/^1 of 2 .*fp32, add/);
  expect(unsettledNotes(rows.slice(1))).toEqual([]);
});
