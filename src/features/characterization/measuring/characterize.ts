/**
 * Builds and runs the benchmarks of a machine, part by part. Parts measured before with the same sources and compiler on the same machine
 * are reused; failures are reported and skipped. All programs are built first, in parallel, so that no compiler disturbs a measurement.
 */
import { createHash } from 'node:crypto';
import os from 'node:os';
import { notMeasuredOn, type PartName } from '../parts.js';
import { fallingTimeNotes, implausibleNotes, unsettledNotes } from '../plausibility.js';
import type { Characterization, PartRecord } from '../record.js';
import { readBenchmarkOutput } from './benchmark-output.js';
import { type Benchmarks, type BuiltBenchmark, benchmarkSourcesDigest } from './benchmarks.js';

export interface CharacterizeRequest {
  readonly parts: readonly PartName[];
  readonly isQuick: boolean;
  readonly signal: AbortSignal;
  /** An earlier record to continue from; null to start. */
  readonly known: Characterization | null;
  /** Called before a long step. */
  readonly onStep: (text: string) => void;
  /** Called after every measured part with the record so far. */
  readonly onPart: (record: Characterization) => void;
}

export async function characterize(benchmarks: Benchmarks, request: CharacterizeRequest): Promise<Characterization> {
  const { isQuick, signal } = request;
  const key = keyOf(benchmarks, isQuick);
  const kept = keptParts(request.known, benchmarks, isQuick, key);
  let record: Characterization = {
    schemaVersion: 1,
    engine: benchmarks.engine,
    isQuick,
    machine: benchmarks.machine,
    parts: kept,
    notes: [...benchmarks.notes],
  };
  const set = (part: PartName, found: PartRecord) => {
    record = { ...record, parts: { ...record.parts, [part]: found } };
    request.onPart(record);
  };
  const wanted: PartName[] = [];
  for (const part of request.parts) {
    const reason = notMeasuredOn(benchmarks.machine.kind, part) ?? benchmarks.refuses(part);
    if (reason !== null) set(part, { state: 'not measured', reason });
    else if (kept[part]?.state !== 'measured') wanted.push(part);
  }
  const built = await buildAll(benchmarks, wanted, request);
  for (const [at, part] of wanted.entries()) {
    if (signal.aborted) break;
    request.onStep(`${part} (${at + 1} of ${wanted.length})`);
    const found = await measure(built.get(part)!, isQuick, signal, key);
    if (!signal.aborted) set(part, found);
  }
  return record;
}

async function buildAll(
  benchmarks: Benchmarks,
  wanted: readonly PartName[],
  { signal, onStep }: CharacterizeRequest,
): Promise<Map<PartName, BuiltBenchmark>> {
  const built = new Map<PartName, BuiltBenchmark>();
  const waiting = [...wanted];
  const say = () => onStep(`building (${built.size} of ${wanted.length})`);
  const worker = async () => {
    for (let part = waiting.shift(); part !== undefined && !signal.aborted; part = waiting.shift()) {
      say();
      built.set(part, await benchmarks.build(part, signal));
    }
  };
  await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), wanted.length) }, worker));
  return built;
}

async function measure(built: BuiltBenchmark, isQuick: boolean, signal: AbortSignal, key: string): Promise<PartRecord> {
  if (built.kind === 'failed') return { state: 'not measured', reason: built.reason };
  const started = performance.now();
  const end = await built.run(isQuick, signal);
  if (end.kind === 'failed') return { state: 'not measured', reason: end.reason };
  const output = readBenchmarkOutput(end.text);
  if (!output) return { state: 'not measured', reason: 'the benchmark printed an unexpected output' };
  return {
    state: 'measured',
    key,
    durationMs: Math.round(performance.now() - started),
    rows: [...output.rows],
    notes: [
      ...new Set([
        ...output.notes,
        ...[implausibleNotes, unsettledNotes, fallingTimeNotes].flatMap((find) => find(output.rows)),
      ]),
    ],
  };
}

function keyOf({ engine, machine }: Benchmarks, isQuick: boolean): string {
  return createHash('sha256')
    .update(JSON.stringify([engine, machine, isQuick, benchmarkSourcesDigest()]))
    .digest('hex')
    .slice(0, 16);
}

/** Parts of an earlier record with the same engine and length; others are not reused. */
function keptParts(
  known: Characterization | null,
  { engine }: Benchmarks,
  isQuick: boolean,
  key: string,
): Characterization['parts'] {
  if (!known || known.engine !== engine || known.isQuick !== isQuick) return {};
  const kept = Object.entries(known.parts).filter(([, part]) => part?.state === 'measured' && part.key === key);
  return Object.fromEntries(kept);
}
