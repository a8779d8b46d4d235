import type { DebugInfo } from './debug-info.js';
import type { Instruction, IrBlock } from './llvm-ir/module.js';
import type { VectorLoop } from './vector-loop.js';

/**
 * Names for the values of a vector loop. LLVM keeps debug records only in the scalar remainder loop. A value there corresponds to the
 * vector value of the same operation at the same place in the source, with the same index among operations of its kind.
 */
export function variableNames(loop: VectorLoop, debug: DebugInfo): Map<string, string> {
  const named = namesInScalarCode(loop.others, debug);
  const scalar = occurrences(loop.others);
  const names = new Map<string, string>();
  for (const [key, results] of occurrences(loop.blocks))
    results.forEach((result, at) => {
      const name = named.get(scalar.get(key)?.[at] ?? '');
      if (name !== undefined) names.set(result, name);
    });
  return names;
}

/** Operation and place → values computed there, in order. */
function occurrences(blocks: readonly IrBlock[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { instructions } of blocks)
    for (const one of instructions) {
      if (one.result === null || one.debug === null) continue;
      const key = `${operationOf(one)} ${one.debug}`;
      found.set(key, [...(found.get(key) ?? []), one.result]);
    }
  return found;
}

function operationOf({ opcode, extra }: Instruction): string {
  return opcode === 'call' ? `call ${extra[0]!.replace(/\.v\d+f|\.f/, '.')}` : opcode;
}

/** Prefers variables of the function to parameters of inlined functions. */
function namesInScalarCode(blocks: readonly IrBlock[], debug: DebugInfo): Map<string, string> {
  const own = new Map<string, string>();
  const inlined = new Map<string, string>();
  for (const { instructions } of blocks)
    for (const { opcode, operands, variable, debug: location } of instructions) {
      const name = opcode === 'dbg_value' ? debug.variable(variable)?.name : undefined;
      const value = operands[0]?.value;
      if (name === undefined || !value?.startsWith('%')) continue;
      const names = debug.isInlined(location) ? inlined : own;
      if (!names.has(value)) names.set(value, name);
    }
  return new Map([...inlined, ...own]);
}
