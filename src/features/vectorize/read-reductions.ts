/**
 * Reductions of a vector loop in LLVM IR: an accumulator of 8 lanes is carried through the iterations, reduced after the loop by
 * `llvm.vector.reduce`, and merged with the result of the scalar remainder loop. The use of the result in the function is read too.
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
  /** The reduction of all lanes after the loop. */
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
      // for a maximum, LLVM leaves the vector loop at the first NaN and continues with the scalar loop
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

/** The lane of a start vector that has the start value of the source. */
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

/** Reads the reductions of a loop, and binds their values in the reader. */
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
        'the function has another loop besides the reduction',
        reader.placeOfLoop(),
        'move each loop into its own function',
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

  /** The unconditional use of the reductions after the loop. */
  results(reductions: readonly Reduction[]): LoopResult[] {
    const inLoop = new Set(this.loop.blocks.flatMap(({ instructions }) => instructions.map((one) => one.debug)));
    this.reader.loopPhiReader = (phi) => this.afterLoop(phi, reductions);
    return this.loop.others.flatMap((block) =>
      block.instructions.flatMap((one): LoopResult[] => {
        const isStore = one.opcode === 'store' && !inLoop.has(one.debug);
        const isReturn = one.opcode === 'ret' && one.operands.length > 0;
        if (!isStore && !isReturn) return [];
        const place = this.placeOf(one);
        if (!alwaysPassed(this.fn, block.label) || this.cycles.has(block.label))
          throw refusal(
            'MX4071',
            'the code after the loop is conditional, or runs more than once',
            place,
            'store or return the result unconditionally, and move the condition to the caller',
          );
        const value = this.reader.value(one.operands[0]!);
        if (isReturn) return [{ target: null, value, place }];
        const access = this.reader.addressed(one);
        return [{ target: { array: access.array, offset: access.offset }, value, place }];
      }),
    );
  }

  /** Whether an instruction belongs to the function itself; instructions added by LLVM have no line. */
  private placeOf({ debug }: Instruction): Place | null {
    const place = this.debug.place(debug);
    if (!place || place.line === 0) return this.reader.placeOfLoop();
    if (place.inlinedFrom === null) return place;
    return { file: this.debug.headOf(this.fn).file, line: place.inlinedFrom, column: 1, inlinedFrom: null };
  }

  /** The values outside the vector loop that hold this reduction, alone or merged with that of the scalar loop. */
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

  /** A result merged with LLVM's precomputed result for zero iterations; both must be the same function. */
  private afterLoop(phi: Instruction, reductions: readonly Reduction[]): LaneNode {
    const [ran, ...more] = phi.operands.filter(({ value }) => this.dependsOnLoop(value));
    const place = this.placeOf(phi);
    const unlike = refusal(
      'MX4071',
      'the function has a different result for zero iterations',
      place,
      'return the result of the loop in all cases, and move the condition to the caller',
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

  /** Name of the variable of the merged value. */
  private nameOf(whole: string): string | null {
    const merged = this.mergedWith(this.found.find((one) => one.whole === whole)!);
    const records = this.fn.blocks.flatMap(({ instructions }) =>
      instructions.filter(({ opcode, operands }) => opcode === 'dbg_value' && merged.has(operands[0]?.value ?? '')),
    );
    // prefer variables of the function to parameters of inlined functions
    const record = records.find(({ debug }) => !this.debug.isInlined(debug)) ?? records[0];
    return this.debug.variable(record?.variable ?? null)?.name ?? null;
  }
}

/** A variable must not hide the function that computes it: `max = max(max, …)`. */
function notCalled(name: string): string {
  return CALLED.has(name) ? `${name}_` : name;
}

/** The result for zero iterations if it is constant, computed in float as LLVM does. */
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

/** A value carried from one iteration to the next that is not a reduction. */
export function carriedNumbers({ blocks }: VectorLoop, found: readonly FoundReduction[]): Instruction[] {
  const isNumber = ({ opcode, type }: Instruction) =>
    opcode === 'phi' && new RegExp(`^(?:<${ASKED_WIDTH} x )?(?:float|double)>?$`).test(type);
  return (blocks[0] as IrBlock).instructions.filter((one) => isNumber(one) && !found.some(({ phi }) => phi === one));
}
