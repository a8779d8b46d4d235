import {
  coefficient,
  constantForm,
  isConstant,
  type LinearForm,
  sum,
  symbolForm,
  without,
} from '../../numerics/linear-form.js';
import { bracketed, COUNTER, dependsOnCounter, divide, linearText, multiply, scale } from './affine.js';
import type { Access, Parameter } from './lane-program.js';
import type { Instruction, IrBlock } from './llvm-ir/module.js';
import { ASKED_WIDTH, type VectorLoop } from './vector-loop.js';

type Definitions = ReadonlyMap<string, { instruction: Instruction; block: IrBlock }>;
const NUMBER_BYTES: Readonly<Record<string, number>> = { half: 2, bfloat: 2, float: 4, double: 8 };
const OPERATORS: Readonly<Record<string, string>> = {
  ...{ sdiv: '/', udiv: '/', srem: '%', urem: '%', lshr: '>>', ashr: '>>' },
  ...{ and: '&', or: '|', xor: '^' },
};
const UNSIGNED = new Set(['udiv', 'urem', 'lshr']);
/** Comparisons of integers; `u…` compare the bits of unsigned ones. */
const COMPARISONS: Readonly<Record<string, string>> = {
  ...{ eq: '==', ne: '!=', slt: '<', sle: '<=', sgt: '>', sge: '>=' },
  ...{ ult: '<', ule: '<=', ugt: '>', uge: '>=' },
};
/** Largest factor of a counter whose product does not wrap around in 32 bits for the lengths of real arrays. Chosen: 2^12, for half a million elements. */
const MAX_WRAPPING_FACTOR = 4096;

export const NOT_AT_A_DISTANCE = 'elements are neither consecutive nor at a constant distance';
export const CHOSEN_ELEMENT = 'a condition chooses which element is read';
const WRAPS = 'the index may wrap around in unsigned arithmetic';

/** Reason for a value that changes between iterations of another loop. */
export const NESTED = 'the loop is nested in another loop, or has a second counter';

/** Reads addresses and counts of a loop as sums over its counter and the function's parameters. */
export class WholeNumbers {
  /** Value of the user's counter in the first iteration. */
  private begin = constantForm(0);

  constructor(
    private readonly definitions: Definitions,
    private readonly loop: VectorLoop,
    private readonly parameters: ReadonlyMap<string, Parameter>,
    private readonly records: ReadonlyMap<string, readonly string[]>,
    private readonly refuse: (instruction: Instruction, why: string) => Error,
  ) {}

  /** Sets the start value of the user's counter, by which numbers are expressed from now on. */
  countFrom(begin: LinearForm): void {
    this.begin = begin;
  }

  number(value: string): LinearForm {
    if (/^-?\d+$/.test(value)) return constantForm(Number(value));
    if (value === this.loop.counter) return sum(symbolForm(COUNTER), this.begin, -1);
    const lanes = constantLanes(value);
    if (lanes !== null) return constantForm(lanes.first);
    const parameter = this.parameters.get(value);
    if (parameter) return symbolForm(parameter.name);
    const found = this.definitions.get(value);
    if (!found) throw new Error(`the whole number ${value} is defined nowhere`);
    return this.computed(found.instruction);
  }

  private computed(instruction: Instruction): LinearForm {
    const { opcode, operands } = instruction;
    const operand = (at: number) => this.number(operands[at]!.value);
    switch (opcode) {
      case 'add':
      case 'or': // LLVM writes an addition without carries as `or disjoint`
        if (opcode === 'or' && !instruction.text.includes('disjoint')) break;
        return sum(operand(0), operand(1));
      case 'sub':
        return sum(operand(0), operand(1), -1);
      case 'xor': // all bits inverted: −x − 1
        if (!isMinusOne(operand(1))) break;
        return sum(constantForm(-1), operand(0), -1);
      case 'mul':
        return this.product(instruction, operand(0), operand(1));
      case 'shl':
        if (isConstant(operand(1)))
          return this.product(instruction, operand(0), constantForm(2 ** operand(1).constant));
        break;
      case 'sext':
        if (isShort(operands[0]!.type)) break;
        return operand(0);
      case 'trunc':
        return isShort(instruction.type)
          ? symbolForm(`(${bracketed(operand(0))} & ${2 ** bitsOf(instruction.type) - 1})`)
          : operand(0);
      case 'zext':
        return bitsOf(operands[0]!.type) === 1
          ? symbolForm(`(${this.condition(operands[0]!.value, instruction)} ? 1 : 0)`)
          : operand(0);
      case 'freeze':
        return operand(0);
      case 'select':
        if (!/^(?:<\d+ x )?i1>?$/.test(operands[0]!.type)) break;
        return symbolForm(
          `(${this.condition(operands[0]!.value, instruction)} ? ${linearText(operand(1))} : ${linearText(operand(2))})`,
        );
      case 'insertelement':
        return operand(operands[2]!.value === '0' ? 1 : 0);
      case 'extractelement':
        return this.inLane(operand(0), Number(operands[1]!.value), instruction);
      case 'shufflevector':
        if (operands[2]!.value !== 'zeroinitializer') break;
        return operand(0);
      case 'phi':
        return this.counterPhi(instruction);
      case 'call': {
        const bound = /^llvm\.([su])(max|min)\./.exec(instruction.extra[0]!);
        if (bound) {
          const [a, b] = [linearText(operand(0)), linearText(operand(1))];
          return symbolForm(`(${a} ${bound[2] === 'max' ? '>' : '<'} ${b} ? ${a} : ${b})`);
        }
        break;
      }
    }
    const operator = OPERATORS[opcode];
    if (operator) {
      const [a, b] = [operand(0), operand(1)];
      if (UNSIGNED.has(opcode) && [a, b].some(mayBeNegative)) throw this.refuse(instruction, WRAPS);
      return symbolForm(`(${bracketed(a)} ${operator} ${bracketed(b)})`);
    }
    throw this.refuse(instruction, 'an index is not computed from the loop counter and the parameters');
  }

  private product(instruction: Instruction, a: LinearForm, b: LinearForm): LinearForm {
    const product = multiply(a, b) ?? symbolForm(`(${bracketed(a)} * ${bracketed(b)})`);
    const mayWrap = !/ (?:nuw|nsw) /.test(instruction.text) && dependsOnCounter(product);
    if (mayWrap && Math.max(0, ...[...product.terms.values()].map(Math.abs)) > MAX_WRAPPING_FACTOR)
      throw this.refuse(instruction, WRAPS);
    return product;
  }

  /** The value of another lane than 0. */
  private inLane(form: LinearForm, lane: number, instruction: Instruction): LinearForm {
    if (lane > 0 && [...form.terms.keys()].some((symbol) => symbol !== COUNTER && symbol.includes(COUNTER)))
      throw this.refuse(instruction, NOT_AT_A_DISTANCE);
    return sum(form, constantForm(lane * coefficient(form, COUNTER)));
  }

  /** C text of a condition on integers. */
  condition(value: string, user: Instruction): string {
    const instruction = this.definitions.get(value)?.instruction;
    if (!instruction) throw this.refuse(user, 'a condition is not computed from the loop counter and the parameters');
    const { opcode, operands } = instruction;
    const [a, b] = operands.map((one) => one.value) as [string, string];
    const inside = (one: string) => this.condition(one, instruction);
    switch (opcode) {
      case 'icmp': {
        const predicate = instruction.extra[0]!;
        const isSigned = predicate.startsWith('s');
        if (isSigned && isShort(operands[0]!.type)) break;
        const [left, right] = [this.number(a), this.number(b)];
        const isUnsigned = predicate.startsWith('u') && [left, right].some(mayBeNegative);
        const text = (form: LinearForm) => (isUnsigned ? `std::uint64_t(${linearText(form)})` : bracketed(form));
        return `${text(left)} ${COMPARISONS[predicate]} ${text(right)}`;
      }
      case 'trunc':
        return `(${bracketed(this.number(a))} & 1) != 0`;
      case 'freeze':
        return inside(a);
      case 'insertelement':
        return inside(operands[2]!.value === '0' ? b : a);
      case 'extractelement':
        if (b !== '0') break;
        return inside(a);
      case 'shufflevector':
        if (operands[2]!.value !== 'zeroinitializer') break;
        return inside(a);
      case 'and':
      case 'or':
        return `(${inside(a)}) ${opcode === 'and' ? '&&' : '||'} (${inside(b)})`;
      case 'xor':
        if (!/true/.test(b)) break;
        return `!(${inside(a)})`;
    }
    throw this.refuse(instruction, 'a condition is not computed from the loop counter and the parameters');
  }

  /** An `<8 x i32>` that grows by 8 times a constant: the counter itself, or another one. */
  private counterPhi(instruction: Instruction): LinearForm {
    const [start, next] = [...instruction.operands].sort((one) => (this.grows(one.value) === null ? -1 : 1));
    const step = next && this.grows(next.value);
    if (!this.loop.blocks[0]!.instructions.includes(instruction) || !step) throw this.refuse(instruction, NESTED);
    return sum(this.number(start!.value), scale(this.number(this.loop.counter), step / ASKED_WIDTH));
  }

  /** Increment of a vector of counters; null if the value is not such a sum. */
  private grows(value: string): number | null {
    const sum = this.definitions.get(value)?.instruction;
    const lanes = sum?.opcode === 'add' ? constantLanes(sum.operands[1]!.value) : null;
    return lanes && lanes.step === 0 ? lanes.first : null;
  }

  /** The array and the index of an address. */
  access(pointer: string, type: string, instruction: Instruction): Access {
    const { array, bytes } = this.address(pointer, instruction);
    const size = NUMBER_BYTES[type];
    const elements = size === undefined ? null : divide(bytes, size);
    if (!elements) throw this.refuse(instruction, `${array} is not an array of numbers`);
    const offset = without(elements, COUNTER).rest;
    if (dependsOnCounter(offset)) throw this.refuse(instruction, `of ${array}, ${NOT_AT_A_DISTANCE}`);
    return { array, stride: coefficient(elements, COUNTER), offset };
  }

  address(pointer: string, user: Instruction): { array: string; bytes: LinearForm } {
    const table = /^(?:getelementptr .*\(i8, ptr )?@([\w.$]+)(?:, i\d+ (\d+)\))?$/.exec(pointer);
    if (table) return { array: tableName(table[1]!), bytes: constantForm(Number(table[2] ?? 0)) };
    const parameter = this.parameters.get(pointer);
    if (parameter?.kind === 'array') return { array: parameter.name, bytes: constantForm(0) };
    const instruction = this.definitions.get(pointer)?.instruction;
    if (instruction?.opcode === 'extractelement') {
      const [vector, lane] = instruction.operands;
      const { array, bytes } = this.address(vector!.value, instruction);
      return { array, bytes: this.inLane(bytes, Number(lane!.value), instruction) };
    }
    // the same address in all lanes
    if (instruction?.opcode === 'shufflevector' && instruction.operands[2]!.value === 'zeroinitializer')
      return this.address(instruction.operands[0]!.value, instruction);
    if (instruction?.opcode === 'insertelement')
      return this.address(instruction.operands[instruction.operands[2]!.value === '0' ? 1 : 0]!.value, instruction);
    if (instruction?.opcode === 'select') throw this.refuse(user, CHOSEN_ELEMENT);
    if (instruction?.opcode !== 'getelementptr')
      throw this.refuse(instruction ?? user, 'an address is not based on an array parameter');
    const [base, ...indices] = instruction.operands;
    const { array, bytes } = this.address(base!.value, instruction);
    let total = bytes;
    let type = instruction.extra[0]!;
    indices.forEach(({ value }, at) => {
      const index = this.number(value);
      if (at > 0) {
        const inside = this.member(type, index.constant, instruction);
        type = inside.type;
        total = sum(
          total,
          inside.isRecord ? constantForm(inside.offset) : scale(index, this.sizeOf(type, instruction)),
        );
      } else total = sum(total, scale(index, this.sizeOf(type, instruction)));
    });
    return { array, bytes: total };
  }

  private member(type: string, at: number, user: Instruction): { type: string; offset: number; isRecord: boolean } {
    const list = /^\[\d+ x (.+)\]$/.exec(type);
    if (list) return { type: list[1]!, offset: 0, isRecord: false };
    const members = this.records.get(type) ?? [];
    const offset = members.slice(0, at).reduce((sum, one) => sum + this.sizeOf(one, user), 0);
    return { type: members[at] ?? 'void', offset, isRecord: true };
  }

  /** Size in bytes; records of numbers have no padding (DebugInfo.numbersIn). */
  private sizeOf(type: string, user: Instruction): number {
    const integer = /^i(\d+)$/.exec(type);
    if (integer) return Number(integer[1]) / 8;
    const list = /^\[(\d+) x (.+)\]$/.exec(type);
    if (list) return Number(list[1]) * this.sizeOf(list[2]!, user);
    const members = this.records.get(type);
    if (members) return members.reduce((sum, one) => sum + this.sizeOf(one, user), 0);
    const bytes = NUMBER_BYTES[type];
    if (bytes === undefined) throw this.refuse(user, `the type ${type} is not numeric`);
    return bytes;
  }
}

/** A constant of all lanes, or one that grows from lane to lane; null for other values. */
function constantLanes(value: string): { readonly first: number; readonly step: number } | null {
  if (value === 'zeroinitializer') return { first: 0, step: 0 };
  const same = /^(?:splat \(\S+ )?(-?\d+)\)?$/.exec(value);
  if (same) return { first: Number(same[1]), step: 0 };
  if (!value.startsWith('<')) return null;
  const [first, second] = [...value.matchAll(/i\d+ (-?\d+)/g)].map(([, number]) => Number(number));
  return first === undefined || second === undefined ? null : { first, step: second - first };
}

function bitsOf(type: string): number {
  return Number(/i(\d+)>?$/.exec(type)?.[1] ?? 64);
}

/** Shorter than the integers that count elements. */
function isShort(type: string): boolean {
  return bitsOf(type) < 32;
}

function isMinusOne(form: LinearForm): boolean {
  return isConstant(form) && form.constant === -1;
}

/** Parameters and counters are taken to be positive. */
function mayBeNegative({ constant, terms }: LinearForm): boolean {
  return constant < 0 || [...terms.values()].some((count) => count < 0);
}

/** `_ZL4taps` → `taps`: a static variable of C++. */
function tableName(symbol: string): string {
  return symbol.replace(/^_ZL\d+/, '');
}
