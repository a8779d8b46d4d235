import { coefficient, isEqual, type LinearForm, sum } from '../../numerics/linear-form.js';
import { linearText, scale } from './affine.js';
import type { Instruction, IrBlock, IrFunction } from './llvm-ir/module.js';
import { definitionsIn, type VectorLoop } from './vector-loop.js';

export type Unkept =
  | { readonly kind: 'repeated' }
  /** A loop whose execution depends on more than its count. */
  | { readonly kind: 'guarded'; readonly branch: Instruction };

const MANY = 2 ** 30;

/**
 * Finds code around the loop that would be lost: another loop, or a condition. The check for zero iterations is covered by the loop's
 * bounds, and branches to the scalar loop (for few elements or overlapping arrays) do the same work.
 */
export function lostAround(
  fn: IrFunction,
  loop: VectorLoop,
  count: LinearForm,
  number: (value: string) => LinearForm,
  isReduced = false,
): Unkept | null {
  const header = loop.blocks[0]!.label;
  const successors = successorsOf(fn.blocks);
  const latch = loop.blocks.at(-1)!;
  const exits = (latch.instructions.at(-1)?.extra ?? []).filter((label) => label !== header);
  if (exits.some((label) => reached(label, successors).has(header))) return { kind: 'repeated' };
  // the stores after a reduction are unconditional
  const working = isReduced ? onCycles(fn.blocks) : new Set(fn.blocks.filter(isWorking).map(({ label }) => label));
  const works = (label: string) => [...reached(label, successors)].some((one) => working.has(one));
  const definitions = definitionsIn(fn.blocks);
  for (const block of loop.others) {
    const branch = block.instructions.at(-1);
    if (!branch || branch.extra.length < 2 || !reached(block.label, successors).has(header)) continue;
    const [yes, no] = branch.extra as [string, string];
    if (branch.opcode === 'br' && works(yes) && works(no)) continue;
    const condition = definitions.get(branch.operands[0]?.value ?? '')?.instruction;
    if (branch.opcode !== 'br' || condition?.opcode !== 'icmp' || !isAboutCount(condition, works(yes), count, number))
      return { kind: 'guarded', branch };
  }
  return null;
}

/** Blocks on cycles. */
export function onCycles(blocks: readonly IrBlock[]): Set<string> {
  const successors = successorsOf(blocks);
  return new Set(
    blocks
      .map(({ label }) => label)
      .filter((label) => (successors.get(label) ?? []).some((next) => reached(next, successors).has(label))),
  );
}

/** Whether there are separate cycles. */
export function hasSeveralLoops(blocks: readonly IrBlock[]): boolean {
  const successors = successorsOf(blocks);
  const cycles = [...onCycles(blocks)];
  return cycles.some((label) => cycles.some((other) => !reached(label, successors).has(other)));
}

/** Whether every path through the function contains this block. */
export function alwaysPassed({ blocks }: IrFunction, label: string): boolean {
  const successors = new Map([...successorsOf(blocks)].filter(([from]) => from !== label));
  const around = blocks[0]!.label === label ? new Set<string>() : reached(blocks[0]!.label, successors);
  return !blocks.some((block) => block.label !== label && around.has(block.label) && isEnd(block));
}

function isEnd({ instructions }: IrBlock): boolean {
  return instructions.at(-1)?.opcode === 'ret';
}

function successorsOf(blocks: readonly IrBlock[]): Map<string, readonly string[]> {
  return new Map(blocks.map((block) => [block.label, block.instructions.at(-1)?.extra ?? []]));
}

function isWorking({ instructions }: IrBlock): boolean {
  return instructions.some(({ opcode }) => opcode === 'store');
}

/** The block and all its successors. */
function reached(label: string, successors: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const waiting = [label];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(successors.get(next) ?? []));
  }
  return found;
}

/** Whether a comparison enters the loop for every count from 1. */
function isAboutCount(
  { operands, extra }: Instruction,
  entersWhenTrue: boolean,
  count: LinearForm,
  number: (value: string) => LinearForm,
): boolean {
  const difference = sum(number(operands[0]!.value), number(operands[1]!.value), -1);
  const slope = slopeOver(difference, count);
  if (slope === null) return false;
  const enters = (times: number) => compare(extra[0]!, slope.factor * times + slope.rest) === entersWhenTrue;
  const isEquality = extra[0] === 'eq' || extra[0] === 'ne';
  const turning = -slope.rest / slope.factor;
  return enters(1) && enters(2) && enters(MANY) && !(isEquality && turning >= 1);
}

/** The difference as a multiple of the count plus a constant; if the count is not a plain sum, as a multiple of its underlying value. */
function slopeOver(difference: LinearForm, count: LinearForm): { factor: number; rest: number } | null {
  for (const factor of [1, -1]) {
    const rest = sum(difference, scale(count, factor), -1);
    if (rest.terms.size === 0) return { factor, rest: rest.constant };
  }
  const [symbol, other] = difference.terms.keys();
  if (symbol === undefined || other !== undefined || isEqual(difference, count)) return null;
  const isInside = new RegExp(String.raw`\b${symbol.replace(/[^\w]/g, '\\$&')}\b`).test(linearText(count));
  return isInside && /[()]/.test(linearText(count))
    ? { factor: coefficient(difference, symbol), rest: difference.constant }
    : null;
}

function compare(predicate: string, difference: number): boolean {
  switch (predicate.replace(/^[su](?=[gl])/, '')) {
    case 'gt':
      return difference > 0;
    case 'ge':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'le':
      return difference <= 0;
    case 'eq':
      return difference === 0;
    default:
      return difference !== 0;
  }
}
