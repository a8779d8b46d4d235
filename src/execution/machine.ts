import { run } from './spawn.js';

export interface Tool {
  readonly name: string;
  /** First line of its version; null if it is missing or does not answer. */
  readonly version: string | null;
  readonly usedFor: string;
  readonly withoutIt: string;
}

const PROBE_TIMEOUT_MS = 10_000;

/** The versions of the compilers and the GPU of this machine. */
export async function probeTools(): Promise<Tool[]> {
  return Promise.all([
    probe(
      'g++',
      ['--version'],
      /^.*\d+\.\d+.*$/m,
      'building and running patched copies natively, faster than WebAssembly',
      'the embedded engine runs them',
    ),
    probe(
      'clang++',
      ['--version'],
      /^.*version \d+.*$/m,
      'building natively where g++ is missing',
      'g++ or the embedded engine is used',
    ),
    probe(
      'nvcc',
      ['--version'],
      /release [\d.]+.*/,
      'building patched CUDA copies for a GPU',
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

/** The state of the GPU before a run: its clock, and its use by other programs. */
export interface GpuState {
  readonly clockMHz: number;
  readonly highestClockMHz: number;
  readonly utilisationPercent: number;
  /** Number of programs with a context on it; a container may hide some. */
  readonly processes: number;
}

/** Null without a GPU. To be called before Mantissa's own runs, which would be counted otherwise. */
export async function probeGpuState(): Promise<GpuState | null> {
  const [first] = (process.env.CUDA_VISIBLE_DEVICES ?? '').split(',');
  const which = first ? ['-i', first] : [];
  const ask = (query: string) =>
    run('nvidia-smi', [...which, query, '--format=csv,noheader,nounits'], { timeoutMs: PROBE_TIMEOUT_MS });
  const [clocks, programs] = await Promise.all([
    ask('--query-gpu=clocks.sm,clocks.max.sm,utilization.gpu'),
    ask('--query-compute-apps=pid'),
  ]);
  return clocks.ok ? parseGpuState(clocks.stdout, programs.ok ? programs.stdout : '') : null;
}

/** Null if nvidia-smi does not report the clocks (`[N/A]`). */
export function parseGpuState(clocks: string, programs: string): GpuState | null {
  const [clockMHz, highestClockMHz, utilisationPercent] = (clocks.split('\n')[0] ?? '').split(',').map(Number);
  if (!Number.isFinite(clockMHz) || !Number.isFinite(highestClockMHz)) return null;
  return {
    clockMHz: clockMHz!,
    highestClockMHz: highestClockMHz!,
    utilisationPercent: Number.isFinite(utilisationPercent) ? utilisationPercent! : 0,
    processes: programs.split('\n').filter((line) => /^\s*\d+\s*$/.test(line)).length,
  };
}

/** The commit of a folder, and whether it has uncommitted changes; null outside git. */
export async function probeCommit(folder: string): Promise<string | null> {
  const git = (...words: string[]) => run('git', ['-C', folder, ...words], { timeoutMs: PROBE_TIMEOUT_MS });
  const [head, status] = await Promise.all([
    git('rev-parse', '--short=12', 'HEAD'),
    git('status', '--porcelain', '--untracked-files=no'),
  ]);
  if (!head.ok) return null;
  return `${head.stdout.trim()}${status.ok && status.stdout.trim() !== '' ? ', with changes' : ''}`;
}
