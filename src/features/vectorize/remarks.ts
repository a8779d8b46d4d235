import path from 'node:path';
import { refusal } from './refusal.js';

export interface Remark {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

const REMARK = /^(.+?):(\d+):(\d+): remark: (?:loop not vectorized: )?(.*?)(?: \[-Rpass[\w=-]*\])?$/;

const MOVED = /: note: could not determine the original source location for (.+?):(\d+):(\d+)$/;

/** LLVM's remarks on loops of these lines that it has not vectorized; remarks with reasons come first. */
export function missedLoops(text: string, file: string, first: number, last: number): Remark[] {
  const lines = text.split('\n').map((line) => ({ line, match: REMARK.exec(line) }));
  return lines
    .flatMap(({ match }, at): Remark[] => {
      if (!match || /^vectorized loop|cost-model indicates/.test(match[4]!)) return [];
      // a remark may continue on the next line
      const more = lines[at + 1];
      const rest = more && !more.match && more.line.trim() !== '' ? ` ${more.line.replace(/ \[-Rpass.*\]$/, '')}` : '';
      const isNote = rest.includes(': note: ');
      // for a kernel read as a loop, the place is in a note after the remark
      const moved = MOVED.exec(more?.line ?? '') ?? MOVED.exec(lines[at - 1]?.line ?? '');
      const [, file, line, column] = moved ?? match;
      return [{ file: file!, line: Number(line), column: Number(column), text: match[4]! + (isNote ? '' : rest) }];
    })
    .filter((remark) => remark.file === file && remark.line >= first && remark.line <= last)
    .sort((a, b) => Number(isBare(a)) - Number(isBare(b)));
}

function isBare({ text }: Remark): boolean {
  return text === 'loop not vectorized';
}

/** Remedies by LLVM's remark. */
const REMEDIES: readonly [RegExp, string][] = [
  [
    /call instruction cannot be vectorized/,
    'call a function that has a vector form (sqrt, exp, log, pow, sin, cos, tan, floor …), or define the function in this file, without recursion, so that it can be inlined',
  ],
  [
    /loop carried|dependent memory|unsafe dependent/i,
    'an iteration reads a value that another one writes: write to a different array, or leave this loop scalar',
  ],
  [
    /cannot identify array bounds|may alias|runtime (?:pointer|memory)/,
    'declare the arrays __restrict__ (restrict in C), and index them by the counter',
  ],
  [
    /value that could not be identified as reduction|reduction/,
    'write a sum behind a condition as sum += condition ? x : 0.0f, a maximum as m = fmaxf(m, x), and allow --reassociate; or store the value of each element and reduce them elsewhere (cub::DeviceReduce)',
  ],
  [
    /could not determine number of loop iterations|uncountable|early exit/i,
    'use a loop bound that is known before the loop, without break or return',
  ],
  [/control flow|switch/, 'select values with if and else or ?:, without switch, break or goto'],
  [/not the innermost loop/, 'move the inner loop into its own function'],
];

/** The error for a function without a vectorized loop. */
export function notVectorised(remarks: readonly Remark[], name: string, head: { file: string; line: number }): Error {
  const [remark] = remarks;
  if (!remark)
    return refusal(
      'MX4070',
      `${name} has no loop to vectorize: it has none, or only one of few iterations, which LLVM has unrolled`,
      { ...head, column: 1 },
      'name a function with one loop over arrays whose bound is a parameter',
    );
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(remark.text)) ?? [];
  const words = remark.text
    .replace(/ ?Use #pragma[^.]*separate loop/, '')
    .replaceAll(`${path.dirname(remark.file)}/`, '');
  return refusal('MX4070', `LLVM: ${words}`, remark, remedy);
}
