import { run } from './spawn.js';

export interface Tool {
  readonly name: string;
  /** First line of its version; null when it is not there or does not answer. */
  readonly version: string | null;
  readonly usedFor: string;
  readonly withoutIt: string;
}

const PROBE_TIMEOUT_MS = 10_000;

/** The compilers and the GPU on this machine, each asked for its version. */
export async function probeTools(): Promise<Tool[]> {
  return Promise.all([
    probe(
      'g++',
      ['--version'],
      /^.*\d+\.\d+.*$/m,
      'building and running variants natively, faster than WebAssembly',
      'the embedded engine runs them',
    ),
    probe(
      'clang++',
      ['--version'],
      /^.*version \d+.*$/m,
      'an alternative to g++',
      'g++ or the embedded engine is used',
    ),
    probe(
      'nvcc',
      ['--version'],
      /release [\d.]+.*/,
      'building CUDA variants for a GPU',
      'CUDA runs on the CPU, GPU times are modelled',
    ),
    probe(
      'nvidia-smi',
      ['--query-gpu=name,memory.total,driver_version', '--format=csv,noheader'],
      /\S.*/,
      'measuring speed on this GPU',
      'GPU times are modelled',
    ),
  ]);
}

async function probe(name: string, args: string[], pattern: RegExp, usedFor: string, withoutIt: string): Promise<Tool> {
  const result = await run(name, args, { timeoutMs: PROBE_TIMEOUT_MS });
  const version = result.ok ? (pattern.exec(result.stdout)?.[0].trim() ?? null) : null;
  return { name: name === 'nvidia-smi' ? 'GPU' : name, version, usedFor, withoutIt };
}
