/** Cooperation between threads of a kernel, which a loop over the threads cannot express. */
import type { Token } from '../../support/tokens.js';

/** CUDA's built-in variables for thread and block numbers. */
export const BUILT_IN: readonly string[] = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim'];

export interface Together {
  readonly at: Token;
  readonly what: string;
  readonly remedy: string;
}

/** Rules by a word and the two tokens after it. */
const TOGETHER: readonly [(word: string, next: string, third: string) => boolean, string, string][] = [
  [
    (word, next) => word.startsWith('__sync') || (word === 'sync' && next === '('),
    'the kernel has a barrier between threads',
    'split the kernel at the barrier',
  ],
  [
    (word) => word === '__shared__',
    'the kernel uses shared memory',
    'split the kernel where the shared memory is filled',
  ],
  [
    (word, next) => word.startsWith('atomic') && word !== 'atomicAdd' && next === '(',
    'the kernel has an atomic operation, with which several threads write to one place',
    'let each thread write its own element',
  ],
  [
    (word) => ['__shfl', '__ballot', '__activemask'].some((one) => word.startsWith(one)),
    'the kernel exchanges values between the threads of a warp',
    'leave this kernel scalar',
  ],
  [
    (word, next, third) => BUILT_IN.includes(word) && next === '.' && third === 'z',
    'the kernel has a three-dimensional thread index',
    'pass the third index as a parameter, and use row and column as thread indices',
  ],
];

export function doneTogether(body: readonly Token[]): Together | null {
  for (const [isOne, what, remedy] of TOGETHER) {
    const at = body.find(({ text }, index) => isOne(text, body[index + 1]?.text ?? '', body[index + 2]?.text ?? ''));
    if (at) return { at, what, remedy };
  }
  return null;
}
