import { constantForm, isEqual, type LinearForm, sum } from '../../numerics/linear-form.js';
import { linearText } from './affine.js';
import type { DebugInfo } from './debug-info.js';
import type { Access, Arithmetic, LaneNode, LaneStore, NodeBasis, Parameter, Place } from './lane-program.js';
import { constantNumber } from './llvm-ir/constant-number.js';
import type { Instruction, IrBlock, IrFunction, TypedValue } from './llvm-ir/module.js';
import { splitList } from './llvm-ir/split-list.js';
import { LoopPaths } from './loop-paths.js';
import { vectorFunction } from './math-functions.js';
import { comparisonNode, maskSelect } from './read-masks.js';
import { refusal } from './refusal.js';
import { taggedFunction } from './scalar-functions.js';
import { variableNames } from './variable-names.js';
import type { VectorFormat } from './vector-format.js';
import { ASKED_WIDTH, definitionsIn, type VectorLoop } from './vector-loop.js';
import { CHOSEN_ELEMENT, NESTED, NOT_AT_A_DISTANCE, WholeNumbers } from './whole-numbers.js';

const ARITHMETIC: Readonly<Record<string, Arithmetic>> = { fadd: '+', fsub: '-', fmul: '*', fdiv: '/' };
const FORMATS: Readonly<Record<string, VectorFormat>> = { half: 'fp16', bfloat: 'bf16', float: 'fp32', double: 'fp32' };
const REMEDIES: Readonly<Record<string, string>> = {
  [NESTED]: 'move the inner loop into its own function, with the outer counter as a parameter',
  [NOT_AT_A_DISTANCE]: 'use a constant stride, or copy the elements to an array of their own first',
  [CHOSEN_ELEMENT]: 'read both elements into variables, and choose one of them',
};

/**
 * The computation of lane 0 of the vector loop, read backwards from its stores. A vector value represents its lane. Code that LLVM wrote
 * per lane (`insertelement`, single stores, blocks behind a bit of a mask) is followed for lane 0 and checked for the others.
 */
export class LaneReader {
  private readonly definitions;
  private readonly names: ReadonlyMap<string, string>;
  private readonly order = new Map<Instruction, number>();
  private readonly known = new Map<string, LaneNode>();
  private readonly numbers: WholeNumbers;
  private readonly doubles = new Set<number>();
  private readonly paths: LoopPaths;
  readonly written: ReadonlySet<string>;

  constructor(
    fn: IrFunction,
    private readonly loop: VectorLoop,
    private readonly debug: DebugInfo,
    private readonly parameters: ReadonlyMap<string, Parameter>,
    records: ReadonlyMap<string, readonly string[]>,
    /** Whether formats are those of the source. */
    private readonly hasHalves: boolean,
  ) {
    this.definitions = definitionsIn(fn.blocks);
    this.names = variableNames(loop, debug);
    this.paths = new LoopPaths(loop.blocks);
    this.numbers = new WholeNumbers(this.definitions, loop, parameters, records, (instruction, why) =>
      this.refuse(instruction, why),
    );
    for (const { instructions } of loop.blocks)
      for (const instruction of instructions) this.order.set(instruction, this.order.size);
    this.written = new Set(
      [...this.order.keys()].flatMap((one) =>
        one.opcode === 'store' ? [this.numbers.address(one.operands[1]!.value, one).array] : [],
      ),
    );
  }

  /** Sets the start value of the user's counter, by which counts are expressed from now on. */
  countFrom(begin: LinearForm): void {
    this.numbers.countFrom(begin);
  }

  /** A loop bound, from values known before the loop. */
  wholeNumber(value: string): LinearForm {
    return this.numbers.number(value);
  }

  /** Sets the reader of phi values at the loop's entry and exit. */
  loopPhiReader: ((phi: Instruction) => LaneNode) | null = null;

  /** Binds a value to a node. */
  stands(value: string, node: LaneNode): void {
    this.known.set(value, node);
  }

  value(operand: TypedValue): LaneNode {
    return this.node(operand);
  }

  orderOf(value: string): number {
    const made = this.definitions.get(value)?.instruction;
    return (made && this.order.get(made)) ?? -1;
  }

  /** The address of a store of one number after the loop. */
  addressed(store: Instruction): Access {
    const [value, pointer] = store.operands as [TypedValue, TypedValue];
    return this.access(pointer.value, value.type, store, false);
  }

  get doubleLines(): number[] {
    return [...this.doubles].sort((a, b) => a - b);
  }

  stores(): LaneStore[] {
    const found: LaneStore[] = [];
    const byLane: StoredLanes[] = [];
    for (const block of this.loop.blocks)
      for (const instruction of block.instructions) {
        if (instruction.opcode !== 'store') continue;
        const [value, pointer] = instruction.operands as [TypedValue, TypedValue];
        const isVector = value.type.startsWith('<');
        const access = this.access(pointer.value, value.type, instruction, isVector);
        // single stores of the next lanes belong to that of lane 0
        const lanes = isVector ? undefined : byLane.find((one) => isNextLane(one, access, instruction.debug));
        const store = {
          order: this.order.get(instruction)!,
          access,
          value: lanes ? lanes[0]!.value : this.node(value),
          condition: lanes ? lanes[0]!.condition : this.conditionOf(block),
          place: this.debug.place(instruction.debug),
          debug: instruction.debug,
        };
        if (lanes) lanes.push(store);
        else {
          found.push(store);
          if (!isVector) byLane.push([store]);
        }
      }
    const cut = byLane.find((lanes) => lanes.length !== ASKED_WIDTH);
    if (cut)
      throw refusal('MX4071', `an element of ${cut[0]!.access.array} is not stored for every iteration`, cut[0]!.place);
    return found;
  }

  private node(operand: TypedValue): LaneNode {
    const { value } = operand;
    const known = this.known.get(value);
    if (known) return known;
    const made = value.startsWith('%') ? this.read(value) : this.constant(operand);
    this.known.set(value, made);
    return made;
  }

  private constant({ value }: TypedValue): LaneNode {
    const element = sameInLanes(value);
    const basis = { order: -1, place: null, name: null, format: null };
    if (element === 'zeroinitializer') return { ...basis, kind: 'constant', value: 0 };
    const number = constantNumber(element);
    if (number === null)
      throw refusal('MX4071', 'a constant differs from one iteration to the next', this.placeOfLoop());
    return { ...basis, kind: 'constant', value: number };
  }

  private read(value: string): LaneNode {
    const parameter = this.parameters.get(value);
    if (parameter?.kind === 'number')
      return { order: -1, place: null, name: null, format: null, kind: 'uniform', text: parameter.name, access: null };
    const found = this.definitions.get(value);
    if (!found) throw refusal('MX4071', `the value ${value} has no definition`, this.placeOfLoop());
    const { instruction, block } = found;
    const basis = {
      order: this.order.get(instruction) ?? -1,
      place: this.debug.place(instruction.debug),
      name: this.names.get(value) ?? null,
      format: this.hasHalves ? (FORMATS[elementOf(instruction.type)] ?? null) : null,
    };
    const { opcode, operands } = instruction;
    if (/double/.test(instruction.type) && basis.place && opcode !== 'load') this.doubles.add(basis.place.line);
    const operator = ARITHMETIC[opcode];
    if (operator) {
      if (/ (?:fast|reassoc) /.test(instruction.text))
        throw refusal(
          'MX4071',
          'the compiler may reorder this computation, which changes its rounding',
          basis.place ?? this.placeOfLoop(),
          'remove #pragma clang fp reassociate(on)',
        );
      return { ...basis, kind: 'arithmetic', operator, operands: [this.node(operands[0]!), this.node(operands[1]!)] };
    }
    switch (opcode) {
      case 'frem':
        return { ...basis, kind: 'call', function: 'fmod', operands: operands.map((one) => this.node(one)) };
      case 'fneg':
        return { ...basis, kind: 'negation', operand: this.node(operands[0]!) };
      case 'fptrunc':
        if (basis.format !== null && basis.format !== 'fp32')
          return { ...basis, kind: 'conversion', operand: this.node(operands[0]!) };
        return this.passedOn(basis, operands[0]!);
      case 'fpext': // exact; written at its uses
      case 'freeze': // formats are chosen when the source is written
        return this.passedOn(basis, operands[0]!);
      case 'sitofp':
      case 'uitofp':
        return { ...basis, kind: 'counter', value: this.numbers.number(operands[0]!.value) };
      case 'load':
        return this.load(basis, instruction, block);
      case 'select':
        return this.select(basis, instruction);
      case 'fcmp':
        return this.comparison(basis, instruction);
      case 'icmp':
        return { ...basis, kind: 'condition', text: this.numbers.condition(value, instruction) };
      case 'trunc':
        if (!/i1>?$/.test(instruction.type)) break;
        return { ...basis, kind: 'condition', text: this.numbers.condition(value, instruction) };
      case 'and':
      case 'or':
      case 'xor':
        return this.logic(basis, instruction);
      case 'call':
        return this.call(basis, instruction);
      case 'insertelement':
        return Number(operands[2]!.value) === 0 ? this.node(operands[1]!) : this.node(operands[0]!);
      case 'extractelement':
        if (Number(operands[1]!.value) === 0) return this.node(operands[0]!);
        break;
      case 'shufflevector':
        if (operands[2]!.value === 'zeroinitializer') return this.node(operands[0]!);
        throw this.refuse(instruction, 'a value is used by another iteration');
      case 'phi':
        return this.phi(instruction);
    }
    throw this.refuse(instruction, 'an operation of the loop has no vector form');
  }

  private passedOn(basis: { name: string | null }, operand: TypedValue): LaneNode {
    const inner = this.node(operand);
    return basis.name !== null && inner.name === null && inner.order >= 0 ? { ...inner, name: basis.name } : inner;
  }

  /** Arrays that are not parameters, such as `__constant__` ones. */
  tablesIn(nodes: readonly LaneNode[]): Parameter[] {
    const known = new Set([...this.parameters.values()].map(({ name }) => name));
    const names = nodes.flatMap((node) =>
      node.kind === 'uniform' && node.access && !known.has(node.access.array) ? [node.access.array] : [],
    );
    return [...new Set(names)].map((name) => ({
      ...{ kind: 'array' as const, name, fields: [''], numberBytes: 4 as const, format: null, isTable: true },
    }));
  }

  private load(basis: NodeBasis, instruction: Instruction, block: IrBlock): LaneNode {
    const pointer = instruction.operands[0]!.value;
    if (!/^(?:<8 x )?(?:half|bfloat|float|double)>?$/.test(instruction.type))
      throw this.refuse(
        instruction,
        `an array of ${elementOf(instruction.type)} is read; only arrays of numbers are supported`,
      );
    const access = this.access(pointer, instruction.type, instruction, instruction.type.startsWith('<'));
    if (access.stride === 0) {
      if (this.written.has(access.array))
        throw this.refuse(
          instruction,
          `${access.array} is written in the loop, and one of its elements is read in every iteration`,
        );
      return { ...basis, kind: 'uniform', text: `widen(${access.array}[${linearText(access.offset)}])`, access };
    }
    if (![...this.parameters.values()].some(({ name }) => name === access.array))
      throw this.refuse(instruction, `of the table ${access.array}, another element is read in each iteration`);
    return { ...basis, kind: 'load', access, condition: this.conditionOf(block) };
  }

  private access(pointer: string, type: string, instruction: Instruction, isVector: boolean): Access {
    const access = this.numbers.access(pointer, elementOf(type), instruction);
    if (isVector && access.stride !== 1)
      throw this.refuse(instruction, `${access.array} is accessed with stride ${access.stride} in a vector`);
    return access;
  }

  private select(basis: NodeBasis, instruction: Instruction): LaneNode {
    const [condition, yes, no] = instruction.operands as [TypedValue, TypedValue, TypedValue];
    if (!/i1>?$/.test(yes.type))
      return { ...basis, kind: 'select', condition: this.node(condition), operands: [this.node(yes), this.node(no)] };
    const joined = maskSelect(basis, [condition, yes, no], (operand) => this.node(operand));
    if (!joined) throw refusal('MX4071', 'the loop selects between masks', basis.place);
    return joined;
  }

  private comparison(basis: NodeBasis, instruction: Instruction): LaneNode {
    const [left, right] = instruction.operands.map((operand) => this.node(operand)) as [LaneNode, LaneNode];
    const predicate = instruction.extra[0]!;
    const compared = comparisonNode(basis, predicate, left, right);
    if (!compared) throw this.refuse(instruction, `comparison '${predicate}'`);
    return compared;
  }

  private logic(basis: NodeBasis, instruction: Instruction): LaneNode {
    const [left, right] = instruction.operands as [TypedValue, TypedValue];
    if (!/i1>?$/.test(left.type)) throw this.refuse(instruction, 'integers are computed per lane');
    if (instruction.opcode === 'xor' && sameInLanes(right.value) === 'true')
      return { ...basis, kind: 'not', operand: this.node(left) };
    const operator = { and: '&', or: '|', xor: '^' }[instruction.opcode] as '&' | '|' | '^';
    return { ...basis, kind: 'logic', operator, operands: [this.node(left), this.node(right)] };
  }

  private call(basis: NodeBasis, instruction: Instruction): LaneNode {
    const callee = instruction.extra[0]!;
    const name = vectorFunction(callee);
    if (name === null) throw this.refuse(instruction, `the function ${callee} has no vector form`);
    const operands = instruction.operands.map((operand) => this.node(operand));
    const tag = operands.at(-1);
    const tagged = tag?.kind === 'uniform' && tag.access ? taggedFunction(tag.access.array) : null;
    if (tagged !== null) return { ...basis, kind: 'call', function: tagged, operands: operands.slice(0, -1) };
    return name === 'fma'
      ? { ...basis, kind: 'fma', operands: operands as [LaneNode, LaneNode, LaneNode] }
      : { ...basis, kind: 'call', function: name, operands };
  }

  /** The value of the path that lane 0 takes; paths without a value have been skipped by its mask. */
  private phi(instruction: Instruction): LaneNode {
    if (!this.order.has(instruction) && this.loopPhiReader) return this.loopPhiReader(instruction);
    const paths = instruction.operands.flatMap((operand, at) =>
      operand.value === 'poison' ? [] : { operand, block: this.paths.block(instruction.extra[at]!) },
    );
    // a path inside another is the one taken wherever its block is executed
    const [last, ...inner] = paths.sort((a, b) => this.paths.depth(a.block) - this.paths.depth(b.block));
    if (!last) throw this.refuse(instruction, 'a value is defined in no lane');
    return inner.reduce((otherwise: LaneNode, { operand, block }): LaneNode => {
      const value = this.node(operand);
      const condition = this.conditionOf(block);
      if (value === otherwise) return value;
      if (!condition) throw this.refuse(instruction, 'a value depends on a branch that has no condition');
      const basis = { order: this.order.get(instruction)!, place: value.place, name: null, format: value.format };
      return { ...basis, kind: 'select', condition, operands: [value, otherwise] };
    }, this.node(last.operand));
  }

  /** The condition under which lane 0 executes a block; null for a block that all lanes execute. */
  private conditionOf(block: IrBlock): LaneNode | null {
    const [header] = this.loop.blocks;
    if (block === header) return null;
    const before = this.paths.before(block);
    const [only, other] = before;
    if (!only) return null;
    if (other) return this.conditionOf(this.paths.commonDominator(before));
    const outer = this.conditionOf(only);
    const { operands, extra, debug } = only.instructions.at(-1)!;
    const [condition] = operands;
    if (!condition || extra[0] === extra[1]) return outer;
    const basis = { order: -1, place: this.debug.place(debug), name: null, format: null };
    const bit = this.definitions.get(condition.value)?.instruction;
    const holds = this.node(bit?.opcode === 'extractelement' ? bit.operands[0]! : condition);
    const own: LaneNode = extra[0] === block.label ? holds : { ...basis, kind: 'not', operand: holds };
    return outer ? { ...basis, order: holds.order, kind: 'logic', operator: '&', operands: [outer, own] } : own;
  }

  private refuse(instruction: Instruction, why: string): Error {
    const place = this.debug.place(instruction.debug) ?? this.placeOfLoop();
    const remedy = Object.entries(REMEDIES).find(([reason]) => why.endsWith(reason))?.[1];
    return refusal('MX4071', why, place, remedy);
  }

  placeOfLoop(): Place | null {
    for (const { instructions } of [...this.loop.blocks].reverse()) {
      const place = this.debug.place(instructions.at(-1)?.debug ?? null);
      if (place) return place;
    }
    // branches added by LLVM have no place
    for (const { debug } of this.order.keys()) {
      const place = this.debug.place(debug);
      if (place?.inlinedFrom === null) return place;
    }
    return null;
  }
}

/** The constant of all lanes that have one: `splat (i1 true)`, `<float 1.0, float poison>`; other text unchanged. */
function sameInLanes(value: string): string {
  const splat = /^splat \(\S+ (.+)\)$/.exec(value)?.[1];
  const lanes = value.startsWith('<') ? splitList(value.slice(1, -1)).map((one) => one.split(' ')[1]!) : [];
  const [first, other] = new Set(lanes.filter((one) => one !== 'poison'));
  return splat ?? (other === undefined && first !== undefined ? first : value);
}

/** The single stores of one store of the source, from lane 0 on. */
type StoredLanes = (LaneStore & { readonly debug: number | null })[];

function isNextLane(lanes: StoredLanes, { array, stride, offset }: Access, debug: number | null): boolean {
  const [first] = lanes as [StoredLanes[number]];
  return (
    lanes.length < ASKED_WIDTH &&
    first.debug === debug &&
    first.access.array === array &&
    first.access.stride === stride &&
    isEqual(offset, sum(first.access.offset, constantForm(lanes.length * stride)))
  );
}

function elementOf(type: string): string {
  return type.replace(/^<\d+ x |>$/g, '');
}
