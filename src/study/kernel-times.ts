/** What each kernel of the program took, by the names the CUDA runtime knows them by: qualified, with template arguments and parameters. */
import type { FunctionIndex, Program } from '../program/program.js';

export function kernelTimes(
  program: Program,
  kernels: readonly { readonly name: string; readonly ms: number }[],
): Map<FunctionIndex, number> {
  const found = new Map<FunctionIndex, number>();
  program.functions.forEach(({ kind, name }, index) => {
    if (kind !== 'kernel') return;
    const own = kernels.filter((one) => lastName(one.name.replace(/[<(].*$/, '')) === lastName(name));
    found.set(
      index,
      own.reduce((sum, { ms }) => sum + ms, 0),
    );
  });
  return found;
}

function lastName(qualified: string): string | undefined {
  return qualified.split('::').at(-1);
}
