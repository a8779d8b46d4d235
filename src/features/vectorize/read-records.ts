/** Records (`struct { float r, g, b; }`) as LLVM accesses them: n times the loop's width at once, split and joined by shuffles. */
import type { Instruction, TypedValue } from './llvm-ir/module.js';
import { ASKED_WIDTH } from './vector-loop.js';

interface Values {
  definition(value: string): Instruction | undefined;
  refuse(instruction: Instruction, why: string): Error;
}

/** A shuffle that extracts one component: every n-th number of a load of n times the width. */
export function everyNth(
  shuffle: Instruction,
  { definition, refuse }: Values,
): { readonly wide: Instruction; readonly first: number; readonly step: number } {
  const wide = definition(shuffle.operands[0]!.value);
  const lanes = lanesOf(shuffle);
  const step = lanes[1]! - lanes[0]!;
  if (
    wide?.opcode !== 'load' ||
    lanes.length !== ASKED_WIDTH ||
    !lanes.every((lane, at) => lane === lanes[0]! + at * step)
  )
    throw refuse(shuffle, 'values move between lanes');
  return { wide, first: lanes[0]!, step };
}

/** The component vectors that a store of n times the width interleaves. */
export function interleavedVectors(store: Instruction, values: Values): TypedValue[] {
  const elements = elementsOf(store.operands[0]!.value, store, values);
  const fields = elements.length / ASKED_WIDTH;
  const isRegular = elements.every(
    ({ vector, lane }, at) => vector.value === elements[at % fields]!.vector.value && lane === Math.floor(at / fields),
  );
  if (!isRegular) throw values.refuse(store, 'values move between lanes');
  return elements.slice(0, fields).map(({ vector }) => vector);
}

/** The source of each number of a wide vector: a lane of a vector of the loop's width. */
function elementsOf(value: string, user: Instruction, values: Values): { vector: TypedValue; lane: number }[] {
  const made = values.definition(value);
  if (made?.opcode !== 'shufflevector')
    throw values.refuse(made ?? user, 'a wide vector is not composed of vectors of the loop');
  const sources = made.operands.slice(0, 2).flatMap((source) => {
    const count = Number(/^<(\d+) x/.exec(source.type)?.[1] ?? 0);
    if (source.value === 'poison') return Array.from({ length: count }, () => ({ vector: source, lane: 0 }));
    if (count !== ASKED_WIDTH) return elementsOf(source.value, user, values);
    return Array.from({ length: count }, (_, lane) => ({ vector: source, lane }));
  });
  return lanesOf(made).map((lane) => sources[lane] ?? { vector: { type: '', value: 'poison' }, lane: 0 });
}

/** The lanes that a shuffle selects, -1 for any. */
function lanesOf({ operands }: Instruction): number[] {
  return [...operands[2]!.value.matchAll(/i32 (\d+|poison)/g)].map(([, lane]) =>
    lane === 'poison' ? -1 : Number(lane),
  );
}
