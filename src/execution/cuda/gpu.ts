import { run } from '../spawn.js';

export interface Gpu {
  readonly name: string;
  /** The value of nvcc's -arch, such as `sm_90`. */
  readonly architecture: string;
}

const PROBE_TIMEOUT_MS = 20_000;

/** The first GPU that the driver lists; null without GPU or driver. */
export async function findGpu(): Promise<Gpu | null> {
  const result = await run('nvidia-smi', ['--query-gpu=name,compute_cap', '--format=csv,noheader'], {
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  const found = result.ok ? /^\s*(\S.*?)\s*,\s*(\d+)\.(\d+)\s*$/m.exec(result.stdout) : null;
  return found ? { name: found[1]!, architecture: `sm_${found[2]}${found[3]}` } : null;
}
