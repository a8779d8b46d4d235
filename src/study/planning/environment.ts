import os from 'node:os';
import { lastLevelCacheBytes } from '../../execution/last-level-cache.js';
import { probeCommit, probeGpuState, probeTools } from '../../execution/machine.js';
import { memorySizeText } from '../../support/memory-size.js';
import { packageVersion } from '../../support/package-root.js';

/** The environment that measured figures depend on: versions, machine, compilers, and the state of the GPU. */
export async function describeEnvironment(root: string): Promise<Record<string, string>> {
  const [probed, gpu, commit] = await Promise.all([probeTools(), probeGpuState(), probeCommit(root)]);
  const cacheBytes = lastLevelCacheBytes();
  const tools = probed.filter(({ version }) => version !== null);
  return {
    mantissa: packageVersion(),
    ...(commit !== null && { commit }),
    node: process.version,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processors: `${os.availableParallelism()} × ${os.cpus()[0]?.model ?? 'unknown'}`,
    ...(cacheBytes !== null && { 'last-level cache': memorySizeText(cacheBytes) }),
    ...Object.fromEntries(tools.map(({ name, version }) => [name, version!])),
    ...(gpu && {
      'GPU clock, MHz': String(gpu.clockMHz),
      'GPU highest clock, MHz': String(gpu.highestClockMHz),
      'GPU utilisation, %': String(gpu.utilisationPercent),
      'GPU processes': String(gpu.processes),
    }),
  };
}
