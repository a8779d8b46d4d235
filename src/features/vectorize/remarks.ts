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
  const lines = text.split('\n').map((said) => {
    // for code that LLVM reads in its own form, the place follows
    const line = said.replace(/^remark: (.+?:\d+:\d+): /, '$1: remark: ');
    return { line, match: REMARK.exec(line) };
  });
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

interface Reason {
  readonly remark: RegExp;
  readonly text: string;
  readonly remedy: string;
}

/** LLVM's remarks in the words of the loop. */
const REASONS: readonly Reason[] = [
  {
    remark: /call instruction cannot be vectorized/,
    text: 'the loop calls a function that has no vector form',
    remedy:
      'call a function that has a vector form (sqrt, exp, log, pow, sin, cos, tan, floor …), or define the function in this file, without recursion, so that it can be inlined',
  },
  {
    remark: /loop carried|dependent memory|unsafe dependent/i,
    text: 'an iteration reads an element that another one writes',
    remedy: 'write to a different array, or leave this loop scalar',
  },
  {
    remark: /cannot identify array bounds|may alias|runtime (?:pointer|memory)/,
    text: 'the arrays may overlap, because an index is not a sum over the loop counter and the parameters',
    remedy: 'declare the arrays __restrict__ (restrict in C), and index them by the counter',
  },
  {
    remark: /value that could not be identified as reduction|reduction/,
    text: 'a value is carried from one iteration to the next, and is not a sum, product, minimum or maximum',
    remedy:
      'write a sum behind a condition as sum += condition ? x : 0.0f, a maximum as m = fmaxf(m, x), and allow --reassociate; or store the value of each element and reduce them elsewhere (cub::DeviceReduce)',
  },
  {
    remark: /could not determine number of loop iterations|uncountable|early exit/i,
    text: 'the number of iterations is not known before the loop',
    remedy: 'use a loop bound that is known before the loop, without break or return',
  },
  {
    remark: /control flow|switch/,
    text: 'the loop branches in a way that no select expresses',
    remedy: 'select values with if and else or ?:, without switch, break or goto',
  },
  {
    remark: /not the innermost loop/,
    text: 'the loop contains another loop',
    remedy: 'move the inner loop into its own function',
  },
];

/** The place of the other access, which LLVM names at the end of a remark. */
const OTHER_ACCESS = /same as accessed at .*?:(\d+):\d+/;

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
  const reason = REASONS.find((one) => one.remark.test(remark.text));
  const other = OTHER_ACCESS.exec(remark.text)?.[1];
  const text = reason
    ? `${reason.text}${other === undefined ? '' : ` (line ${other})`}`
    : "LLVM's vectoriser cannot handle the loop, and gives no reason that applies to the source";
  return refusal('MX4070', text, remark, reason?.remedy);
}
