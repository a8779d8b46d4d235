/** Registers per thread of every kernel, from ptxas: kernels close to the limit would spill with further conversions. */
import * as fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { BuildRequest } from '../engine.js';
import { findCompiler, runCompiler } from '../native/compiler.js';
import { findGpu } from './gpu.js';
import { nvccToolchain } from './nvcc-toolchain.js';

/** Architecture for machines without a GPU. */
const ANY_ARCHITECTURE = 'sm_80';
const TIMEOUT_MS = 10 * 60_000;

/** By mangled name; null without nvcc, or if it rejects the source. */
export async function kernelRegisters(request: BuildRequest): Promise<ReadonlyMap<string, number> | null> {
  const compiler = await findCompiler([process.env.MANTISSA_NVCC ?? 'nvcc']);
  if (!compiler) return null;
  const architecture = process.env.MANTISSA_CUDA_ARCH ?? (await findGpu())?.architecture ?? ANY_ARCHITECTURE;
  const toolchain = nvccToolchain(compiler, architecture, []);
  const temporary = temporaryFolder('mantissa-registers-');
  const folder = temporary.path;
  try {
    const found = new Map<string, number>();
    for (const source of request.sources.filter(({ language }) => language === 'cuda')) {
      const file = source.file ?? path.join(folder, path.basename(source.name));
      if (!source.file) fs.writeFileSync(file, source.text, 'latin1');
      const args = [
        ...toolchain.sourceArguments(request, source, file),
        ...['-Xptxas', '-v', '-cubin', '-o', path.join(folder, 'kernels.cubin')],
      ];
      const options = { folder, timeoutMs: TIMEOUT_MS, signal: new AbortController().signal };
      const { end, stderr } = await runCompiler(compiler, args, options);
      if (end.kind !== 'exited' || end.exitCode !== 0) return null;
      for (const [kernel, registers] of readResources(stderr.toString('latin1')))
        found.set(kernel, Math.max(registers, found.get(kernel) ?? 0));
    }
    return found;
  } finally {
    temporary.remove();
  }
}

/** Parses the output of `ptxas -v`: the entry function, and some lines later its registers. */
export function readResources(text: string): Map<string, number> {
  const found = new Map<string, number>();
  let kernel: string | null = null;
  for (const line of text.split('\n')) {
    kernel = /Compiling entry function '([^']+)'/.exec(line)?.[1] ?? kernel;
    const used = /Used (\d+) registers/.exec(line);
    if (!used || kernel === null) continue;
    found.set(kernel, Number(used[1]));
    kernel = null;
  }
  return found;
}

/** The maximum over all instantiations. A mangled name contains every part of the name, preceded by its length. */
export function registersOf(registers: ReadonlyMap<string, number>, name: string): number | null {
  const parts = name.replace(/~\d+$/, '').split('::');
  const mangled = parts.map((part) => `${part.length}${part}`).join('');
  const own = [...registers].filter(([symbol]) => symbol === name || symbol.includes(mangled));
  return own.length === 0 ? null : Math.max(...own.map(([, count]) => count));
}
