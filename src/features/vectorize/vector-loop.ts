import type { Instruction, IrBlock, IrFunction } from './llvm-ir/module.js';

/** Number of lanes requested from LLVM; the computation of a lane does not depend on it. */
export const ASKED_WIDTH = 8;

/** A vector loop of LLVM's vectorizer, with its scalar remainder loop. */
export interface VectorLoop {
  readonly blocks: readonly IrBlock[];
  /** `%index`: the number of the iteration in lane 0. */
  readonly counter: string;
  /** Iteration count of the scalar loop; null if it is a constant that is missing in the IR. */
  readonly tripCount: string | null;
  /** The blocks of the function outside the vector loop. */
  readonly others: readonly IrBlock[];
}

const HEADER = /^vector\.body\d*$/;
const MIDDLE = /^middle\.block\d*$/;

export function vectorLoops({ blocks }: IrFunction): VectorLoop[] {
  return blocks.flatMap((block, at) => {
    if (!HEADER.test(block.label)) return [];
    const latch = blocks.findIndex((one, index) => index >= at && branchesTo(one, block.label));
    const body = blocks.slice(at, latch + 1);
    const others = blocks.filter((one) => !body.includes(one));
    const phi = block.instructions.find(
      ({ opcode, type, operands }) =>
        opcode === 'phi' && /^i\d+$/.test(type) && operands.some(({ value }) => value === '0'),
    );
    const steps = body.some(({ instructions }) =>
      instructions.some(
        ({ opcode, result, operands }) =>
          opcode === 'add' &&
          operands[0]!.value === phi?.result &&
          operands[1]!.value === String(ASKED_WIDTH) &&
          phi.operands.some(({ value }) => value === result),
      ),
    );
    return phi?.result && steps
      ? [
          {
            blocks: body,
            counter: phi.result,
            tripCount: tripCount(body, blocks),
            others,
          },
        ]
      : [];
  });
}

/** Start values of the remainder loop's counters without a complete vector, by their phi. */
export function scalarStarts({ others }: VectorLoop): Map<string, string> {
  const starts = new Map<string, string>();
  const additions = new Map(
    others.flatMap(({ instructions }) =>
      instructions
        .filter(({ opcode }) => opcode === 'add')
        .map((one) => [one.result ?? '', one.operands.map(({ value }) => value)] as const),
    ),
  );
  for (const { instructions } of others)
    for (const { opcode, result, extra, operands } of instructions) {
      if (opcode !== 'phi' || result === null) continue;
      const middle = extra.findIndex((label) => MIDDLE.test(label));
      // not the increment in the loop
      const before = extra.findIndex(
        (label, at) => !MIDDLE.test(label) && !additions.get(operands[at]!.value)?.includes(result),
      );
      if (middle >= 0 && before >= 0) starts.set(result, operands[before]!.value);
    }
  return starts;
}

function branchesTo({ instructions }: IrBlock, label: string): boolean {
  const last = instructions.at(-1);
  return last?.opcode === 'br' && last.extra.includes(label);
}

/** The latch compares with the count rounded down to whole vectors: `and i32 %n, -8`. */
function tripCount(body: readonly IrBlock[], blocks: readonly IrBlock[]): string | null {
  const definitions = new Map(
    blocks.flatMap(({ instructions }) => instructions.map((one) => [one.result, one] as const)),
  );
  const branch = body.at(-1)!.instructions.at(-1);
  let comparison = definitions.get(branch?.operands[0]?.value ?? '');
  // a maximum also leaves the loop at a NaN
  if (comparison?.opcode === 'or') comparison = definitions.get(comparison.operands[1]!.value);
  const rounded = definitions.get(comparison?.operands[1]?.value ?? '');
  if (rounded?.opcode === 'and') return rounded.operands[0]!.value;
  if (rounded?.opcode === 'sub') return rounded.operands[0]!.value;
  const compared = comparison?.operands[1]?.value ?? '';
  if (!/^\d+$/.test(compared)) return null;
  // the counter before this vector, or after it
  const isBefore = definitions.get(comparison!.operands[0]!.value)?.opcode === 'phi';
  return constantCount(Number(compared) + (isBefore ? ASKED_WIDTH : 0), body, blocks);
}

/** A constant count is known if there is no remainder; otherwise LLVM has unrolled the remainder. */
function constantCount(whole: number, body: readonly IrBlock[], blocks: readonly IrBlock[]): string | null {
  const storesElsewhere = blocks.some(
    (block) => !body.includes(block) && block.instructions.some(({ opcode }) => opcode === 'store'),
  );
  return storesElsewhere ? null : String(whole);
}

export function definitionsIn(blocks: readonly IrBlock[]): Map<string, { instruction: Instruction; block: IrBlock }> {
  const found = new Map<string, { instruction: Instruction; block: IrBlock }>();
  for (const block of blocks)
    for (const instruction of block.instructions)
      if (instruction.result !== null) found.set(instruction.result, { instruction, block });
  return found;
}
