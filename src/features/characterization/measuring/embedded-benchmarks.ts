/** Benchmarks on the embedded engine. They only measure errors, because times in WebAssembly do not represent this machine. */
import * as fs from 'node:fs';
import path from 'node:path';
import { ALWAYS_THERE, type Engine, engines } from '../../../core.js';
import { cacheFolder } from '../../../support/cache-folder.js';
import type { PartName } from '../parts.js';
import {
  type BenchmarkEnd,
  type Benchmarks,
  type BuiltBenchmark,
  benchmarkFolder,
  lastWords,
  MOST_OUTPUT_BYTES,
  RUN_TIMEOUT_MS,
} from './benchmarks.js';

const MEMORY_BYTES = 2 ** 32;

export async function embeddedBenchmarks(): Promise<Benchmarks> {
  const engine = engines[ALWAYS_THERE]({ cache: cacheFolder() });
  return {
    engine: ALWAYS_THERE,
    machine: {
      name: 'the embedded engine',
      kind: 'clockless',
      compiler: 'clang 22 as WebAssembly',
      architecture: 'wasm32',
    },
    notes: ['this engine gives errors only; install g++ or clang++ to measure times as well'],
    refuses: () => null,
    build: (part) => build(engine, part),
    close: () => engine.close(),
  };
}

async function build(engine: Engine, part: PartName): Promise<BuiltBenchmark> {
  const file = path.join(benchmarkFolder(), 'native', `${part}.cpp`);
  const text = fs.readFileSync(file, 'latin1');
  const built = await engine.build({
    sources: [{ name: `${part}.cpp`, text, language: 'c++', standard: 'c++17', file }],
    includeFolders: [path.dirname(file)],
    systemFolders: [],
    defines: ['MX_WITHOUT_TIMES'],
    forcedIncludes: [],
  });
  if (built.kind !== 'built')
    return {
      kind: 'failed',
      reason: `it does not build: ${lastWords(built.kind === 'unavailable' ? built.reason : built.diagnostics, '')}`,
    };
  return {
    kind: 'built',
    async run(isQuick): Promise<BenchmarkEnd> {
      const outcome = await engine.run(built.artifact, {
        arguments: isQuick ? ['--quick'] : [],
        environment: {},
        timeoutMs: RUN_TIMEOUT_MS,
        maxOutputBytes: MOST_OUTPUT_BYTES,
        maxMemoryBytes: MEMORY_BYTES,
      });
      if (outcome.kind === 'exited' && outcome.exitCode === 0)
        return { kind: 'printed', text: outcome.stdout.toString('utf8') };
      return {
        kind: 'failed',
        reason: outcome.kind === 'exited' ? `it ended with ${outcome.exitCode}` : `it ${outcome.kind}`,
      };
    },
  };
}
