import { formats } from '../../numerics/format.js';
import { coefficient, constantForm, isConstant, isEqual } from '../../numerics/linear-form.js';
import { onAccumulators } from './accumulated-nodes.js';
import { COUNTER, dependsOnCounter, linearText } from './affine.js';
import { useCounts } from './fuse-products.js';
import { hasLargeCounts } from './keep-in-float.js';
import {
  hasDeclaredHalves,
  type LaneNode,
  type LaneProgram,
  type LaneStore,
  nodesOf,
  type Place,
} from './lane-program.js';
import { isMask } from './masks.js';
import { CALLED, ownName } from './own-names.js';
import type { SourceText } from './source-text.js';
import { type VectorFormat, vectorType, type Width } from './vector-format.js';
import { AccessWriter } from './write-access.js';

export type SelectBy = 'bits' | 'fma';

export interface BodyChoices {
  readonly format: VectorFormat;
  readonly width: Width;
  /** How selections are written: with bit masks, or with fma and a factor of 0 or 1. */
  readonly selectBy: SelectBy;
  /** Whether a node must be computed in fp32. */
  readonly inFloat: (node: LaneNode) => boolean;
}

/** Precedence of an expression: sum, product, or primary. */
enum Binding {
  Logic,
  Comparison,
  Sum,
  Product,
  Tight,
}
const BINDINGS = { '+': Binding.Sum, '-': Binding.Sum, '*': Binding.Product, '/': Binding.Product };

type Operation = LaneNode & { kind: 'arithmetic' };

interface Text {
  readonly text: string;
  readonly binding: Binding;
}

/** Writes the statements of one vector. Values with a name in the source or several uses get a variable, others are written inline. */
export class BodyWriter {
  private readonly uses: ReadonlyMap<LaneNode, number>;
  private readonly reduced: ReadonlySet<LaneNode>;
  private readonly names = new Map<LaneNode, string>();
  private readonly taken: Set<string>;
  /** Name of the vector's position. */
  private readonly at: string;
  private readonly lines: string[] = [];
  private readonly accesses: AccessWriter;

  constructor(
    private readonly program: LaneProgram,
    private readonly source: SourceText,
    private readonly choices: BodyChoices,
  ) {
    this.uses = useCounts(program);
    this.reduced = onAccumulators(program);
    this.at = ownName('at', program);
    this.taken = new Set([
      this.at,
      'half',
      'bfloat',
      ...CALLED,
      ...[...program.parameters, ...program.reductions].map(({ name }) => name),
    ]);
    const unused = (wanted: string) => this.unused(wanted);
    this.accesses = new AccessWriter(program, choices.width, this.at, unused, (line) => this.lines.push(line));
  }

  write(): string[] {
    const nodes = nodesOf(this.program).filter((node) => this.isStatement(node));
    const stores = this.joinedStores();
    const steps = [
      ...nodes.map((node) => ({ order: node.order, place: node.place, write: () => this.writeNode(node) })),
      ...this.accesses.changedRecords().map(({ load: { order, place }, write }) => ({ order, place, write })),
      ...stores.map((group) => ({
        order: group.at(-1)!.order,
        place: group[0]!.place,
        write: () => this.writeStores(group),
      })),
      ...this.program.reductions.map(({ name, next, order, place }) => ({
        order,
        place,
        write: () => this.lines.push(`${this.at}.put(${name}, ${this.vector(next, 'fp32')});`),
      })),
    ].sort((a, b) => a.order - b.order);
    if (hasLargeCounts(this.program, this.choices.inFloat))
      this.lines.push(`// counts are in float: they may exceed ${formats[this.choices.format].largest}`);
    const last = Math.max(...steps.map(({ place }) => lineInLoop(place)));
    const comments = this.source.comments(this.program.loopLine + 1, last);
    for (const { place, write } of steps) {
      while (comments[0] && comments[0].line <= lineInLoop(place))
        for (const text of comments.shift()!.text) this.lines.push(`// ${text}`);
      write();
    }
    return this.lines;
  }

  private isStatement(node: LaneNode): boolean {
    if (node.kind === 'constant' || node.kind === 'uniform') return false;
    if (node.kind === 'load' && this.accesses.isField(node)) return false;
    if (node.kind === 'load' && this.program.written.has(node.access.array)) return true;
    if (node.kind === 'load' && this.accesses.hasName(node)) return false;
    const count = this.uses.get(node) ?? 0;
    if (node.kind === 'accumulator' || (count === 1 && this.program.reductions.some(({ next }) => next === node)))
      return false;
    return count > 1
      ? node.kind !== 'negation' || node.operand.kind !== 'constant'
      : node.name !== null && node.kind !== 'load';
  }

  private writeNode(node: LaneNode): void {
    const { text } = this.expression(node, this.formatOf(node));
    const name = this.unused(node.name ?? nameFor(node, this.program.counter));
    const type = isMask(node) ? 'auto' : vectorType(this.formatOf(node), this.choices.width);
    this.names.set(node, name);
    this.lines.push(`const ${type} ${name} = ${text};`);
  }

  /** Stores all components of a record at once, if each is written. */
  private joinedStores(): LaneStore[][] {
    const groups: LaneStore[][] = [];
    for (const store of this.program.stores) {
      const fields = this.accesses.fieldsOf(store.access);
      const group = groups.find(
        ([first, ...others]) =>
          fields > 1 &&
          first!.access.array === store.access.array &&
          !first!.condition &&
          !store.condition &&
          ![first!, ...others].some(({ access }) => isEqual(access.offset, store.access.offset)),
      );
      if (group) group.push(store);
      else groups.push([store]);
    }
    return groups.flatMap((group) =>
      group.length === this.accesses.fieldsOf(group[0]!.access) && isWholeRecord(group)
        ? [group]
        : group.map((store) => [store]),
    );
  }

  private writeStores(group: readonly LaneStore[]): void {
    const format = this.formatOfArray(group[0]!.access.array);
    const value = (store: LaneStore) => this.vector(store.value, format);
    if (group.length > 1) {
      const sorted = [...group].sort((a, b) => a.access.offset.constant - b.access.offset.constant);
      const values = sorted.map((store) => value(store));
      this.lines.push(`${this.at}.store_records(${group[0]!.access.array}, records_of(`);
      values.forEach((text, at) => {
        this.lines.push(`    ${text}${at < values.length - 1 ? ',' : '));'}`);
      });
      return;
    }
    const [store] = group as [LaneStore];
    const condition = store.condition ? `, ${this.expression(store.condition, format).text}` : '';
    const { call, pointer } = this.accesses.call('store', store.access, condition !== '');
    this.lines.push(`${this.at}.${call}(${pointer}, ${value(store)}${condition});`);
  }

  private formatOfArray(array: string): VectorFormat {
    const parameter = this.program.parameters.find(({ name }) => name === array);
    return (parameter?.kind === 'array' ? parameter.format : null) ?? this.choices.format;
  }

  /** The value converted to the requested format. */
  private rounded({ operand }: LaneNode & { kind: 'conversion' }, format: VectorFormat): string {
    const own = isScalar(operand) ? format : this.formatOf(operand);
    const { text } = this.expression(operand, own);
    return `${vectorType(format, this.choices.width)}(${text})`;
  }

  private formatOf(node: LaneNode): VectorFormat {
    if (this.reduced.has(node)) return 'fp32';
    return node.format ?? (this.choices.inFloat(node) ? 'fp32' : this.choices.format);
  }

  /** As an operand of an operation in this format. */
  private operand(node: LaneNode, format: VectorFormat, binding: Binding): string {
    const { text, binding: own } = this.expression(node, format);
    return own < binding ? `(${text})` : text;
  }

  /** The value as a vector, even if it is isEqual in all lanes. */
  private vector(node: LaneNode, format: VectorFormat): string {
    const { text } = this.expression(node, format);
    return isScalar(node) ? `${vectorType(format, this.choices.width)}(${text})` : text;
  }

  private expression(node: LaneNode, format: VectorFormat): Text {
    const name = this.names.get(node);
    const own = this.formatOf(node);
    if (isScalar(node) || isMask(node)) return name === undefined ? this.made(node, format) : tight(name);
    const text = name === undefined ? this.made(node, own) : tight(name);
    return own === format ? text : tight(`${vectorType(format, this.choices.width)}(${text.text})`);
  }

  private made(node: LaneNode, format: VectorFormat): Text {
    switch (node.kind) {
      case 'constant':
        return this.literal(node.value, node.place?.line ?? null, format);
      case 'uniform':
        return tight(node.text);
      case 'accumulator':
        return tight(`${this.at}.get(${this.program.reductions[node.reduction]!.name})`);
      case 'counter':
        return tight(this.counter(node, format));
      case 'condition':
        return tight(`${this.at}.where(${this.perElement(node.text)})`);
      case 'load':
        return tight(
          this.accesses.load(node, node.condition && this.expression(node.condition, this.choices.format).text),
        );
      case 'arithmetic':
        return this.arithmetic(node, format);
      case 'conversion':
        return tight(this.rounded(node, format));
      case 'negation':
        return { text: `-${this.operand(node.operand, format, Binding.Tight)}`, binding: Binding.Product };
      case 'fma':
        return tight(`fma(${this.list(node.operands, node, format)})`);
      case 'call':
        return tight(`${node.function}(${this.list(node.operands, node, format)})`);
      case 'select':
        return tight(
          `${this.choices.selectBy === 'fma' ? 'select_by_fma' : 'select'}(${this.expression(node.condition, format).text}, ${this.list(node.operands, node, format)})`,
        );
      case 'comparison':
        return this.comparison(node);
      case 'logic': {
        const [a, b] = node.operands.map((operand) => this.operand(operand, format, Binding.Sum));
        return { text: `${a} ${node.operator} ${b}`, binding: Binding.Logic };
      }
      case 'not':
        return tight(`!${this.operand(node.operand, format, Binding.Tight)}`);
    }
  }

  /** Only the left operand may omit brackets, because a + (b + c) and a + b + c round differently. */
  private arithmetic(node: Operation, format: VectorFormat): Text {
    const [left, right] = this.inReadingOrder(node);
    const binding = BINDINGS[node.operator];
    const first = node.operands.every(isScalar)
      ? this.vector(left, format)
      : this.operandAt(left, node, format, binding);
    // LLVM writes x − 0.5 as x + −0.5
    if (node.operator === '+' && right.kind === 'constant' && right.value < 0)
      return { text: `${first} - ${this.literal(-right.value, lineOf(right, node), format).text}`, binding };
    const second = this.operandAt(right, node, format, binding + 1);
    return { text: `${first} ${node.operator} ${second}`, binding };
  }

  /** LLVM may swap the operands of a sum or a product. The one that is not after the operator in the source goes first, without brackets. */
  private inReadingOrder({ operator, operands, place }: Operation): readonly [LaneNode, LaneNode] {
    const [left, right] = operands;
    const isTurned =
      (operator === '+' || operator === '*') &&
      right.kind === 'arithmetic' &&
      BINDINGS[right.operator] === BINDINGS[operator] &&
      !this.names.has(right) &&
      !isBefore(place, right.place);
    return isTurned ? [right, left] : operands;
  }

  private comparison(node: LaneNode & { kind: 'comparison' }): Text {
    const inFloat =
      (node.format === null && this.choices.inFloat(node)) ||
      node.operands.some((operand) => !isScalar(operand) && this.formatOf(operand) === 'fp32');
    const format = inFloat ? 'fp32' : (node.format ?? this.choices.format);
    const [a, b] = node.operands;
    const left = node.operands.every(isScalar) ? this.vector(a, format) : this.operandAt(a, node, format, Binding.Sum);
    const text = `${left} ${node.operator} ${this.operandAt(b, node, format, Binding.Sum)}`;
    return node.negated ? tight(`!(${text})`) : { text, binding: Binding.Comparison };
  }

  /** Finds the spelling of a constant on the line of its use, because constants have no place. */
  private operandAt(node: LaneNode, user: LaneNode, format: VectorFormat, binding: Binding): string {
    if (node.kind !== 'constant') return this.operand(node, format, binding);
    const { text, binding: own } = this.literal(node.value, lineOf(node, user), format);
    return own < binding ? `(${text})` : text;
  }

  private list(operands: readonly LaneNode[], user: LaneNode, format: VectorFormat): string {
    const texts = operands.map((operand) => this.operandAt(operand, user, format, Binding.Logic));
    if (operands.every(isScalar)) texts[0] = `${vectorType(format, this.choices.width)}(${texts[0]})`;
    return texts.join(', ');
  }

  /** As an operand of an operation in this format. */
  private literal(value: number, line: number | null, format: VectorFormat): Text {
    const isNegative = value < 0 || Object.is(value, -0);
    // in a source with 16-bit types, LLVM has rounded the constants to them
    const text = this.source.literal(Math.abs(value), line, hasDeclaredHalves(this.program) ? format : null);
    return isNegative ? { text: `-${text}`, binding: Binding.Product } : tight(text);
  }

  private counter({ value }: LaneNode & { kind: 'counter' }, format: VectorFormat): string {
    const step = coefficient(value, COUNTER);
    const rest = {
      constant: value.constant,
      terms: new Map([...value.terms].filter(([symbol]) => symbol !== COUNTER)),
    };
    const isPlain = step === 1 && isEqual(rest, constantForm(0));
    const type = vectorType(format, this.choices.width).slice(0, -1);
    const given = dependsOnCounter(rest) ? this.perElement(linearText(value)) : `${step}, ${linearText(rest)}`;
    return `${this.at}.template numbers<${type}>(${isPlain ? '' : given})`;
  }

  /** A function of the number of an element. */
  private perElement(text: string): string {
    const { counter } = this.program;
    return `[=](std::int64_t ${counter}) { return ${text.replaceAll(COUNTER, counter)}; }`;
  }

  private unused(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.taken.has(name); number++) name = `${wanted}${number}`;
    this.taken.add(name);
    return name;
  }
}

function tight(text: string): Text {
  return { text, binding: Binding.Tight };
}

function isScalar(node: LaneNode): boolean {
  return node.kind === 'constant' || node.kind === 'uniform' || (node.kind === 'negation' && isScalar(node.operand));
}

function isWholeRecord(group: readonly LaneStore[]): boolean {
  const offsets = new Set(group.map(({ access }) => (isConstant(access.offset) ? access.offset.constant : -1)));
  return group.every((_, field) => offsets.has(field)) && group.every(({ access }) => access.stride === group.length);
}

function lineInLoop(place: Place | null): number {
  return place ? (place.inlinedFrom ?? place.line) : 0;
}

function isBefore(one: Place | null, other: Place | null): boolean {
  if (!one || !other || one.file !== other.file || one.inlinedFrom !== other.inlinedFrom) return false;
  return one.line < other.line || (one.line === other.line && one.column < other.column);
}

function lineOf(node: LaneNode, user: LaneNode): number | null {
  return (node.place ?? user.place)?.line ?? null;
}

/** Names for values without a name in the source. */
function nameFor(node: LaneNode, counter: string): string {
  switch (node.kind) {
    case 'load': {
      const { constant } = node.access.offset;
      const beside = constant === 0 ? '' : constant < 0 ? `_minus_${-constant}` : `_plus_${constant}`;
      return `${node.access.array}_${counter}${beside}`;
    }
    case 'arithmetic':
      return { '+': 'sum', '-': 'difference', '*': 'product', '/': 'quotient' }[node.operator];
    case 'fma':
      return 'sum';
    case 'call':
      return `${node.function}_of`;
    case 'select':
      return 'chosen';
    case 'comparison':
    case 'logic':
    case 'not':
    case 'condition':
      return 'condition';
    default:
      return 'value';
  }
}
