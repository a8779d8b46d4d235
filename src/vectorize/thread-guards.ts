/**
 * Which elements a kernel's threads have: its thread indices, and the conditions that hold them within bounds, as they stand in its text
 * (`if (x >= width || y >= height) return;`, `if (x > 0 && x < width - 1) { … }`).
 */
import { closing } from './kernel-text.js';

export const AXES = ['x', 'y'] as const;
export type Axis = (typeof AXES)[number];

/** `int i = blockIdx.x * blockDim.x + threadIdx.x;` */
export interface ThreadIndex {
  readonly axis: Axis;
  readonly name: string;
  readonly type: string;
  /** Of the declaration, offset and length. */
  readonly at: number;
  readonly length: number;
}

/** One comparison of a thread index with a bound. */
export interface Guard {
  readonly index: ThreadIndex;
  readonly side: 'begin' | 'end';
  /** Text of the first element, or of the one behind the last. */
  readonly bound: string;
  readonly at: number;
  readonly length: number;
  /** What the comparison is for all threads that have an element. */
  readonly holds: boolean;
  /** Where the condition's statement begins. */
  readonly statement: number;
}

const DECLARATION =
  /\b((?:const\s+)?(?:unsigned\s+|signed\s+)?(?:int|long\s+long|long|unsigned|size_t|u?int\d+_t|auto))\s+(\w+)\s*=\s*([^;]*?);/g;

export function threadIndices(code: string): ThreadIndex[] {
  return [...code.matchAll(DECLARATION)].flatMap(({ index: at, 0: whole, 1: type, 2: name, 3: value }) => {
    const axis = AXES.find((one) => isThreadIndex(value!, one));
    return axis ? [{ axis, name: name!, type: type!, at, length: whole.length }] : [];
  });
}

/** Of a grid of one dimension. */
export function isThreadNumber(value: string): boolean {
  return isThreadIndex(value, 'x');
}

function isThreadIndex(value: string, axis: Axis): boolean {
  const plain = value
    .replace(/\(\s*(?:int|unsigned|long|size_t|unsigned int|long long)\s*\)/g, '')
    .replace(/[\s()]/g, '');
  const [block, size, thread] = ['blockIdx', 'blockDim', 'threadIdx'].map((one) => `${one}.${axis}`);
  return [`${block}*${size}`, `${size}*${block}`].some((first) =>
    [`${first}+${thread}`, `${thread}+${first}`].includes(plain),
  );
}

/** Of the conditions that every thread comes to, in their order; the first bound of each side counts. */
export function guardsOf(code: string, indices: readonly ThreadIndex[]): Guard[] {
  const found: Guard[] = [];
  for (const { condition, at, leaves, statement } of conditions(code))
    for (const part of partsOf(condition, leaves ? '||' : '&&')) {
      const guard = comparison(part.text, indices, leaves);
      if (!guard || found.some((one) => one.index === guard.index && one.side === guard.side)) continue;
      found.push({ ...guard, at: at + part.at, length: part.text.length, holds: !leaves, statement });
    }
  return found;
}

interface Condition {
  readonly condition: string;
  readonly at: number;
  readonly statement: number;
  /** Threads for which it holds are done. */
  readonly leaves: boolean;
}

/** Ifs outside of all blocks, and those that are the first thing inside such an if. */
function conditions(code: string): Condition[] {
  const found: Condition[] = [];
  let inside = -1; // where the block of the last if begins
  for (const { index } of code.matchAll(/\bif\s*\(/g)) {
    const isFirstInside = inside >= 0 && code.slice(inside, index).trim() === '';
    if (depthAt(code, index) > 0 && !isFirstInside) continue;
    const open = code.indexOf('(', index);
    const close = closing(code, open);
    const leaves = /^\s*(?:\{\s*)?return\b/.test(code.slice(close + 1));
    if (hasElse(code, close + 1)) continue; // threads without an element do something too
    found.push({ condition: code.slice(open + 1, close), at: open + 1, statement: index, leaves });
    inside = leaves ? -1 : close + 1 + /^\s*\{?/.exec(code.slice(close + 1))![0].length;
  }
  return found;
}

/** Whether the statement that begins here is followed by an else. */
function hasElse(code: string, begin: number): boolean {
  const first = begin + code.slice(begin).search(/\S/);
  const end = code[first] === '{' ? closing(code, first) : code.indexOf(';', first);
  return /^\s*else\b/.test(code.slice(end + 1));
}

function depthAt(code: string, at: number): number {
  let depth = 0;
  for (let k = 0; k < at; k++) depth += Number(code[k] === '{') - Number(code[k] === '}');
  return depth;
}

/** The terms between `&&` or `||` outside of brackets; none where both stand there. */
function partsOf(condition: string, operator: '&&' | '||'): { readonly text: string; readonly at: number }[] {
  const other = operator === '&&' ? '||' : '&&';
  const parts: { text: string; at: number }[] = [];
  let [depth, begin] = [0, 0];
  for (let at = 0; at <= condition.length; at++) {
    depth += Number(condition[at] === '(') - Number(condition[at] === ')');
    const two = depth === 0 ? condition.slice(at, at + 2) : '';
    if (two === other) return [];
    if (two !== operator && at < condition.length) continue;
    parts.push({ text: condition.slice(begin, at), at: begin });
    begin = at + 2;
    at++;
  }
  return parts;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

function comparison(
  text: string,
  indices: readonly ThreadIndex[],
  leaves: boolean,
): Pick<Guard, 'index' | 'side' | 'bound'> | null {
  const plain = text.trim().replace(/^\(([^()]*)\)$/, '$1');
  const [, left, operator, right] = /^([^<>=!?]+?)\s*(<=|>=|<|>)\s*([^<>=!?]+)$/.exec(plain) ?? [];
  if (left === undefined) return null;
  const named = (side: string) => indices.find(({ name }) => side.trim() === name);
  const isMirrored = named(left) === undefined;
  const index = named(isMirrored ? right! : left);
  const bound = (isMirrored ? left : right!).trim();
  if (!index || indices.some(({ name }) => new RegExp(`\\b${name}\\b`).test(bound))) return null;
  const as = isMirrored ? MIRRORED[operator!]! : operator!;
  switch (leaves ? OPPOSITE[as]! : as) {
    case '<':
      return { index, side: 'end', bound };
    case '<=':
      return { index, side: 'end', bound: oneMore(bound) };
    case '>':
      return { index, side: 'begin', bound: oneMore(bound) };
    default:
      return { index, side: 'begin', bound };
  }
}

function oneMore(bound: string): string {
  if (/^\d+$/.test(bound)) return String(Number(bound) + 1);
  const [, before] = /^(\w+)\s*-\s*1$/.exec(bound) ?? [];
  return before ?? `${bound} + 1`;
}
