import os from 'node:os';
import path from 'node:path';
import { lastLevelCacheBytes } from '../../execution/last-level-cache.js';
import { probeCommit, probeGpuState, probeTools } from '../../execution/machine.js';
import type { Project } from '../../frontend/project/project.js';
import { memorySizeText } from '../../support/memory-size.js';
import { packageVersion } from '../../support/package-root.js';
import { shellWord } from '../../support/shell-word.js';

/** The environment that measured figures depend on: versions, compiler flags, machine, compilers, and the state of the GPU. */
export async function describeEnvironment(project: Project): Promise<Record<string, string>> {
  const [probed, gpu, commit] = await Promise.all([probeTools(), probeGpuState(), probeCommit(project.root)]);
  const cacheBytes = lastLevelCacheBytes();
  const tools = probed.filter(({ version }) => version !== null);
  return {
    mantissa: packageVersion(),
    ...(commit !== null && { commit }),
    flags: compilerFlags(project),
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

/** Of all units, from wherever they come: the command line, the project file, a compilation database. */
function compilerFlags({ units, root }: Project): string {
  const flags = units.flatMap((unit) => [
    `-std=${unit.standard}`,
    ...unit.includeFolders.map((folder) => `-I${path.relative(root, folder) || '.'}`),
    ...unit.defines.map((define) => `-D${define}`),
    ...unit.undefines.map((name) => `-U${name}`),
    ...unit.arithmeticFlags,
    ...(unit.flags ?? []),
  ]);
  return [...new Set(flags)].map(shellWord).join(' ');
}
