import type { LaneNode, LaneProgram } from './lane-program.js';
import { elementText, inCounter } from './observed-loop.js';

/** Name of a value in messages: the user's variable, the array element, or the operation. */
export function nodeName(node: LaneNode, { counter, reductions }: LaneProgram): string {
  if (node.name !== null) return node.name;
  switch (node.kind) {
    case 'load':
      return elementText(node.access, counter);
    case 'uniform':
      return node.text;
    case 'arithmetic':
      return { '+': 'a sum', '-': 'a difference', '*': 'a product', '/': 'a quotient' }[node.operator];
    case 'fma':
      return 'a sum';
    case 'call':
      return `${node.function}(…)`;
    case 'counter':
      return inCounter(node.value, counter);
    case 'accumulator':
      return reductions[node.reduction]!.name;
    default:
      return 'a value';
  }
}
