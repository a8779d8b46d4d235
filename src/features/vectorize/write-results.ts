import type { LinearForm } from '../../numerics/linear-form.js';
import { linearText } from './affine.js';
import type { LaneNode, LaneProgram, Reduction } from './lane-program.js';
import { operationText } from './scalar-text.js';
import type { SourceText } from './source-text.js';

/** Statements on floats that use the final reductions. `total` names the results over all lanes. */
export function writeResults(
  program: LaneProgram,
  source: SourceText,
  { total, returned, part }: { readonly total: string; readonly returned: string; readonly part: string },
): string[] {
  const text = (node: LaneNode) => scalarText(node, program.reductions, source);
  return [
    ...program.reductions.map(
      ({ name, fold, start }, at) => `const float ${name} = folded<fold::${fold}>(${text(start)}, ${total}.of[${at}]);`,
    ),
    ...program.results.map(({ target, value }) => {
      const index = (offset: LinearForm) => (program.isLeftInParts ? part : linearText(offset));
      const to = target ? `${target.array}[${index(target.offset)}]` : `*${returned}`;
      return `${to} = ${withoutBrackets(text(value))};`;
    }),
  ];
}

/** Removes the outer brackets of a single sum or quotient. */
function withoutBrackets(text: string): string {
  return text.replace(/^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/, '$1');
}

/** Writes products so that a compiler cannot fuse them with a sum. */
function scalarText(node: LaneNode, reductions: readonly Reduction[], source: SourceText): string {
  const text = (operand: LaneNode) => scalarText(operand, reductions, source);
  switch (node.kind) {
    case 'constant': {
      const isNegative = node.value < 0 || Object.is(node.value, -0);
      return `${isNegative ? '-' : ''}${source.literal(Math.abs(node.value), node.place?.line ?? null)}`;
    }
    case 'uniform':
      return node.text;
    case 'counter':
      return `static_cast<float>(${linearText(node.value)})`;
    case 'accumulator':
      return reductions[node.reduction]!.name;
    case 'load':
    case 'condition':
      throw new Error('a per-lane element outside the loop');
    default:
      return operationText(node, text, (a, b) => `product(${a}, ${b})`);
  }
}
