/**
 * The machine code of a program's functions: SASS from nvcc and cuobjdump for kernels (PTX if cuobjdump is missing), assembly from the host compiler
 * otherwise. It is compiled with the flags of a timed build.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { findGpu } from '../cuda/gpu.js';
import { nvccToolchain } from '../cuda/nvcc-toolchain.js';
import type { BuildRequest } from '../engine.js';
import { type Compiler, findCompiler, runCompiler } from '../native/compiler.js';
import { hostToolchain } from '../native/host-toolchain.js';
import { run } from '../spawn.js';
import { WrittenSources } from '../written-sources.js';
import { type AssemblyKind, type MachineFunction, readAssembly } from './read-assembly.js';

/** Architecture for machines without a GPU. */
const ANY_ARCHITECTURE = 'sm_80';
const TIMEOUT_MS = 10 * 60_000;

export interface MachineCode {
  readonly kind: AssemblyKind;
  readonly compiler: string;
  readonly functions: readonly MachineFunction[];
}

export interface NoMachineCode {
  readonly missing: string;
}

export async function compileToAssembly(request: BuildRequest): Promise<MachineCode | NoMachineCode> {
  const isCuda = request.sources.some(({ language }) => language === 'cuda');
  const own = isCuda ? process.env.MANTISSA_NVCC : process.env.MANTISSA_CXX;
  const compiler = await findCompiler(own ? [own] : isCuda ? ['nvcc'] : ['g++', 'clang++']);
  if (!compiler) return { missing: isCuda ? 'nvcc does not answer' : 'neither g++ nor clang++ answers' };
  const sources = new WrittenSources(temporaryFolder('mantissa-machine-code-'), request.sources);
  try {
    return isCuda ? await ofKernels(compiler, request, sources) : await ofHost(compiler, request, sources);
  } finally {
    sources.remove();
  }
}

async function ofHost(
  compiler: Compiler,
  request: BuildRequest,
  sources: WrittenSources,
): Promise<MachineCode | NoMachineCode> {
  if (process.arch !== 'x64' && process.arch !== 'arm64')
    return { missing: `the assembly of ${process.arch} is not read` };
  const kind = process.arch === 'x64' ? 'x86-64' : 'arm64';
  const toolchain = hostToolchain(compiler);
  const texts: string[] = [];
  for (const { source, file, object } of sources.files) {
    const output = `${object}.s`;
    const failure = await compile(compiler, sources, [
      ...toolchain.sourceArguments(request, source, file),
      '-S',
      '-o',
      output,
    ]);
    if (failure) return failure;
    texts.push(fs.readFileSync(output, 'latin1'));
  }
  return { kind, compiler: compiler.version, functions: texts.flatMap((text) => readAssembly(text, kind)) };
}

async function ofKernels(
  compiler: Compiler,
  request: BuildRequest,
  sources: WrittenSources,
): Promise<MachineCode | NoMachineCode> {
  const architecture = process.env.MANTISSA_CUDA_ARCH ?? (await findGpu())?.architecture ?? ANY_ARCHITECTURE;
  const toolchain = nvccToolchain(compiler, architecture, []);
  const hasDisassembler = (await run('cuobjdump', ['--version'], { timeoutMs: 20_000 })).ok;
  const kind = hasDisassembler ? 'sass' : 'ptx';
  const texts: string[] = [];
  for (const { source, file, object } of sources.files.filter((one) => one.source.language === 'cuda')) {
    const output = path.join(path.dirname(object), hasDisassembler ? 'kernels.cubin' : 'kernels.ptx');
    const how = hasDisassembler ? '-cubin' : '-ptx';
    const failure = await compile(compiler, sources, [
      ...toolchain.sourceArguments(request, source, file),
      how,
      '-o',
      output,
    ]);
    if (failure) return failure;
    if (!hasDisassembler) texts.push(fs.readFileSync(output, 'latin1'));
    else {
      const listed = await run('cuobjdump', ['-sass', output], { timeoutMs: TIMEOUT_MS });
      if (!listed.ok) return { missing: 'cuobjdump cannot list the kernels' };
      texts.push(listed.stdout);
    }
  }
  const functions = texts.flatMap((text) => readAssembly(text, kind));
  return { kind, compiler: `${compiler.version}, ${architecture}`, functions };
}

async function compile(
  compiler: Compiler,
  sources: WrittenSources,
  args: readonly string[],
): Promise<NoMachineCode | null> {
  const { end, stderr } = await runCompiler(compiler, args, {
    folder: sources.folder,
    timeoutMs: TIMEOUT_MS,
    signal: new AbortController().signal,
  });
  if (end.kind === 'exited' && end.exitCode === 0) return null;
  const [first = end.kind] = sources
    .withGivenNames(stderr.toString('utf8'))
    .split('\n')
    .filter((line) => line.includes('error'));
  return { missing: `${compiler.command} does not compile it: ${first}` };
}
