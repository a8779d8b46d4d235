/**
 * What each kernel of the program took, by the names the CUDA runtime knows them by: qualified, with template arguments and parameters.
 * Kernels that share a name there, such as overloads, have equal shares of its time.
 */
import type { KernelLaunches } from '../analysis/performance/amount-of-work.js';
import type { MeasuredTimes } from '../analysis/performance-model.js';
import type { GpuTimes } from '../execution/engine.js';
import type { FunctionIndex, Program } from '../program/program.js';

type TimedKernels = readonly Pick<GpuTimes['kernels'][number], 'name' | 'ms'>[];

/** For the performance model: what a run of the program as written took. */
export function seenTimes(
  program: Program,
  { kernels, copyMs }: { readonly kernels: TimedKernels; readonly copyMs: number },
  countsCopies: boolean,
): MeasuredTimes {
  return {
    kernelMs: kernelTimes(program, kernels),
    totalMs: kernels.reduce((sum, { ms }) => sum + ms, 0),
    copyMs: countsCopies ? copyMs : null,
  };
}

/** Launches of each kernel, and what they took. */
export function kernelLaunches(program: Program, kernels: GpuTimes['kernels']): KernelLaunches {
  const times = kernelTimes(program, kernels);
  const launches = kernelTimes(
    program,
    kernels.map(({ name, launches }) => ({ name, ms: launches })),
  );
  return new Map(
    [...launches].map(([index, count]) => [index, { launches: Math.round(count), ms: times.get(index)! }]),
  );
}

export function kernelTimes(program: Program, kernels: TimedKernels): Map<FunctionIndex, number> {
  const own = program.functions.flatMap(({ kind, name }, index) =>
    kind === 'kernel' ? [{ index, name: canonicalPath(name) }] : [],
  );
  const found = new Map<FunctionIndex, number>(own.map(({ index }) => [index, 0]));
  for (const { name, ms } of kernels) {
    const [ran, last] = [canonicalPath(name), lastPart(canonicalPath(name))];
    const exact = own.filter((one) => one.name === ran);
    const meant = exact.length > 0 ? exact : own.filter((one) => lastPart(one.name) === last);
    for (const { index } of meant) found.set(index, found.get(index)! + ms / meant.length);
  }
  return found;
}

/** Without template arguments, parameters, nameless namespaces and the number of a repeat. */
function canonicalPath(name: string): string {
  return name
    .replaceAll('(anonymous namespace)::', '')
    .replace(/[<(].*$/, '')
    .replace(/~\d+$/, '');
}

function lastPart(qualified: string): string | undefined {
  return qualified.split('::').at(-1);
}
