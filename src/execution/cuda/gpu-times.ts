import type { GpuTimes, RunOutcome } from '../engine.js';

/** Functions of the CUDA runtime that runtime/timing/gpu-times.cpp wraps. */
const WRAPPED = [
  '__cudaRegisterFunction',
  ...['cudaLaunchKernel', 'cudaLaunchKernel_ptsz', 'cudaLaunchCooperativeKernel', 'cudaLaunchKernelExC'],
  ...['__cudaGetKernel', '__cudaLaunchKernel', '__cudaLaunchKernel_ptsz', 'cudaGraphLaunch'],
  ...['cudaMemcpy', 'cudaMemcpyAsync', 'cudaMemcpy2D', 'cudaMemcpyToSymbol', 'cudaMemcpyFromSymbol'],
  'cudaDeviceReset',
];

/** Link arguments for GPU timing. The object is passed to the linker only, so that `-c` ignores it. */
export function timingLinkArguments(object: string): string[] {
  return [...WRAPPED.map((name) => `--wrap=${name}`), object].flatMap((one) => ['-Xlinker', one]);
}

/** Adds the GPU times that a program wrote at exit to its outcome. A GPU error counts as a failure, regardless of the exit code. */
export function withGpuTimes(outcome: RunOutcome, written: string | null): RunOutcome {
  if (outcome.kind === 'not-started' || written === null || !/^end$/m.test(written)) return outcome;
  const facts = written.split('\n').map((line) => line.split('\t'));
  const of = (kind: string) => facts.filter((fact) => fact[0] === kind);
  const kernels = of('kernel').map(([, launches, ms, name]) => ({
    name: name!,
    launches: Number(launches),
    ms: Number(ms),
  }));
  const [device] = of('device');
  const [energy] = of('energy');
  const [uncounted] = of('uncounted');
  const suggested = of('suggested').map(([, threads, blocks, name]) => ({
    ...{ name: name!, threads: Number(threads), blocks: Number(blocks) },
  }));
  const gpu: GpuTimes = {
    kernels,
    kernelMs: kernels.reduce((sum, { ms }) => sum + ms, 0),
    copyMs: Number(of('copies')[0]?.[2] ?? 0),
    ...(of('span')[0] && { spanMs: Number(of('span')[0]![1]) }),
    lastError: of('last')[0]?.[1] ?? null,
    ...(energy && { energy: { joules: Number(energy[1]) / 1000, ms: Number(energy[2]) } }),
    ...(uncounted && { uncounted: uncounted[1]! }),
    ...(device && { occupancy: { multiprocessors: Number(device[1]), kernels: suggested } }),
  };
  const [failed] = of('failed');
  if (!failed || outcome.kind !== 'exited' || outcome.exitCode !== 0) return { ...outcome, gpu };
  const { exitCode, collected, kind, ...captured } = outcome;
  const reason = `${failed[2]} failed on the GPU: ${failed[1]} (the program still ended with exit code ${exitCode})`;
  return { kind: 'crashed', crash: 'gpu-error', reason, ...captured, gpu };
}
