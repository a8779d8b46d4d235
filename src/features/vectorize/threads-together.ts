/** What threads of a kernel do together: it has no place in a loop over them. */
import type { Token } from '../../support/tokens.js';

/** CUDA's own variables: which thread it is, of how many. */
export const BUILT_IN: readonly string[] = ['threadIdx', 'blockIdx', 'blockDim', 'gridDim'];

export interface Together {
  readonly at: Token;
  readonly what: string;
  readonly remedy: string;
}

/** By a word and the two tokens behind it. */
const TOGETHER: readonly [(word: string, next: string, third: string) => boolean, string, string][] = [
  [
    (word, next) => word.startsWith('__sync') || (word === 'sync' && next === '('),
    'a barrier: threads wait for one another',
    'split the kernel at the barrier',
  ],
  [
    (word) => word === '__shared__',
    'shared memory, which is for threads that wait for one another',
    'split the kernel where it is filled',
  ],
  [
    (word, next) => word.startsWith('atomic') && word !== 'atomicAdd' && next === '(',
    'an atomic operation: threads write to one place',
    'let each thread write its own element',
  ],
  [
    (word) => ['__shfl', '__ballot', '__activemask'].some((one) => word.startsWith(one)),
    'an exchange between the threads of a warp',
    'leave this kernel as it is',
  ],
  [
    (word, next, third) => BUILT_IN.includes(word) && next === '.' && third === 'z',
    'a thread index of three dimensions',
    'give the third as a parameter, and let the thread indices be row and column',
  ],
];

export function doneTogether(body: readonly Token[]): Together | null {
  for (const [isOne, what, remedy] of TOGETHER) {
    const at = body.find(({ text }, index) => isOne(text, body[index + 1]?.text ?? '', body[index + 2]?.text ?? ''));
    if (at) return { at, what, remedy };
  }
  return null;
}
