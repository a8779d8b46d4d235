/** Benchmarks on a CPU core of this machine, compiled for this CPU. */
import os from 'node:os';
import path from 'node:path';
import { type Compiler, findCompiler, runCompiler, runContained } from '../../../core.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import type { PartName } from '../parts.js';
import {
  type BenchmarkEnd,
  type Benchmarks,
  BUILD_TIMEOUT_MS,
  type BuiltBenchmark,
  benchmarkFolder,
  lastWords,
  MOST_OUTPUT_BYTES,
  type NoBenchmarks,
  RUN_TIMEOUT_MS,
} from './benchmarks.js';

export async function nativeBenchmarks(): Promise<Benchmarks | NoBenchmarks> {
  const own = process.env.MANTISSA_CXX;
  const compiler = await findCompiler(own ? [own] : ['g++', 'clang++']);
  if (!compiler)
    return {
      missing: own ? `${own}, named by MANTISSA_CXX, does not answer` : 'neither g++ nor clang++ answers',
      remedy: 'install g++ or clang++, or name one with MANTISSA_CXX; --engine wasm measures errors without one',
    };
  const folder = temporaryFolder('mantissa-characterize-');
  return {
    engine: 'native',
    machine: {
      name: os.cpus()[0]?.model ?? process.arch,
      kind: 'core',
      compiler: compiler.version,
      architecture: process.arch,
    },
    notes: [],
    refuses: () => null,
    build: (part, signal) => build(compiler, folder.path, part, signal),
    close: async () => folder.remove(),
  };
}

async function build(compiler: Compiler, folder: string, part: PartName, signal: AbortSignal): Promise<BuiltBenchmark> {
  const file = path.join(folder, part);
  const source = path.join(benchmarkFolder(), 'native', `${part}.cpp`);
  // not every compiler accepts this name of the CPU
  for (const own of [['-march=native'], []]) {
    const args = ['-O3', ...own, '-ffp-contract=off', '-std=c++17', '-w', source, '-o', file, '-lm'];
    const { end, stderr } = await runCompiler(compiler, args, { folder, timeoutMs: BUILD_TIMEOUT_MS, signal });
    if (end.kind === 'exited' && end.exitCode === 0)
      return { kind: 'built', run: (isQuick, stop) => runProgram(file, folder, isQuick, stop) };
    if (end.kind !== 'exited' || own.length === 0)
      return { kind: 'failed', reason: `it does not build: ${lastWords(stderr.toString('utf8'), end.kind)}` };
  }
  return { kind: 'failed', reason: 'it does not build' };
}

export async function runProgram(
  file: string,
  folder: string,
  isQuick: boolean,
  signal: AbortSignal,
): Promise<BenchmarkEnd> {
  const { end, stdout, stderr } = await runContained(file, isQuick ? ['--quick'] : [], {
    folder,
    environment: environmentOf(process.env),
    timeoutMs: RUN_TIMEOUT_MS,
    maxOutputBytes: MOST_OUTPUT_BYTES,
    signal,
  });
  if (end.kind === 'exited' && end.exitCode === 0) return { kind: 'printed', text: stdout.toString('utf8') };
  const how = end.kind === 'exited' ? `it ended with ${end.exitCode}` : `it was ${end.kind}`;
  return { kind: 'failed', reason: `${how}: ${lastWords(stderr.toString('utf8'), 'no message')}` };
}

/** Environment variables that the loader and the CUDA driver read. */
function environmentOf(all: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(all).filter(([name]) => /^(?:PATH|HOME|LD_LIBRARY_PATH|CUDA_\w+)$/.test(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
