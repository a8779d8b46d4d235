/**
 * Grows one set from one operation, breadth first (Algorithm 1 of the GPUMixer paper), and counts the conversions as it grows. There are three
 * ways to count them:
 *
 *   paper      a joining node adds its in- and out-edges, less its constants, less 1. Constants are no nodes and thus no in-edges, and
 *              are subtracted nevertheless: this reproduces the ratios of figure 2. Edges between members are never subtracted again.
 *   exact      the edges that cross the boundary: operands that some value from outside reaches, and uses outside.
 *   exact, per value   a value that crosses the boundary is converted once, however many edges it crosses on.
 */
import type { LoopIndex } from '../program/program.js';
import type { DependenceGraph, DependenceNode, NodeIndex } from './dependence-graph.js';

export type ConversionCounting = 'paper' | 'exact';

/** Savings of a lowered operation and costs of conversions; all 1 if operations are counted. */
export interface GrowthWeights {
  saved(node: DependenceNode): number;
  /** Cost of converting to the lower format, beside the operation that reads or computes the value. */
  conversionIn(node: DependenceNode): number;
  /** Cost of converting the operation's result back. */
  conversionOut(node: DependenceNode): number;
}

export interface GrowthOptions {
  readonly counting: ConversionCounting;
  readonly conversionsPerValue: boolean;
  readonly weights: GrowthWeights | null;
  /** The parent of each loop, for conversions that run more often than the arithmetic. */
  readonly loops: readonly { readonly parent: LoopIndex | null; readonly depth: number }[];
}

/** Lists of numbers, stored end to end: list k is `items` from `begins[k]` to `begins[k + 1]`. */
class Lists {
  readonly items: Int32Array;
  readonly begins: Int32Array;

  constructor(lists: readonly (readonly number[])[]) {
    this.items = Int32Array.from(lists.flat());
    this.begins = new Int32Array(lists.length + 1);
    lists.forEach((list, index) => {
      this.begins[index + 1] = this.begins[index]! + list.length;
    });
  }
}

/** The graph as arrays of numbers, because growth from every operation visits each edge thousands of times. */
class FlatGraph {
  readonly operandNodes: Lists;
  readonly operandValues: Lists;
  readonly operandUsers: Int32Array;
  /** Indices of the operands of a node, and of the operands that use it. */
  readonly operandsOf: Lists;
  readonly usesOf: Lists;
  readonly neighbours: Lists;
  readonly lastUses: Int32Array;
  /** -1 outside loops. */
  readonly loops: Int32Array;

  constructor({ nodes }: DependenceGraph) {
    const operands = nodes.flatMap((node) => node.operands);
    const numbers = new Map(operands.map((operand, number) => [operand, number]));
    this.operandNodes = new Lists(operands.map((operand) => operand.nodes));
    this.operandValues = new Lists(operands.map((operand) => operand.values));
    this.operandUsers = Int32Array.from(operands, (operand) => operand.user);
    this.operandsOf = new Lists(nodes.map((node) => node.operands.map((operand) => numbers.get(operand)!)));
    this.usesOf = new Lists(nodes.map((node) => node.uses.map((operand) => numbers.get(operand)!)));
    this.neighbours = new Lists(
      nodes.map((node) => [
        ...new Set([...node.operands.flatMap((one) => one.nodes), ...node.uses.map((one) => one.user)]),
      ]),
    );
    this.lastUses = Int32Array.from(nodes, (node) => node.lastUses);
    this.loops = Int32Array.from(nodes, (node) => node.loop ?? -1);
  }
}

/** A growing set: nodes join one by one, and its counts are updated. */
export class FisetGrowth {
  readonly members: NodeIndex[] = [];
  conversions = 0;
  private saved = 0;
  private spent = 0;
  private readonly flat: FlatGraph;
  private readonly isMember: Uint8Array;
  /**
   * `outsideUses`: per member, its uses outside the set. `nodeReaches`, `valueReaches`: per node or value outside, the operands of members that
   * it reaches.
   */
  private readonly outsideUses: Int32Array;
  private readonly nodeReaches: Int32Array;
  private readonly valueReaches: Int32Array;
  private readonly savedBy: Float64Array;
  private readonly costIn: Float64Array;
  private readonly costOut: Float64Array;
  /** Arithmetic and conversions by innermost loop. */
  private readonly arithmeticIn = new Map<LoopIndex, number>();
  private readonly conversionsIn = new Map<LoopIndex, number>();
  private least = Number.POSITIVE_INFINITY;

  constructor(
    private readonly graph: DependenceGraph,
    private readonly options: GrowthOptions,
  ) {
    const { nodes } = graph;
    const { weights } = options;
    this.flat = new FlatGraph(graph);
    this.isMember = new Uint8Array(nodes.length);
    this.outsideUses = new Int32Array(nodes.length);
    this.nodeReaches = new Int32Array(nodes.length);
    this.valueReaches = new Int32Array(graph.valueCount);
    this.savedBy = Float64Array.from(nodes, (node) => weights?.saved(node) ?? 1);
    this.costIn = Float64Array.from(nodes, (node) => weights?.conversionIn(node) ?? 1);
    this.costOut = Float64Array.from(nodes, (node) => weights?.conversionOut(node) ?? 1);
  }

  /** Empties the set, in time proportional to its size. */
  clear(): void {
    const { members } = this;
    for (let at = 0; at < members.length; at++) this.isMember[members[at]!] = 0;
    if (this.options.conversionsPerValue) this.forgetReaches();
    members.length = 0;
    this.conversions = 0;
    this.saved = 0;
    this.spent = 0;
    this.arithmeticIn.clear();
    this.conversionsIn.clear();
    this.least = Number.POSITIVE_INFINITY;
  }

  private forgetReaches(): void {
    const { operandsOf, operandNodes, operandValues } = this.flat;
    for (const member of this.members) {
      for (let at = operandsOf.begins[member]!; at < operandsOf.begins[member + 1]!; at++) {
        const operand = operandsOf.items[at]!;
        for (let one = operandNodes.begins[operand]!; one < operandNodes.begins[operand + 1]!; one++)
          this.nodeReaches[operandNodes.items[one]!] = 0;
        for (let one = operandValues.begins[operand]!; one < operandValues.begins[operand + 1]!; one++)
          this.valueReaches[operandValues.items[one]!] = 0;
      }
    }
  }

  has(node: NodeIndex): boolean {
    return this.isMember[node] === 1;
  }

  get neighbours(): Lists {
    return this.flat.neighbours;
  }

  /** r_ac, or savings over costs if costs are known; infinite without conversions. */
  get ratio(): number {
    return this.spent <= 0 ? Number.POSITIVE_INFINITY : this.saved / this.spent;
  }

  join(node: NodeIndex): void {
    if (this.options.counting === 'paper') this.countAsThePaper(node);
    else if (this.options.conversionsPerValue) this.countValues(node);
    else this.countEdges(node);
    this.isMember[node] = 1;
    this.members.push(node);
    this.saved += this.savedBy[node]!;
    const loop = this.flat.loops[node]!;
    if (loop >= 0) this.arithmeticIn.set(loop, (this.arithmeticIn.get(loop) ?? 0) + 1);
    this.least = Math.min(this.least, loop < 0 ? 0 : this.options.loops[loop]!.depth);
  }

  private countAsThePaper(node: NodeIndex): void {
    const { operands, uses, lastUses, constants } = this.graph.nodes[node]!;
    const edges = operands.length + uses.length + lastUses - constants;
    this.convert(node, this.members.length === 0 ? edges : edges - 1, this.costIn);
  }

  private countEdges(node: NodeIndex): void {
    const { isMember } = this;
    const { operandsOf, operandNodes, operandValues, operandUsers, usesOf, lastUses } = this.flat;
    for (let at = operandsOf.begins[node]!; at < operandsOf.begins[node + 1]!; at++) {
      const operand = operandsOf.items[at]!;
      let isOpen = operandValues.begins[operand]! < operandValues.begins[operand + 1]!;
      for (let one = operandNodes.begins[operand]!; one < operandNodes.begins[operand + 1]!; one++) {
        const origin = operandNodes.items[one]!;
        if (isMember[origin] === 1) this.convert(origin, -1, this.costOut);
        else isOpen = true;
      }
      if (isOpen) this.convert(node, 1, this.costIn);
    }
    let outside = lastUses[node]!;
    for (let at = usesOf.begins[node]!; at < usesOf.begins[node + 1]!; at++) {
      const user = operandUsers[usesOf.items[at]!]!;
      if (isMember[user] === 0) outside++;
      else if (this.closes(node, usesOf.items[at]!)) this.convert(user, -1, this.costIn);
    }
    if (outside > 0) this.convert(node, outside, this.costOut);
  }

  /** True if `node` is the only value from outside that reaches this operand of a member. */
  private closes(node: NodeIndex, operand: number): boolean {
    const { operandNodes, operandValues } = this.flat;
    if (operandValues.begins[operand]! < operandValues.begins[operand + 1]!) return false;
    for (let one = operandNodes.begins[operand]!; one < operandNodes.begins[operand + 1]!; one++) {
      const origin = operandNodes.items[one]!;
      if (origin !== node && this.isMember[origin] === 0) return false;
    }
    return true;
  }

  private countValues(node: NodeIndex): void {
    const { operandsOf, operandNodes, operandValues, operandUsers, usesOf, lastUses } = this.flat;
    for (let at = operandsOf.begins[node]!; at < operandsOf.begins[node + 1]!; at++) {
      const operand = operandsOf.items[at]!;
      for (let one = operandNodes.begins[operand]!; one < operandNodes.begins[operand + 1]!; one++) {
        const origin = operandNodes.items[one]!;
        if (this.isMember[origin] === 1) {
          if (--this.outsideUses[origin]! === 0) this.convert(origin, -1, this.costOut);
        } else if (this.nodeReaches[origin]!++ === 0) this.convert(origin, 1, this.costIn);
      }
      for (let one = operandValues.begins[operand]!; one < operandValues.begins[operand + 1]!; one++)
        if (this.valueReaches[operandValues.items[one]!]!++ === 0) this.convert(node, 1, this.costIn);
    }
    if (this.nodeReaches[node]! > 0) this.convert(node, -1, this.costIn);
    let outside = lastUses[node]!;
    for (let at = usesOf.begins[node]!; at < usesOf.begins[node + 1]!; at++)
      if (this.isMember[operandUsers[usesOf.items[at]!]!] === 0) outside++;
    this.outsideUses[node] = outside;
    if (outside > 0) this.convert(node, 1, this.costOut);
  }

  private convert(node: NodeIndex, count: number, cost: Float64Array): void {
    this.conversions += count;
    this.spent += count * cost[node]!;
    const loop = this.flat.loops[node]!;
    if (loop >= 0) this.conversionsIn.set(loop, (this.conversionsIn.get(loop) ?? 0) + count);
  }

  /** Whether some conversions run in a deeper loop than some of the arithmetic. */
  get isAcrossLoops(): boolean {
    for (const [loop, conversions] of this.withInnerLoops(this.conversionsIn))
      if (conversions > 0 && this.options.loops[loop]!.depth > this.least) return true;
    return false;
  }

  /**
   * Section 4.4: if some of the arithmetic is outside a loop, the conversions inside the loop run more often than that arithmetic. The loop
   * itself must then contain at least as much arithmetic as conversions.
   */
  get paysInLoops(): boolean {
    if (this.conversionsIn.size === 0) return true;
    const arithmetic = this.withInnerLoops(this.arithmeticIn);
    for (const [loop, conversions] of this.withInnerLoops(this.conversionsIn))
      if (this.options.loops[loop]!.depth > this.least && conversions > (arithmetic.get(loop) ?? 0)) return false;
    return true;
  }

  private withInnerLoops(own: ReadonlyMap<LoopIndex, number>): Map<LoopIndex, number> {
    const total = new Map<LoopIndex, number>();
    for (const [loop, count] of own)
      for (let at: LoopIndex | null = loop; at !== null; at = this.options.loops[at]!.parent)
        total.set(at, (total.get(at) ?? 0) + count);
    return total;
  }
}

/**
 * Joins nodes in the order of Algorithm 1 and reports the set after each. Stops when `step` returns false; `within` restricts it to some of the
 * nodes.
 */
export function growBreadthFirst(
  growth: FisetGrowth,
  start: NodeIndex,
  step: (growth: FisetGrowth) => boolean,
  within: ReadonlySet<NodeIndex> | null = null,
): void {
  const join = (node: NodeIndex): boolean => {
    if (growth.has(node) || (within !== null && !within.has(node))) return true;
    growth.join(node);
    return step(growth);
  };
  growth.clear();
  if (!join(start)) return;
  for (let next = 0; next < growth.members.length; next++) {
    const { items, begins } = growth.neighbours;
    const member = growth.members[next]!;
    for (let at = begins[member]!; at < begins[member + 1]!; at++) if (!join(items[at]!)) return;
  }
}
