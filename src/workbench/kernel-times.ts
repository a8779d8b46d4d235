/**
 * Assigns measured times to the kernels of the program. The CUDA runtime names kernels by qualified names with template arguments and parameters.
 * Kernels with the same name, such as overloads, get equal shares of its time.
 */
import type { KernelLaunches } from '../analysis/performance/amount-of-work.js';
import type { MeasuredTimes } from '../analysis/performance-model.js';
import type { GpuTimes } from '../execution/engine.js';
import type { FunctionIndex, Program } from '../program/program.js';

type TimedKernels = readonly Pick<GpuTimes['kernels'][number], 'name' | 'ms'>[];

/** Measured times of the original program, for the performance model. */
export function measuredTimes(
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

/** Number of launches and time of each kernel. */
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
    const matching = exact.length > 0 ? exact : own.filter((one) => lastPart(one.name) === last);
    for (const { index } of matching) found.set(index, found.get(index)! + ms / matching.length);
  }
  return found;
}

/** Without template arguments, parameters, anonymous namespaces and the number of a duplicate name. */
function canonicalPath(name: string): string {
  return name
    .replaceAll('(anonymous namespace)::', '')
    .replace(/[<(].*$/, '')
    .replace(/~\d+$/, '');
}

function lastPart(qualified: string): string | undefined {
  return qualified.split('::').at(-1);
}
