/** Converts the characterization of a GPU into a device profile for the performance model (analysis/devices/device-profile.ts). */

import { type DeviceProfile, deviceProfileSchema, PROFILED_OPERATIONS } from '../../core.js';
import { arithmeticFormats, binaryFormats, formats } from '../../numerics/format.js';
import { type Characterization, figureOf, labelsOf, numberOf, type Row, rowsOf, rowsWith } from './record.js';

/** A multiprocessor since Volta: four schedulers of 32 threads, 16 special function units. */
const ISSUE_PER_CLOCK = 128;
const SPECIAL_PER_CLOCK = 16;

/** Null if a required part was not measured. */
export function profileOf(record: Characterization): DeviceProfile | null {
  const [operations, conversions, memory] = ['operations', 'conversions', 'memory'].map((part) => rowsOf(record, part));
  const machine = (quantity: string) => figureOf(operations!, quantity, {}) ?? undefined;
  const byOperation = (quantity: string, further: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      arithmeticFormats.map((format) => [
        format,
        Object.fromEntries(
          PROFILED_OPERATIONS.flatMap((operation) => {
            const value = figureOf(operations!, quantity, { format, operation, ...further });
            return value === null ? [] : [[operation, value]];
          }),
        ),
      ]),
    );
  const parsed = deviceProfileSchema.safeParse({
    name: record.machine.name,
    ...(record.machine.architecture && { architecture: record.machine.architecture }),
    source: 'measured by mantissa characterize',
    multiprocessors: machine('multiprocessors'),
    clockMHz: machine('highest clock'),
    issuePerClock: ISSUE_PER_CLOCK,
    specialPerClock: SPECIAL_PER_CLOCK,
    registersPerMultiprocessor: machine('registers'),
    sharedBytesPerMultiprocessor: machine('shared memory'),
    throughput: byOperation('throughput', {}),
    latency: byOperation('latency', { chain: '256' }),
    // bf16 to fp32 is a shift, and integer instructions have half of the issue rate
    conversions: { 'bf16-fp32': ISSUE_PER_CLOCK / 2, ...conversionsOf(conversions!, 'throughput') },
    conversionLatency: conversionsOf(conversions!, 'latency'),
    memory: memoryOf(memory!),
  });
  return parsed.success ? parsed.data : null;
}

function conversionsOf(rows: readonly Row[], quantity: string): Record<string, number> {
  const machine: readonly (string | undefined)[] = [...binaryFormats, 'integer'];
  const own = rowsWith(rows, { quantity, labels: {} }).filter(
    ({ labels }) => machine.includes(labels.from) && machine.includes(labels.to),
  );
  return Object.fromEntries(own.map((row) => [`${row.labels.from}-${row.labels.to}`, numberOf(row)]));
}

function memoryOf(rows: readonly Row[]): unknown {
  const kib = labelsOf(rows, 'kib').at(-1);
  const copies = kib === undefined ? [] : rowsWith(rows, { quantity: 'bandwidth', labels: { kib } });
  const largest = 1 << 18; // KiB
  const what = (text: string, format: string) => figureOf(rows, 'bandwidth', { what: text, format }) ?? undefined;
  const one = copies.filter(({ labels }) => labels.format !== undefined && labels.format in formats);
  return {
    dramGBs: one.length === 0 ? undefined : Math.max(...one.map(numberOf)),
    dramGBsByElementBytes: Object.fromEntries(
      binaryFormats.flatMap((format) => {
        const found = one.find(({ labels }) => labels.format === format);
        return found ? [[String(formats[format].sizeBytes), numberOf(found)]] : [];
      }),
    ),
    // bandwidth of the first level: L1 cache and shared memory are the same memory
    l1GBs: what('shared memory, read', 'fp64'),
    hostToDeviceGBs: what(`to the GPU, ${largest} KiB`, 'bytes'),
    deviceToHostGBs: what(`to the host, ${largest} KiB`, 'bytes'),
  };
}
