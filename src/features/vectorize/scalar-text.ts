/** C text of operations on floats, for code after a loop and for recording value ranges. */
import type { LaneNode } from './lane-program.js';

/** Fast functions are observed as the functions that they approximate. */
const FAST_TEXTS = {
  ...{ fast_exp: 'expf', fast_log: 'logf', fast_log2: 'log2f' },
  ...{ fast_sin: 'sinf', fast_cos: 'cosf', fast_tan: 'tanf' },
};

/** C library functions whose name differs in the vector library. */
const FUNCTIONS: Readonly<Record<string, string>> = { abs: 'fabsf', min: 'fminf', max: 'fmaxf', ...FAST_TEXTS };

export type OperationNode = Exclude<
  LaneNode,
  { readonly kind: 'constant' | 'uniform' | 'counter' | 'condition' | 'accumulator' | 'load' }
>;

/** The expression with all brackets that any context needs. `product` writes products. */
export function operationText(
  node: OperationNode,
  text: (operand: LaneNode) => string,
  product: (a: string, b: string) => string = (a, b) => `(${a} * ${b})`,
): string {
  const joined = (operands: readonly LaneNode[], between: string) => operands.map(text).join(between);
  switch (node.kind) {
    case 'arithmetic':
      return node.operator === '*'
        ? product(text(node.operands[0]), text(node.operands[1]))
        : `(${joined(node.operands, ` ${node.operator} `)})`;
    case 'conversion':
      return text(node.operand);
    case 'negation':
      return `-${text(node.operand)}`;
    case 'fma':
      return `fmaf(${joined(node.operands, ', ')})`;
    case 'call':
      return `${FUNCTIONS[node.function] ?? `${node.function}f`}(${joined(node.operands, ', ')})`;
    case 'select':
      return `(${text(node.condition)} ? ${joined(node.operands, ' : ')})`;
    case 'comparison': {
      const compared = `(${joined(node.operands, ` ${node.operator} `)})`;
      return node.negated ? `!${compared}` : compared;
    }
    case 'logic':
      return `(${joined(node.operands, ` ${node.operator} `)})`;
    case 'not':
      return `!${text(node.operand)}`;
  }
}
