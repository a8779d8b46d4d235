import { COUNTER, linearText } from '../../../src/features/vectorize/affine.js';
import { keptInFloat } from '../../../src/features/vectorize/keep-in-float.js';
import { type LaneNode, type LaneProgram, nodesOf } from '../../../src/features/vectorize/lane-program.js';
import { elementText, inCounter } from '../../../src/features/vectorize/observed-loop.js';
import { type OperationNode, operationText } from '../../../src/features/vectorize/scalar-text.js';
import type { VectorFormat } from '../../../src/features/vectorize/vector-format.js';

/** A lane program as scalar C++ on the classes of against-source.h, one statement for each of its operations. */
export function meaningOfProgram(program: LaneProgram, format: VectorFormat): string {
  const inFloat = keptInFloat(program, format);
  const names = new Map<LaneNode, string>();
  const lines: string[] = [];
  nodesOf(program).forEach((node, at) => {
    const text = statement(node, (operand) => names.get(operand)!, program, inFloat);
    const isBound = node.kind !== 'constant' && node.kind !== 'uniform';
    names.set(node, isBound ? `v${at}` : text);
    if (isBound) lines.push(`const auto v${at} = ${text};`);
  });
  for (const { access, value, condition } of program.stores)
    lines.push(
      `${condition ? `if (${names.get(condition)}) ` : ''}${elementText(access, program.counter)} = number(${names.get(value)});`,
    );
  const parameters = program.parameters.map((one) => {
    if (one.kind === 'integer') return `${one.type} ${one.name}`;
    return one.kind === 'number' ? `number ${one.name}` : `number *${one.name}`;
  });
  return [
    `static void ${program.name}(${parameters.join(', ')}) {`,
    `  for (std::int64_t ${program.counter} = ${linearText(program.begin)}; ${program.counter} < ${linearText(program.end)}; ++${program.counter}) {`,
    ...lines.map((line) => `    ${line}`),
    '  }',
    '}',
  ].join('\n');
}

function statement(
  node: LaneNode,
  text: (operand: LaneNode) => string,
  program: LaneProgram,
  inFloat: ReadonlySet<LaneNode>,
): string {
  switch (node.kind) {
    case 'constant':
      // a constant is rounded where it meets a number
      return Number.isFinite(node.value)
        ? `(${decimal(node.value)})`
        : Number.isNaN(node.value)
          ? 'NAN'
          : `(${node.value < 0 ? '-' : ''}INFINITY)`;
    case 'uniform':
      return `number(${node.text.replace(/^widen\((.*)\)$/, '$1')})`;
    case 'accumulator':
      throw new Error('a reduction');
    case 'counter':
      return `${inFloat.has(node) ? 'real' : 'number'}(static_cast<float>(${inCounter(node.value, program.counter)}))`;
    case 'condition':
      return node.text.replaceAll(COUNTER, program.counter);
    case 'load': {
      const element = elementText(node.access, program.counter);
      return node.condition ? `${text(node.condition)} ? ${element} : number(0.0f)` : element;
    }
    case 'select':
      return `chosen(${text(node.condition)}, ${node.operands.map(text).join(', ')})`;
    case 'fma':
      return `fmaf_of(${node.operands.map((one) => asNumber(one, node, text, inFloat)).join(', ')})`;
    case 'call':
      return `${calledIn(node, (operand) => asNumber(operand, node, text, inFloat))}`;
    case 'arithmetic':
    case 'comparison':
      return operationText(
        node as OperationNode,
        (operand) => asNumber(operand, node, text, inFloat),
        (a, b) => `(${a} * ${b})`,
      );
    default:
      return operationText(node, text);
  }
}

/** Constants are rounded to the format of their user. */
function asNumber(
  operand: LaneNode,
  user: LaneNode,
  text: (operand: LaneNode) => string,
  inFloat: ReadonlySet<LaneNode>,
): string {
  return operand.kind === 'constant' ? `${inFloat.has(user) ? 'real' : 'number'}(${text(operand)})` : text(operand);
}

function calledIn(node: LaneNode & { kind: 'call' }, text: (operand: LaneNode) => string): string {
  return operationText(node, text).replace(/^(\w+)\(/, '$1_of(');
}

function decimal(value: number): string {
  if (Object.is(value, -0)) return '-0.0f';
  const shortest = String(value);
  return `${/[.e]/.test(shortest) ? shortest : `${shortest}.0`}f`;
}
