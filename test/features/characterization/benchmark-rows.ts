/** Builds a benchmark program with g++ and reads its figures. */
import { spawnSync } from 'node:child_process';
import { readBenchmarkOutput } from '../../../src/features/characterization/measuring/benchmark-output.js';
import type { Characterization, Row } from '../../../src/features/characterization/record.js';

/** Errors only: times would make a test slow. */
export function benchmarkRows(source: string, program: string, flags: readonly string[] = []): readonly Row[] {
  const args = ['-O2', '-ffp-contract=off', '-std=c++17', '-w', '-DMX_WITHOUT_TIMES', ...flags, source, '-o', program];
  const built = spawnSync('g++', args, { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  const { stdout, status } = spawnSync(program, ['--quick'], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const output = readBenchmarkOutput(stdout);
  if (status !== 0 || !output) throw new Error(`${source} ended with ${status}: ${stdout.slice(-400)}`);
  return output.rows;
}

export function recordOf(parts: Readonly<Record<string, readonly Row[]>>, name = 'a machine'): Characterization {
  const measured = Object.entries(parts).map(([part, rows]) => [
    part,
    { state: 'measured' as const, key: 'k', durationMs: 1, rows: [...rows], notes: [] },
  ]);
  return {
    schemaVersion: 1,
    engine: 'native',
    isQuick: true,
    machine: { name, kind: 'core', compiler: 'a compiler', architecture: null },
    parts: Object.fromEntries(measured),
    notes: [],
  };
}
