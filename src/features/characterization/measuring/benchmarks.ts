/** The benchmark programs of runtime/characterize on one engine: their machine, build and run. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { type EngineName, runtimeFolder } from '../../../core.js';
import type { MachineKind, PartName } from '../parts.js';

export interface BenchmarkMachine {
  /** Name of the GPU or CPU. */
  readonly name: string;
  readonly kind: MachineKind;
  readonly compiler: string;
  readonly architecture: string | null;
}

export type BuiltBenchmark =
  | { readonly kind: 'built'; readonly run: (isQuick: boolean, signal: AbortSignal) => Promise<BenchmarkEnd> }
  | { readonly kind: 'failed'; readonly reason: string };

export type BenchmarkEnd =
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** A missing requirement of an engine's benchmarks, with its remedy. */
export interface NoBenchmarks {
  readonly missing: string;
  readonly remedy: string;
}

export interface Benchmarks {
  readonly engine: EngineName;
  readonly machine: BenchmarkMachine;
  /** Notes for the user before the first benchmark. */
  readonly notes: readonly string[];
  /** Reason that this part cannot be measured here; null if it can. */
  refuses(part: PartName): string | null;
  build(part: PartName, signal: AbortSignal): Promise<BuiltBenchmark>;
  close(): Promise<void>;
}

export function benchmarkFolder(): string {
  return path.join(runtimeFolder(), 'characterize');
}

/** Digest of all sources of the benchmarks. */
export function benchmarkSourcesDigest(): string {
  const digest = createHash('sha256');
  for (const folder of [benchmarkFolder(), path.join(runtimeFolder(), 'formats')])
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const file = path.join(folder, name);
      if (fs.statSync(file).isFile()) digest.update(name).update(fs.readFileSync(file));
    }
  return digest.digest('hex').slice(0, 16);
}

export const BUILD_TIMEOUT_MS = 10 * 60_000;
export const RUN_TIMEOUT_MS = 15 * 60_000;
export const MOST_OUTPUT_BYTES = 1 << 24;

/** The end of an error output. */
export function lastWords(text: string, otherwise: string): string {
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(-3).join('; ').slice(0, 400) || otherwise;
}
