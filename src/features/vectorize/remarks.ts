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

/** LLVM's words on the loops of these lines that it has not vectorised, the reasons before the bare fact. */
export function missedLoops(text: string, file: string, first: number, last: number): Remark[] {
  const lines = text.split('\n').map((line) => ({ line, match: REMARK.exec(line) }));
  return lines
    .flatMap(({ match }, at): Remark[] => {
      if (!match || /^vectorized loop|cost-model indicates/.test(match[4]!)) return [];
      // a remark may go on on the next line
      const more = lines[at + 1];
      const rest = more && !more.match && more.line.trim() !== '' ? ` ${more.line.replace(/ \[-Rpass.*\]$/, '')}` : '';
      const isNote = rest.includes(': note: ');
      // of a kernel that is read as a loop the place stands in a note beside the remark
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

/** What to change, by what LLVM complains about. */
const REMEDIES: readonly [RegExp, string][] = [
  [
    /call instruction cannot be vectorized/,
    'call a function that has a vector form (sqrt, exp, log, pow, sin, cos, tan, floor …), or define the function in this file, without recursion, so that it can be inlined',
  ],
  [
    /loop carried|dependent memory|unsafe dependent/i,
    'an iteration reads what another one writes: write into another array, or leave this loop scalar',
  ],
  [
    /cannot identify array bounds|may alias|runtime (?:pointer|memory)/,
    'declare the arrays __restrict__ (restrict in C), and index them by the counter',
  ],
  [
    /value that could not be identified as reduction|reduction/,
    'write a sum behind a condition as sum += condition ? x : 0.0f, a maximum as m = fmaxf(m, x), and allow --reassociate; or let the loop store what one element gives, and sum it up elsewhere (cub::DeviceReduce)',
  ],
  [
    /could not determine number of loop iterations|uncountable|early exit/i,
    'let the loop run to a bound that is known before it, without break or return',
  ],
  [/control flow|switch/, 'write the choice as if and else or ?: with values, without switch, break or goto'],
  [/not the innermost loop/, 'put the inner loop into a function of its own'],
];

/** Why nothing in this function was vectorised. */
export function notVectorised(remarks: readonly Remark[], name: string, head: { file: string; line: number }): Error {
  const [remark] = remarks;
  if (!remark)
    return refusal(
      'MX4070',
      `${name} has no loop that is left to vectorise: none at all, or one of a few iterations that LLVM has written out`,
      { ...head, column: 1 },
      'name a function with one loop over arrays whose bound is a parameter',
    );
  const [, remedy] = REMEDIES.find(([pattern]) => pattern.test(remark.text)) ?? [];
  const words = remark.text
    .replace(/ ?Use #pragma[^.]*separate loop/, '')
    .replaceAll(`${path.dirname(remark.file)}/`, '');
  return refusal('MX4070', `LLVM: ${words}`, remark, remedy);
}
