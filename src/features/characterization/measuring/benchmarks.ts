/** The benchmark programs of runtime/characterize on one engine: what machine they run on, how they are built and run. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { type EngineName, runtimeFolder } from '../../../core.js';
import type { MachineKind, PartName } from '../parts.js';

export interface BenchmarkMachine {
  /** The GPU, or the processor. */
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

/** What is missing for an engine's benchmarks, and what to do about it. */
export interface NoBenchmarks {
  readonly missing: string;
  readonly remedy: string;
}

export interface Benchmarks {
  readonly engine: EngineName;
  readonly machine: BenchmarkMachine;
  /** What a reader should know before anything ran. */
  readonly notes: readonly string[];
  /** Why this part cannot be measured here although the engine has it; null where it can. */
  refuses(part: PartName): string | null;
  build(part: PartName, signal: AbortSignal): Promise<BuiltBenchmark>;
  close(): Promise<void>;
}

export function benchmarkFolder(): string {
  return path.join(runtimeFolder(), 'characterize');
}

/** Of every source that a benchmark may read. */
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

/** The end of what a program or compiler complained with. */
export function lastWords(text: string, otherwise: string): string {
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(-3).join('; ').slice(0, 400) || otherwise;
}
