import * as fs from 'node:fs';
import os from 'node:os';
import { probeCommit, probeGpuState, probeTools } from '../../execution/machine.js';

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

export function packageVersion(): string {
  const text = fs.readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
