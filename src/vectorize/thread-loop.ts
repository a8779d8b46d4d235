import { blankCommentsAndStrings } from '../support/blank-comments.js';
import { refusal } from './refusal.js';

export interface ThreadLoop {
  /** The whole source, and behind it the kernel as a function of the host whose loop is over the threads. */
  readonly text: string;
  readonly name: string;
}

interface Kernel {
  readonly start: number;
  readonly nameAt: number;
  readonly open: number;
  readonly close: number;
}

const INDEX = String.raw`(?:blockIdx\.x\*blockDim\.x\+threadIdx\.x|blockDim\.x\*blockIdx\.x\+threadIdx\.x|threadIdx\.x\+blockIdx\.x\*blockDim\.x|threadIdx\.x\+blockDim\.x\*blockIdx\.x)`;

/** What threads do together has no place in a loop over them. */
const TOGETHER: readonly [RegExp, string, string][] = [
  [/__sync\w+|\bsync\s*\(/, 'a barrier: threads wait for one another', 'split the kernel at the barrier'],
  [
    /__shared__/,
    'shared memory, which is for threads that wait for one another',
    'split the kernel where it is filled',
  ],
  [/\batomic\w+\s*\(/, 'an atomic operation: threads write to one place', 'let each thread write its own element'],
  [/__shfl\w*|__ballot\w*|__activemask/, 'an exchange between the threads of a warp', 'leave this kernel as it is'],
  [
    /\b(?:threadIdx|blockIdx|blockDim|gridDim)\.[yz]/,
    'a thread index of two dimensions',
    'give the row as a parameter, and let the thread index be the column',
  ],
];

/**
 * A kernel as a loop: `int i = blockIdx.x * blockDim.x + threadIdx.x` becomes the counter of a loop up to the bound that i is held
 * against; a grid-stride loop is one already, for a grid of one thread. Null where the text has no kernel of this name. Lines stay what they are.
 */
export function kernelAsLoop(text: string, file: string, name: string): ThreadLoop | null {
  const code = blankCommentsAndStrings(text);
  const kernel = findKernel(code, name);
  if (!kernel) return null;
  const placeAt = (offset: number) => {
    const before = text.slice(0, offset).split('\n');
    return { file, line: before.length, column: before.at(-1)!.length + 1 };
  };
  const body = code.slice(kernel.open, kernel.close);
  for (const [pattern, what, remedy] of TOGETHER) {
    const found = pattern.exec(body);
    if (found) throw refusal('MX4070', what, placeAt(kernel.open + found.index), remedy);
  }
  const head = code.slice(0, kernel.start).replace(/\s+$/, '');
  if (/template\s*<[^;{}]*>$/.test(head))
    throw refusal(
      'MX4071',
      `${name} is a template`,
      placeAt(kernel.nameAt),
      'name a kernel whose types are written out',
    );
  const loopName = `mantissa_loop_over_${name}`;
  const inside = /\bgridDim\b/.test(body)
    ? text.slice(kernel.open + 1, kernel.close)
    : overThreads(text.slice(kernel.open + 1, kernel.close), code.slice(kernel.open + 1, kernel.close), () =>
        refusal(
          'MX4071',
          `${name} has neither the thread index as its counter with a bound, nor a grid-stride loop`,
          placeAt(kernel.nameAt),
          'write int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { … }',
        ),
      );
  const signature = text.slice(kernel.nameAt, kernel.open).replace(name, loopName);
  // a grid of one thread: the names of CUDA's own variables, hidden by constants
  const oneThread =
    'const uint3 threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0}, blockDim = {1, 1, 1}, gridDim = {1, 1, 1}; (void)threadIdx, (void)blockIdx, (void)blockDim, (void)gridDim;';
  const { line } = placeAt(kernel.nameAt);
  const quoted = JSON.stringify(file);
  return {
    name: loopName,
    text: `#line 1 ${quoted}\n${text}\n#line ${line} ${quoted}\nvoid ${signature}{${oneThread}${inside}}\n`,
  };
}

function findKernel(code: string, name: string): Kernel | null {
  const heads = new RegExp(String.raw`__global__(?:[^;{}()]|__launch_bounds__\s*\([^)]*\))*?\b(${name})\s*\(`, 'g');
  for (const match of code.matchAll(heads)) {
    const nameAt = match.index + match[0].lastIndexOf(name);
    const parametersEnd = closing(code, code.indexOf('(', nameAt), '(', ')');
    const open = code.slice(parametersEnd + 1).search(/\S/) + parametersEnd + 1;
    if (code[open] === '{') return { start: match.index, nameAt, open, close: closing(code, open, '{', '}') };
  }
  return null;
}

function overThreads(text: string, code: string, unlike: () => Error): string {
  const declaration =
    /\b((?:const\s+)?(?:unsigned\s+|signed\s+)?(?:int|long\s+long|long|unsigned|size_t|u?int\d+_t|auto))\s+(\w+)\s*=\s*([^;]*?);/g;
  const found = [...code.matchAll(declaration)].find(([, , , value]) => isThreadIndex(value!));
  if (!found) throw unlike();
  const [whole, type, counter] = found as unknown as [string, string, string];
  const guard = new RegExp(
    String.raw`\bif\s*\(\s*${counter}\s*(?:<\s*([^&|?;{}]+?)\s*\)(?!\s*return)|>=\s*([^&|?;{}]+?)\s*\)\s*(?:\{\s*)?return\b)`,
  ).exec(code.slice(found.index));
  const bound = guard?.[1] ?? guard?.[2];
  if (!guard || bound === undefined) throw unlike();
  const between = code.slice(found.index + whole.length, found.index + guard.index);
  const isKnownBefore = [...bound.matchAll(/[A-Za-z_]\w*/g)].every(
    ([word]) => !new RegExp(String.raw`\b${word}\s*=`).test(between),
  );
  if (!isKnownBefore && new RegExp(String.raw`\b${counter}\b`).test(between)) throw unlike();
  const at = isKnownBefore ? found.index : found.index + guard.index;
  const skipped = isKnownBefore ? whole.length : 0;
  const rest = text.slice(at + skipped);
  const restCode = code.slice(at + skipped);
  const hasLoops = /\b(?:for|while|do|switch)\b/.test(restCode);
  if (hasLoops && /\breturn\b/.test(restCode.replace(/^[\s\S]*?return/, ''))) throw unlike();
  const head = `for (${type.replace(/^const\s+/, '').replace(/^auto$/, 'unsigned')} ${counter} = 0; ${counter} < (${bound}); ++${counter}) {`;
  return `${text.slice(0, at)}${head}${leavingIterations(rest, restCode)}}`;
}

/** A thread that returns is an iteration that ends. */
function leavingIterations(text: string, code: string): string {
  let changed = '';
  let last = 0;
  for (const match of code.matchAll(/\breturn(?=\s*;)/g)) {
    changed += `${text.slice(last, match.index)}continue`;
    last = match.index + 'return'.length;
  }
  return changed + text.slice(last);
}

function isThreadIndex(value: string): boolean {
  const plain = value
    .replace(/\(\s*(?:int|unsigned|long|size_t|unsigned int|long long)\s*\)/g, '')
    .replace(/[\s()]/g, '');
  return new RegExp(`^${INDEX}$`).test(plain);
}

function closing(code: string, open: number, opening: string, closes: string): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === opening) depth++;
    else if (code[at] === closes && --depth === 0) return at;
  }
  return code.length;
}
