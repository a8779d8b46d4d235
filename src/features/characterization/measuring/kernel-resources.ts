/** Registers and spilled bytes of the benchmark kernels, from the output of `ptxas -v`. */

import type { Format } from '../../../numerics/format.js';
import type { Row } from '../record.js';

/** The template's first argument as the Itanium C++ ABI mangles it. */
const MANGLED: Readonly<Partial<Record<Format, string>>> = {
  fp16: '6__half',
  bf16: '13__nv_bfloat16',
  fp32: 'f',
  fp64: 'd',
  fp32x2: 'N10mx_runtime11double_wordIfE',
  fp64x2: 'N10mx_runtime11double_wordIdE',
  fp64x4: 'N10mx_runtime6fp64x4E',
  cmp32x2: 'N10mx_runtime9compositeIfE',
  cmp64x2: 'N10mx_runtime9compositeIdE',
};
const LIMBS = /^N15mx_characterize10multi_limbILi(\d)E/;
/** Kernels whose results are reported; the others prepare data or only read the clock. */
const COMPUTING = /(?:9sum_terms|13in_one_thread|7compute)I(?!.*Near)(.*)$/;
/** Labels of kernels of one part and format, by a class name in their mangled names. */
const KINDS: Readonly<Record<string, string>> = {
  '8Addition': ', add',
  '14Multiplication': ', mul',
  '10Normalised': ', normalised',
  '9FullRange': ', full range',
  '11Approximate': ', approximate',
};

export function kernelRows(part: string, said: string): (Row | { note: string })[] {
  const found: (Row | { note: string })[] = [];
  let symbol: string | null = null;
  let spilled = 0;
  for (const line of said.split('\n')) {
    const entry = /Compiling entry function '([^']+)'/.exec(line)?.[1];
    if (entry !== undefined) [symbol, spilled] = [entry, 0];
    spilled += Number(/(\d+) bytes spill stores/.exec(line)?.[1] ?? 0);
    const registers = /Used (\d+) registers/.exec(line)?.[1];
    if (registers === undefined || symbol === null) continue;
    const kernel = kernelOf(symbol);
    symbol = null;
    if (!kernel) continue;
    const labels = { kernel: `${part}${kernel.operation}`, format: kernel.format };
    found.push({ labels, quantity: 'registers', value: Number(registers), unit: 'registers/thread' });
    found.push({ labels, quantity: 'spilled', value: spilled, unit: 'bytes/thread' });
    if (spilled > 0)
      found.push({
        note: `${labels.kernel} in ${labels.format} spills ${spilled} bytes per thread, so its times include memory accesses`,
      });
  }
  return found;
}

/** Null for kernels that prepare data. */
export function kernelOf(symbol: string): { readonly format: string; readonly operation: string } | null {
  const argument = COMPUTING.exec(symbol)?.[1];
  if (argument === undefined) return null;
  const limbs = LIMBS.exec(argument)?.[1];
  const format =
    limbs === undefined
      ? Object.entries(MANGLED).find(([, mangled]) => mangled !== undefined && argument.startsWith(mangled))?.[0]
      : `limbs${32 * Number(limbs)}`;
  if (format === undefined) return null;
  const kind = Object.entries(KINDS).find(([name]) => argument.includes(name));
  return { format, operation: kind?.[1] ?? '' };
}
