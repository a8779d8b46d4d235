import os from 'node:os';
import { probeCommit, probeGpuState, probeTools } from '../../execution/machine.js';
import { packageVersion } from '../../support/package-root.js';

/** What a figure depends on besides the program: versions, the machine, its compilers, and the GPU as it was found. */
export async function describeEnvironment(root: string): Promise<Record<string, string>> {
  const [probed, gpu, commit] = await Promise.all([probeTools(), probeGpuState(), probeCommit(root)]);
  const tools = probed.filter(({ version }) => version !== null);
  return {
    mantissa: packageVersion(),
    ...(commit !== null && { commit }),
    node: process.version,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    processors: `${os.availableParallelism()} × ${os.cpus()[0]?.model ?? 'unknown'}`,
    ...Object.fromEntries(tools.map(({ name, version }) => [name, version!])),
    ...(gpu && {
      'GPU clock, MHz': String(gpu.clockMHz),
      'GPU highest clock, MHz': String(gpu.highestClockMHz),
      'GPU utilisation, %': String(gpu.utilisationPercent),
      'GPU processes': String(gpu.processes),
    }),
  };
}
