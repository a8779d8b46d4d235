/** Benchmarks on the GPU: plain CUDA programs, built by nvcc. Without a GPU only the assembler's resource counts remain. */
import path from 'node:path';
import { type Compiler, findCompiler, findGpu, probeGpuState, runCompiler } from '../../../core.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import type { PartName } from '../parts.js';
import {
  type BenchmarkEnd,
  type Benchmarks,
  BUILD_TIMEOUT_MS,
  type BuiltBenchmark,
  benchmarkFolder,
  lastWords,
  type NoBenchmarks,
} from './benchmarks.js';
import { kernelRows } from './kernel-resources.js';
import { runProgram } from './native-benchmarks.js';

/** Target architecture without a GPU. */
const ANY_ARCHITECTURE = 'sm_90';
/** Parts with many kernels are built as several programs in parallel. */
const GROUPS: Readonly<Partial<Record<PartName, number>>> = { operations: 8 };
/** Parts whose kernels' registers are reported. */
const LISTED = ['summation', 'products', 'quotients', 'intensity'] as const;

/** With `needsGpu` false also on a machine without a GPU, for the assembler's resource counts. */
export async function cudaBenchmarks(needsGpu: boolean): Promise<Benchmarks | NoBenchmarks> {
  const own = process.env.MANTISSA_NVCC;
  const compiler = await findCompiler([own ?? 'nvcc']);
  if (!compiler)
    return {
      missing: `${own ?? 'nvcc'} does not answer`,
      remedy: 'install the CUDA toolkit, or name nvcc with MANTISSA_NVCC; --engine native needs only g++',
    };
  const gpu = await findGpu();
  if (!gpu && needsGpu)
    return { missing: 'nvidia-smi shows no GPU', remedy: 'use a machine with an NVIDIA GPU and its driver' };
  const architecture = process.env.MANTISSA_CUDA_ARCH ?? gpu?.architecture ?? ANY_ARCHITECTURE;
  const folder = temporaryFolder('mantissa-characterize-');
  const build = new CudaBuilder(compiler, architecture, folder.path);
  return {
    engine: 'cuda',
    machine: {
      name: gpu?.name ?? `no GPU, ${architecture}`,
      kind: 'gpu',
      compiler: compiler.version,
      architecture,
    },
    notes: gpu ? await stateNotes() : ['nvidia-smi shows no GPU: only registers are counted'],
    refuses: (part) => (gpu || part === 'registers' ? null : 'this machine has no GPU'),
    build: (part, signal) => (part === 'registers' ? build.registers(signal) : build.part(part, signal)),
    close: async () => folder.remove(),
  };
}

/** Notes about other programs on the GPU and a reduced clock. */
async function stateNotes(): Promise<string[]> {
  const state = await probeGpuState();
  if (!state) return [];
  const notes: string[] = [];
  if (state.processes > 0 || state.utilisationPercent > 5)
    notes.push(
      `the GPU is in use (${state.processes} other programs, ${state.utilisationPercent} % busy): times may be too long; run again when the GPU is idle`,
    );
  return notes;
}

class CudaBuilder {
  constructor(
    private readonly compiler: Compiler,
    private readonly architecture: string,
    private readonly folder: string,
  ) {}

  async part(part: PartName, signal: AbortSignal): Promise<BuiltBenchmark> {
    const groups = Array.from({ length: GROUPS[part] ?? 1 }, (_, group) => group);
    const built = await Promise.all(groups.map((group) => this.program(part, group, signal)));
    const failed = built.find((one) => 'reason' in one);
    if (failed && 'reason' in failed) return { kind: 'failed', reason: failed.reason };
    const files = built.flatMap((one) => ('file' in one ? [one.file] : []));
    return { kind: 'built', run: (isQuick, stop) => this.runAll(files, isQuick, stop) };
  }

  /** Resources of the kernels of the other parts, from the assembler; nothing is run. */
  async registers(signal: AbortSignal): Promise<BuiltBenchmark> {
    const texts = await Promise.all(
      LISTED.map(async (part) => {
        const args = ['-Xptxas', '-v', '-cubin', '-o', path.join(this.folder, `${part}.cubin`)];
        const found = await this.nvcc([...args, this.sourceOf(part)], signal);
        return 'reason' in found ? found : { part, said: found.said };
      }),
    );
    const failed = texts.find((one) => 'reason' in one);
    if (failed && 'reason' in failed) return { kind: 'failed', reason: failed.reason };
    const lines = texts.flatMap((one) => ('said' in one ? kernelRows(one.part, one.said) : []));
    return {
      kind: 'built',
      run: async () => ({ kind: 'printed', text: lines.map((line) => JSON.stringify(line)).join('\n') }),
    };
  }

  private async program(part: PartName, group: number, signal: AbortSignal) {
    const file = path.join(this.folder, `${part}-${group}`);
    const found = await this.nvcc([`-DMX_GROUP=${group}`, this.sourceOf(part), '-o', file], signal);
    return 'reason' in found ? found : { file };
  }

  private async nvcc(args: readonly string[], signal: AbortSignal): Promise<{ said: string } | { reason: string }> {
    const all = ['-O3', '-std=c++17', `-arch=${this.architecture}`, '-w', ...args];
    const { end, stderr } = await runCompiler(this.compiler, all, {
      folder: this.folder,
      timeoutMs: BUILD_TIMEOUT_MS,
      signal,
    });
    const said = stderr.toString('utf8');
    if (end.kind === 'exited' && end.exitCode === 0) return { said };
    return { reason: `it does not build: ${lastWords(said, end.kind)}` };
  }

  private sourceOf(part: PartName): string {
    return path.join(benchmarkFolder(), 'cuda', `${part}.cu`);
  }

  private async runAll(files: readonly string[], isQuick: boolean, signal: AbortSignal): Promise<BenchmarkEnd> {
    let text = '';
    for (const file of files) {
      const end = await runProgram(file, this.folder, isQuick, signal);
      if (end.kind === 'failed') return end;
      text += end.text;
    }
    return { kind: 'printed', text };
  }
}
