/**
 * Builds and runs the benchmarks of a machine, part by part. What was measured before, by the same sources and compiler on the same
 * machine, is kept; what fails is told, and the rest goes on. Programs are built side by side first: nothing compiles while another runs.
 */
import { createHash } from 'node:crypto';
import os from 'node:os';
import { notMeasuredOn, type PartName } from '../parts.js';
import { implausibleNotes } from '../plausibility.js';
import type { Characterization, PartRecord } from '../record.js';
import { readBenchmarkOutput } from './benchmark-output.js';
import { type Benchmarks, type BuiltBenchmark, benchmarkSourcesDigest } from './benchmarks.js';

export interface CharacterizeRequest {
  readonly parts: readonly PartName[];
  readonly isQuick: boolean;
  readonly signal: AbortSignal;
  /** What is known already, to go on from; null to begin. */
  readonly known: Characterization | null;
  /** Before something that takes a while. */
  readonly onStep: (text: string) => void;
  /** After every part that was measured: what is known now. */
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
  if (!output) return { state: 'not measured', reason: 'its output is not what a benchmark prints' };
  return {
    state: 'measured',
    key,
    durationMs: Math.round(performance.now() - started),
    rows: [...output.rows],
    notes: [...new Set([...output.notes, ...implausibleNotes(output.rows)])],
  };
}

function keyOf({ engine, machine }: Benchmarks, isQuick: boolean): string {
  return createHash('sha256')
    .update(JSON.stringify([engine, machine, isQuick, benchmarkSourcesDigest()]))
    .digest('hex')
    .slice(0, 16);
}

/** What was measured just so; of another engine or length nothing. */
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
