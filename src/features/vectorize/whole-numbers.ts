import { coefficient, constantForm, type LinearForm, sum, symbolForm, without } from '../../numerics/linear-form.js';
import { COUNTER, divide, linearText, multiply, scale } from './affine.js';
import type { Access, Parameter } from './lane-program.js';
import type { Instruction, IrBlock } from './llvm-ir/module.js';
import { ASKED_WIDTH, type VectorLoop } from './vector-loop.js';

type Definitions = ReadonlyMap<string, { instruction: Instruction; block: IrBlock }>;
const NUMBER_BYTES: Readonly<Record<string, number>> = { half: 2, bfloat: 2, float: 4, double: 8 };
const OPERATORS: Readonly<Record<string, string>> = {
  sdiv: '/',
  udiv: '/',
  srem: '%',
  urem: '%',
  lshr: '>>',
  ashr: '>>',
};

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
    const sameInLanes = /^splat \(\S+ (-?\d+)\)$/.exec(value) ?? /^<\S+ (-?\d+),/.exec(value);
    if (sameInLanes) return constantForm(Number(sameInLanes[1])); // of lane 0
    if (value === 'zeroinitializer') return constantForm(0);
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
        if (operands[1]!.value !== '-1') break;
        return sum(constantForm(-1), operand(0), -1);
      case 'mul': {
        const product = multiply(operand(0), operand(1));
        if (product) return product;
        break;
      }
      case 'shl':
        if (/^\d+$/.test(operands[1]!.value)) return scale(operand(0), 2 ** Number(operands[1]!.value));
        break;
      case 'sext':
      case 'zext':
      case 'trunc':
      case 'freeze':
        return operand(0);
      case 'insertelement':
        return operand(operands[2]!.value === '0' ? 1 : 0);
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
    if (operator && coefficient(operand(0), COUNTER) === 0 && coefficient(operand(1), COUNTER) === 0)
      return symbolForm(`((${linearText(operand(0))}) ${operator} (${linearText(operand(1))}))`);
    throw this.refuse(
      instruction,
      opcode === 'extractelement'
        ? 'elements are neither consecutive nor at a constant distance'
        : `the integer of '${opcode}' is not a sum over the loop counter and the parameters`,
    );
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
    const by = /^(?:splat \(\S+ )?(-?\d+)\)?$/.exec(sum?.opcode === 'add' ? sum.operands[1]!.value : '');
    return by ? Number(by[1]) : null;
  }

  /** The array and the index of an address. */
  access(pointer: string, type: string, instruction: Instruction): Access {
    const { array, bytes } = this.address(pointer, instruction);
    const size = NUMBER_BYTES[type];
    const elements = size === undefined ? null : divide(bytes, size);
    if (!elements) throw this.refuse(instruction, `${array} is not an array of numbers`);
    return { array, stride: coefficient(elements, COUNTER), offset: without(elements, COUNTER).rest };
  }

  address(pointer: string, user: Instruction): { array: string; bytes: LinearForm } {
    const parameter = this.parameters.get(pointer);
    if (parameter?.kind === 'array') return { array: parameter.name, bytes: constantForm(0) };
    const instruction = this.definitions.get(pointer)?.instruction;
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
