import { codeText } from './code-text.js';
import type { Halves } from './compile-loop.js';
import { closing, findKernel, type KernelText } from './kernel-text.js';
import type { Rows } from './lane-program.js';
import { changedInLoop } from './private-variables.js';
import { refusal } from './refusal.js';
import { type Axis, type Guard, guardsOf, isThreadNumber, type ThreadIndex, threadIndices } from './thread-guards.js';

export interface ThreadLoop {
  /** The whole source, and behind it the kernel as a function of the host whose loop is over the threads. */
  readonly text: string;
  readonly name: string;
  /** Of a kernel of two dimensions: its other index, which is a parameter of the function. */
  readonly rows: Rows | null;
  readonly halves: Halves;
  /** Behind a grid-stride loop, each thread stores what it came to at its own number. */
  readonly storesParts: boolean;
}

/** What threads do together has no place in a loop over them. */
const TOGETHER: readonly [RegExp, string, string][] = [
  [/__sync\w+|\bsync\s*\(/, 'a barrier: threads wait for one another', 'split the kernel at the barrier'],
  [
    /__shared__/,
    'shared memory, which is for threads that wait for one another',
    'split the kernel where it is filled',
  ],
  [
    /\batomic(?!Add\b)\w+\s*\(/,
    'an atomic operation: threads write to one place',
    'let each thread write its own element',
  ],
  [/__shfl\w*|__ballot\w*|__activemask/, 'an exchange between the threads of a warp', 'leave this kernel as it is'],
  [
    /\b(?:threadIdx|blockIdx|blockDim|gridDim)\.z/,
    'a thread index of three dimensions',
    'give the third as a parameter, and let the thread indices be row and column',
  ],
];

/**
 * A kernel as a loop: `int i = blockIdx.x * blockDim.x + threadIdx.x` becomes the counter of a loop within the bounds that i is held
 * against; a grid-stride loop is one already, for a grid of one thread. Of two indices one is the counter (`along`), the other a
 * parameter. Null where the text has no kernel of this name. Lines stay what they are.
 */
export function kernelAsLoop(
  text: string,
  file: string,
  name: string,
  { along, reassociate }: { readonly along: Axis; readonly reassociate: boolean },
): ThreadLoop | null {
  const code = codeText(text);
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
  const added = /\batomicAdd\s*\(/.exec(body);
  const isGridStride = /\bgridDim\b/.test(body);
  const storesParts = isGridStride && added === null && storesAtThread(body);
  const mayReduce = (added !== null || storesParts) && isGridStride && reassociate;
  if (added && !mayReduce)
    throw refusal(
      'MX4070',
      'an atomic operation: threads write to one place',
      placeAt(kernel.open + added.index),
      isGridStride
        ? 'allow sums in another order with --reassociate, or let each thread write its own element'
        : 'let each thread write its own element, or sum up in a grid-stride loop first',
    );
  if (kernel.types === null)
    throw refusal(
      'MX4071',
      `${name} is a template over more than types`,
      placeAt(kernel.nameAt),
      'name a kernel whose numbers are written out',
    );
  const unlike = () =>
    refusal(
      'MX4071',
      `${name} has neither the thread index as its counter with a bound, nor a grid-stride loop`,
      placeAt(kernel.nameAt),
      'write int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { … }',
    );
  const inside = (from: string) => from.slice(kernel.open + 1, kernel.close);
  const loop = isGridStride
    ? { text: inside(text), rows: null, from: gridStrideLoop(inside(code)) }
    : overThreads(inside(text), inside(code), along, signatureOf(code, kernel), definedNumbers(code), unlike);
  const changed = changedInLoop(inside(code), signatureOf(code, kernel), loop.from, mayReduce);
  if (changed)
    throw refusal(
      'MX4071',
      `${changed.name} is changed: every thread has its own, which a loop over the threads has not`,
      placeAt(kernel.open + 1 + changed.at),
      storesParts && !reassociate
        ? 'allow sums in another order with --reassociate, or declare another variable for it where it is changed'
        : 'declare another variable for it where it is changed',
    );
  const left = /\b(?:threadIdx|blockIdx|blockDim|gridDim)\.y/.exec(codeText(loop.text));
  if (left)
    throw refusal(
      'MX4071',
      `${name} uses ${left[0]} for something else than the number of a row`,
      placeAt(kernel.open + Math.max(0, body.indexOf(left[0]))),
      'write int y = blockIdx.y * blockDim.y + threadIdx.y; if (x < width && y < height) { … }',
    );
  const loopName = `mantissa_loop_over_${name}`;
  const signature = withRow(text.slice(kernel.nameAt, kernel.open).replace(name, loopName), loop.rows);
  // a grid of one thread: the names of CUDA's own variables, hidden by constants
  const oneThread =
    'const uint3 threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0}, blockDim = {1, 1, 1}, gridDim = {1, 1, 1}; (void)threadIdx, (void)blockIdx, (void)blockDim, (void)gridDim;';
  const { line } = placeAt(kernel.nameAt);
  const quoted = JSON.stringify(file);
  const written = inFloat(`void ${signature}{${oneThread}${addedAtOnce(loop.text)}}`, kernel);
  return {
    name: loopName,
    rows: loop.rows,
    storesParts: storesParts && mayReduce,
    halves: halvesIn(code.slice(kernel.nameAt, kernel.close), code),
    text: `#line 1 ${quoted}\n${text}\n#line ${line} ${quoted}\n${written}\n`,
  };
}

function halvesIn(kernel: string, code: string): Halves {
  const hasShort = /\bhalf\b(?=\s*[*&]|\s+\w)/.test(code);
  if (!/\b(?:__half|(?:__)?nv_bfloat16|half)\b/.test(kernel)) return 'none';
  return hasShort ? 'short' : 'own';
}

/** `out[i] = sum;` with i the number of the thread, outside of all blocks and behind everything else. */
function storesAtThread(body: string): boolean {
  const [, index] = /\w+\s*\[([^\]]*)\]\s*=(?!=)[^;{}]*;\s*$/.exec(body) ?? [];
  if (index === undefined) return false;
  return isThreadNumber(index) || threadIndices(body).some(({ name }) => index.trim() === name);
}

/** One thread has nobody to wait for. */
function addedAtOnce(text: string): string {
  return text.replace(/\batomicAdd(?=\s*\()/g, 'mantissa_added');
}

/** A template's types are float, as vectors compute. */
function inFloat(text: string, { types }: KernelText): string {
  return (types ?? []).reduce((changed, type) => changed.replace(new RegExp(`\\b${type}\\b`, 'g'), 'float'), text);
}

function signatureOf(code: string, { nameAt, open }: KernelText): string {
  const begin = code.indexOf('(', nameAt);
  return code.slice(begin + 1, Math.min(open, closing(code, begin)));
}

function withRow(signature: string, rows: Rows | null): string {
  if (!rows) return signature;
  const end = signature.lastIndexOf(')');
  return `${signature.slice(0, end)}, ${rows.type} ${rows.name}${signature.slice(end)}`;
}

/** Where the first loop begins, behind what is done once before it. */
function gridStrideLoop(code: string): number {
  const [head] = /^[\s\S]*?\b(?:for\s*\([^;]*;|while\b|do\b)/.exec(code) ?? [''];
  return head.length;
}

interface OverThreads {
  readonly text: string;
  /** Where in the kernel's text the loop begins. */
  readonly from: number;
  readonly rows: Rows | null;
}

function overThreads(
  text: string,
  code: string,
  along: Axis,
  signature: string,
  numbers: ReadonlyMap<string, string>,
  unlike: () => Error,
): OverThreads {
  const indices = threadIndices(code);
  const counter = indices.find(({ axis }) => axis === along);
  const row = indices.find(({ axis }) => axis !== along) ?? null;
  if (!counter || indices.length > (row ? 2 : 1)) throw unlike();
  const guards = guardsOf(code, indices).filter(({ at }) => at > counter.at);
  const bound = (index: ThreadIndex, side: Guard['side']) =>
    guards.find((one) => one.index === index && one.side === side)?.bound;
  const end = bound(counter, 'end');
  const rowEnd = row && bound(row, 'end');
  if (end === undefined || rowEnd === undefined) throw unlike();
  const edits = guards.map(({ at, length, holds }) => ({ at, length, text: String(holds) }));
  if (row) edits.push({ at: row.at, length: row.length, text: '' });
  const first = Math.min(...guards.map(({ statement }) => statement));
  const head = `for (${typeOf(counter)} ${counter.name} = ${bound(counter, 'begin') ?? 0}; ${counter.name} < (${end}); ++${counter.name}) {`;
  const own = guards.filter(({ index }) => index === counter).map(({ bound: one }) => one);
  const between = applied(code, edits).slice(counter.at + counter.length, first);
  const isSetBehind = isSetIn(between, own);
  if (isSetBehind && new RegExp(String.raw`\b${counter.name}\b`).test(between)) throw unlike();
  // what a thread has for itself it has in each iteration, unless the bounds come of it
  const begin = isSetBehind ? first : beginningOfThread(code, counter, row, own);
  if (begin === counter.at) edits.push({ at: counter.at, length: counter.length, text: head });
  else edits.push({ at: counter.at, length: counter.length, text: '' }, { at: begin, length: 0, text: head });
  const from = begin;
  requireOneWayOut(code.slice(from), unlike);
  edits.push(...leavingIterations(code, from));
  return {
    text: `${applied(text, edits)}}`,
    from: from === counter.at ? counter.at + counter.length : from,
    rows: row && {
      name: row.name,
      type: typeOf(row),
      begin: knownOutside(bound(row, 'begin') ?? '0', signature, numbers, unlike),
      end: knownOutside(rowEnd!, signature, numbers, unlike),
    },
  };
}

/** The first statement where the bounds are known there already; else where the counter is. */
function beginningOfThread(
  code: string,
  counter: ThreadIndex,
  row: ThreadIndex | null,
  bounds: readonly string[],
): number {
  const before = code.slice(0, counter.at);
  const others = row && row.at < counter.at ? before.replace(code.slice(row.at, row.at + row.length), '') : before;
  return others.trim() === '' || isSetIn(others, bounds) ? counter.at : code.search(/\S/);
}

function typeOf({ type }: ThreadIndex): string {
  return type.replace(/^const\s+/, '').replace(/^auto$/, 'unsigned');
}

/** Whether one of the names in these expressions is given its value there. */
function isSetIn(code: string, expressions: readonly string[]): boolean {
  return expressions
    .flatMap((one) => [...one.matchAll(/[A-Za-z_]\w*/g)])
    .some(([word]) => new RegExp(String.raw`\b${word}\s*=`).test(code));
}

/** The rows are counted where the kernel is launched: by its parameters, and by numbers that have a name. */
function knownOutside(
  bound: string,
  signature: string,
  numbers: ReadonlyMap<string, string>,
  unlike: () => Error,
): string {
  const known = bound.replace(/[A-Za-z_]\w*/g, (word) => numbers.get(word) ?? word);
  const isKnown = [...known.matchAll(/[A-Za-z_]\w*/g)].every(([word]) => new RegExp(`\\b${word}\\b`).test(signature));
  if (!isKnown || !/^[\w\s+\-*/%()]+$/.test(known)) throw unlike();
  return known;
}

/** `#define HEIGHT 480`, `const int height = 480;` */
function definedNumbers(code: string): Map<string, string> {
  const macros = code.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+\(?(\d+)\)?[ \t]*$/gm);
  const constants = code.matchAll(/\b(?:const|constexpr)\s+(?:static\s+)?(?:unsigned\s+)?int\s+(\w+)\s*=\s*(\d+)\s*;/g);
  return new Map([...macros, ...constants].map(([, name, value]) => [name!, value!]));
}

function requireOneWayOut(code: string, unlike: () => Error): void {
  const hasLoops = /\b(?:for|while|do|switch)\b/.test(code);
  if (hasLoops && /\breturn\b/.test(code.replace(/^[\s\S]*?return/, ''))) throw unlike();
}

/** A thread that returns is an iteration that ends. */
function leavingIterations(code: string, from: number): Edit[] {
  return [...code.matchAll(/\breturn(?=\s*;)/g)]
    .filter(({ index }) => index > from)
    .map(({ index, 0: word }) => ({ at: index, length: word.length, text: 'continue' }));
}

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** With the line ends of what is replaced, so that lines keep their numbers. */
function applied(text: string, edits: readonly Edit[]): string {
  let [changed, last] = ['', 0];
  for (const { at, length, text: written } of edits.toSorted((a, b) => a.at - b.at)) {
    changed += text.slice(last, at) + written + text.slice(at, at + length).replace(/[^\n]/g, '');
    last = at + length;
  }
  return changed + text.slice(last);
}
