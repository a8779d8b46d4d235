/**
 * Reductions of a vector loop as LLVM leaves them: an accumulator of 8 lanes that goes through the iterations, put together behind the loop by
 * `llvm.vector.reduce`, and merged with what the scalar loop for the rest makes of it. What the function does with it then is read too.
 */
import type { DebugInfo } from './debug-info.js';
import type { Fold, LaneNode, LoopResult, Place, Reduction } from './lane-program.js';
import { constantNumber } from './llvm-ir/constant-number.js';
import type { Instruction, IrBlock, IrFunction, TypedValue } from './llvm-ir/module.js';
import { alwaysPassed, hasSeveralLoops, onCycles } from './loop-guards.js';
import { CALLED } from './own-names.js';
import type { LaneReader } from './read-lanes.js';
import { refusal } from './refusal.js';
import { ASKED_WIDTH, definitionsIn, type VectorLoop } from './vector-loop.js';

const FOLDS: Readonly<Record<string, Fold>> = { fadd: 'sum', fmul: 'product', fmin: 'smallest', fmax: 'largest' };

interface FoundReduction {
  readonly phi: Instruction;
  readonly fold: Fold;
  readonly start: TypedValue;
  readonly next: TypedValue;
  /** All lanes together, behind the loop. */
  readonly whole: string;
}

export function foundReductions(fn: IrFunction, loop: VectorLoop): FoundReduction[] {
  const definitions = definitionsIn(fn.blocks);
  const header = loop.blocks[0]!.instructions;
  const inLoop = loop.blocks.flatMap(({ instructions }) => instructions.map(({ result }) => result));
  const found = loop.others.flatMap(({ instructions }) =>
    instructions.flatMap((one): FoundReduction[] => {
      const fold = FOLDS[/^llvm\.vector\.reduce\.(f\w+)\./.exec(one.extra[0] ?? '')?.[1] ?? ''];
      if (one.opcode !== 'call' || !fold) return [];
      let next = one.operands.at(-1)!;
      // of a maximum LLVM leaves the loop at the first that is no number, and goes on one by one
      const chosen = definitions.get(next.value)?.instruction;
      if (chosen?.opcode === 'select') next = chosen.operands[2]!;
      const phi = header.find(
        ({ opcode, operands }) => opcode === 'phi' && operands.some(({ value }) => value === next.value),
      );
      const first = phi?.operands.find(({ value }) => value !== next.value);
      const start = first && laneZero(first, (value) => definitions.get(value)?.instruction);
      return phi && start ? [{ phi, fold, start, next, whole: one.result! }] : [];
    }),
  );
  return found.sort((a, b) => inLoop.indexOf(a.next.value) - inLoop.indexOf(b.next.value));
}

/** Of a vector that starts a reduction the lane that has the number the source starts with. */
function laneZero(
  { type, value }: TypedValue,
  definition: (value: string) => Instruction | undefined,
): TypedValue | null {
  const element = type.replace(/^<\d+ x |>$/g, '');
  if (value === 'zeroinitializer') return { type: element, value: '0.000000e+00' };
  const constant = /^<\w+ ([^,]+),/.exec(value) ?? /^splat \(\w+ (\S+)\)$/.exec(value);
  if (constant) return { type: element, value: constant[1]! };
  const made = definition(value);
  if (made?.opcode === 'shufflevector') return laneZero(made.operands[0]!, definition);
  return made?.opcode === 'insertelement' && made.operands[2]!.value === '0' ? made.operands[1]! : null;
}

/** Reads the reductions of a loop, and lets the reader know what stands for them. */
export class ReductionReader {
  private readonly cycles: ReadonlySet<string>;
  private readonly definitions;

  constructor(
    private readonly fn: IrFunction,
    private readonly loop: VectorLoop,
    private readonly debug: DebugInfo,
    private readonly reader: LaneReader,
    private readonly found: readonly FoundReduction[],
  ) {
    this.definitions = definitionsIn(fn.blocks);
    this.cycles = onCycles(loop.others);
    if (found.length > 0 && hasSeveralLoops(loop.others))
      throw refusal(
        'MX4071',
        'the function has a loop besides the one that is reduced',
        reader.placeOfLoop(),
        'put each loop into a function of its own',
      );
  }

  reductions(): Reduction[] {
    const nodes = this.found.map(({ phi }, reduction): LaneNode => {
      const node = { kind: 'accumulator' as const, reduction, order: -1, place: null, name: null, format: null };
      this.reader.stands(phi.result!, node);
      return node;
    });
    const read = this.found.map(({ phi, fold, start, next, whole }, at) => ({
      name: notCalled(this.nameOf(whole) ?? 'total'),
      ...{ fold, start: this.reader.value(start), next: this.reader.value(next) },
      order: this.reader.orderOf(next.value),
      place: this.placeOf(this.definitions.get(next.value)?.instruction ?? phi),
      accumulator: nodes[at]!,
    }));
    this.found.forEach((one, at) => {
      for (const value of this.mergedWith(one)) this.reader.stands(value, nodes[at]!);
    });
    const taken = new Map<string, number>();
    return read.map(({ accumulator: _, ...one }) => {
      const times = taken.get(one.name) ?? 0;
      taken.set(one.name, times + 1);
      return times === 0 ? one : { ...one, name: `${one.name}${times + 1}` };
    });
  }

  /** What is done with them, once, whether the loop runs or not. */
  results(reductions: readonly Reduction[]): LoopResult[] {
    const inLoop = new Set(this.loop.blocks.flatMap(({ instructions }) => instructions.map((one) => one.debug)));
    this.reader.behindLoop = (phi) => this.afterLoop(phi, reductions);
    return this.loop.others.flatMap((block) =>
      block.instructions.flatMap((one): LoopResult[] => {
        const isStore = one.opcode === 'store' && !inLoop.has(one.debug);
        const isReturn = one.opcode === 'ret' && one.operands.length > 0;
        if (!isStore && !isReturn) return [];
        const place = this.placeOf(one);
        if (!alwaysPassed(this.fn, block.label) || this.cycles.has(block.label))
          throw refusal(
            'MX4071',
            'what is done behind the loop is not done always, or more than once',
            place,
            'let the function store or return what the loop came to, and decide where it is called',
          );
        const value = this.reader.value(one.operands[0]!);
        if (isReturn) return [{ target: null, value, place }];
        const access = this.reader.addressed(one);
        return [{ target: { array: access.array, offset: access.offset }, value, place }];
      }),
    );
  }

  /** In the function itself; LLVM has instructions of its own, which are on no line. */
  private placeOf({ debug }: Instruction): Place | null {
    const place = this.debug.place(debug);
    if (!place || place.line === 0) return this.reader.placeOfLoop();
    if (place.inlinedFrom === null) return place;
    return { file: this.debug.headOf(this.fn).file, line: place.inlinedFrom, column: 1, inlinedFrom: null };
  }

  /** The values outside the vector loop that are this reduction: whole, or merged with the scalar loop's. */
  private mergedWith({ whole, start }: FoundReduction): Set<string> {
    const same = new Set([whole]);
    const phis = this.loop.others.flatMap(({ instructions }) => instructions.filter(({ opcode }) => opcode === 'phi'));
    for (let before = -1; before < same.size; ) {
      before = same.size;
      for (const { result, operands } of phis) {
        if (same.has(result!) || !operands.some(({ value }) => same.has(value))) continue;
        const isMerge = operands.every(
          ({ value }) => same.has(value) || value === start.value || this.isInScalarLoop(value),
        );
        if (isMerge) same.add(result!);
      }
    }
    return same;
  }

  private isInScalarLoop(value: string): boolean {
    const block = this.definitions.get(value)?.block;
    return block !== undefined && this.cycles.has(block.label);
  }

  /** A value of a loop that ran, merged with what LLVM has worked out for one that did not: they must be the same function. */
  private afterLoop(phi: Instruction, reductions: readonly Reduction[]): LaneNode {
    const [ran, ...more] = phi.operands.filter(({ value }) => this.dependsOnLoop(value));
    const place = this.placeOf(phi);
    const unlike = refusal(
      'MX4071',
      'the function gives something else where the loop does not run',
      place,
      'let it give what the loop came to, and decide where it is called',
    );
    if (!ran || more.length > 0) throw unlike;
    const node = this.reader.value(ran);
    const expected = valueAtStart(node, reductions);
    for (const { value } of phi.operands.filter((one) => one !== ran)) {
      const constant = constantNumber(value);
      if (constant === null || expected === null || !Object.is(constant, expected)) throw unlike;
    }
    return node;
  }

  private dependsOnLoop(value: string, seen = new Set<string>()): boolean {
    if (this.found.some(({ whole }) => whole === value)) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    const made = this.definitions.get(value)?.instruction;
    return made?.operands.some((one) => this.dependsOnLoop(one.value, seen)) ?? false;
  }

  /** Of the variable that the merged value is. */
  private nameOf(whole: string): string | null {
    const merged = this.mergedWith(this.found.find((one) => one.whole === whole)!);
    const records = this.fn.blocks.flatMap(({ instructions }) =>
      instructions.filter(({ opcode, operands }) => opcode === 'dbg_value' && merged.has(operands[0]?.value ?? '')),
    );
    // a variable of the function itself before a parameter of what was inlined into it
    const record = records.find(({ debug }) => !this.debug.isInlined(debug)) ?? records[0];
    return this.debug.variable(record?.variable ?? null)?.name ?? null;
  }
}

/** A variable must not hide what is called to compute it: `max = max(max, …)`. */
function notCalled(name: string): string {
  return CALLED.has(name) ? `${name}_` : name;
}

/** Of a loop that did not run, where that is a constant: computed in float, as LLVM does. */
function valueAtStart(node: LaneNode, reductions: readonly Reduction[]): number | null {
  const values = (nodes: readonly LaneNode[]) => nodes.map((one) => valueAtStart(one, reductions));
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'accumulator':
      return valueAtStart(reductions[node.reduction]!.start, reductions);
    case 'negation': {
      const [x] = values([node.operand]);
      return x === null ? null : -x!;
    }
    case 'arithmetic': {
      const [a, b] = values(node.operands);
      if (a === null || b === null) return null;
      return Math.fround({ '+': a! + b!, '-': a! - b!, '*': a! * b!, '/': a! / b! }[node.operator]);
    }
    case 'call': {
      const [x] = values(node.operands);
      if (x === null || x === undefined) return null;
      return node.function === 'sqrt' ? Math.fround(Math.sqrt(x)) : node.function === 'abs' ? Math.abs(x) : null;
    }
    default:
      return null;
  }
}

/** A number that goes from one iteration to the next and is no reduction. */
export function carriedNumbers({ blocks }: VectorLoop, found: readonly FoundReduction[]): Instruction[] {
  const isNumber = ({ opcode, type }: Instruction) =>
    opcode === 'phi' && new RegExp(`^(?:<${ASKED_WIDTH} x )?(?:float|double)>?$`).test(type);
  return (blocks[0] as IrBlock).instructions.filter((one) => isNumber(one) && !found.some(({ phi }) => phi === one));
}
