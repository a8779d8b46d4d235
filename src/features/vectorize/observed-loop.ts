import { type LinearForm, symbolForm } from '../../numerics/linear-form.js';
import { COUNTER, linearText, withCounter } from './affine.js';
import { type Access, type LaneNode, type LaneProgram, nodesOf, type Rows } from './lane-program.js';
import { isMask } from './masks.js';
import { operationText } from './scalar-text.js';

/** Nodes whose value ranges are recorded: numbers except constants. */
export function observedNodes(program: LaneProgram): LaneNode[] {
  return nodesOf(program).filter((node) => node.kind !== 'constant' && node.kind !== 'accumulator' && !isMask(node));
}

/** The loop as scalar C++ in float that passes each value to `ranges` and each stored value to `array_…`, and writes no arrays. */
export function observedLoop(program: LaneProgram): string[] {
  const observed = observedNodes(program);
  const names = new Map<LaneNode, string>();
  const lines: string[] = [];
  const nodes = nodesOf(program);
  nodes.forEach((node, at) => {
    const text = expression(node, names, program.counter);
    if (node.kind === 'constant' || node.kind === 'accumulator') {
      names.set(node, text);
      return;
    }
    const name = `v${at}`;
    names.set(node, name);
    lines.push(`const ${isMask(node) ? 'bool' : 'float'} ${name} = ${text};`);
    const number = observed.indexOf(node);
    if (number >= 0) lines.push(`ranges[${number}].see(${name});`);
  });
  const { counter, begin, end, reductions, rows } = program;
  for (const { access, condition } of program.stores) {
    const stored = `array_${access.array}.store(${indexText(access, program.counter)});`;
    lines.push(condition ? `if (${names.get(condition)}) ${stored}` : stored);
  }
  // each value depends on the previous iteration
  reductions.forEach(({ next }, at) => {
    lines.push(`next_${accumulatorName(at)} = ${names.get(next)};`);
  });
  reductions.forEach((_, at) => {
    lines.push(`${accumulatorName(at)} = next_${accumulatorName(at)};`);
  });
  return [
    ...reductions.map(({ start }, at) => {
      const text = expression(start, names, counter);
      return `float ${accumulatorName(at)} = ${text}, next_${accumulatorName(at)} = 0;`;
    }),
    ...(rows ? [rowsOf(rows)] : []),
    `for (std::int64_t ${counter} = ${linearText(begin)}; ${counter} < ${linearText(end)}; ++${counter}) {`,
    ...lines.map((line) => `  ${line}`),
    '}',
  ];
}

function expression(node: LaneNode, names: ReadonlyMap<LaneNode, string>, counter: string): string {
  const text = (operand: LaneNode) => names.get(operand) ?? '0';
  switch (node.kind) {
    case 'constant':
      return Number.isFinite(node.value)
        ? `static_cast<float>(${node.value})`
        : Number.isNaN(node.value)
          ? 'NAN'
          : `${node.value < 0 ? '-' : ''}INFINITY`;
    case 'uniform':
      return `static_cast<float>(${node.text})`;
    case 'accumulator':
      return accumulatorName(node.reduction);
    case 'counter':
      return `static_cast<float>(${inCounter(node.value, counter)})`;
    case 'condition':
      return `(${node.text.replaceAll(COUNTER, counter)})`;
    case 'load': {
      const element = elementText(node.access, counter);
      return node.condition ? `${text(node.condition)} ? ${element} : 0.0f` : element;
    }
    default:
      return operationText(node, text);
  }
}

/** Head of the loop over the rows of a two-dimensional kernel. */
export function rowsOf({ name, begin, end }: Rows): string {
  return `for (std::int64_t ${name} = ${begin}; ${name} < ${end}; ++${name})`;
}

function accumulatorName(reduction: number): string {
  return `reduced${reduction}`;
}

export function elementText(access: Access, counter: string): string {
  return `${access.array}[${indexText(access, counter)}]`;
}

function indexText({ stride, offset }: Access, counter: string): string {
  const index: LinearForm = { ...offset, terms: new Map([...offset.terms, [COUNTER, stride]]) };
  return inCounter(index, counter);
}

export function inCounter(value: LinearForm, counter: string): string {
  return linearText(withCounter(value, symbolForm(counter)));
}
