/**
 * The data-dependence graph of one function (GPUMixer paper, section 4.2): nodes are floating-point operations that can be lowered, edges the
 * values that flow between them.
 *
 * Local variables, choices (`c ? a : b`), φs and implicit conversions are not nodes: they only pass a value on. An operand therefore has one or
 * more *origins*, the values that it may be. Everything else ends a set: loads, parameters, calls, atomics, explicit casts, and the operations
 * the caller excludes. Constants and integers have no format of their own and need no conversion; neither do values that have the lower format
 * already.
 *
 * A loop-carried value (`sum += x`) is an edge from the operation to itself. It can never cross a boundary, so it is left out.
 */
import { type Format, formats } from '../numerics/format.js';
import { hasTwins } from '../program/library/library.js';
import type { FunctionIndex, LoopIndex, Operation, OperationIndex, Program, ValueIndex } from '../program/program.js';
import { operandsOf } from '../program/verify.js';

export type NodeIndex = number;

/** One operand that may need a conversion: the nodes it may come from, and the other values. */
export interface DependenceOperand {
  readonly user: NodeIndex;
  readonly nodes: readonly NodeIndex[];
  /** Values from outside the graph in the wider format. */
  readonly values: readonly ValueIndex[];
}

export interface DependenceNode {
  readonly operation: OperationIndex;
  readonly loop: LoopIndex | null;
  readonly operands: readonly DependenceOperand[];
  /** Operands that are constants. */
  readonly constants: number;
  /** Operands of other nodes that may be this node's result; a node that is both operands of another counts twice. */
  readonly uses: readonly DependenceOperand[];
  /** Uses that end a set: stores to memory, arguments, returns, operations that keep their format. */
  readonly lastUses: number;
}

export interface DependenceGraph {
  readonly function: FunctionIndex;
  readonly nodes: readonly DependenceNode[];
  readonly valueCount: number;
}

export interface DependenceOptions {
  /** The format operations are lowered from. */
  readonly from: Format;
  readonly to: Format;
  /** Math calls with a counterpart in the lower format are nodes; in the paper, calls end a set. */
  readonly mathCalls: boolean;
  readonly excluded: ReadonlySet<OperationIndex>;
}

const JOINS = new Set(['add', 'sub', 'mul', 'div', 'neg', 'compare']);

function joins(operation: Operation, index: OperationIndex, options: DependenceOptions): boolean {
  if (operation.format !== options.from || operation.symbol.startsWith('__') || options.excluded.has(index))
    return false;
  return JOINS.has(operation.kind) || (options.mathCalls && operation.kind === 'math' && hasTwins(operation.symbol));
}

const [UNKNOWN, NO, YES] = [0, 1, 2];

interface Origins {
  readonly nodes: readonly NodeIndex[];
  readonly values: readonly ValueIndex[];
}

export function buildDependenceGraph(
  program: Program,
  functionIndex: FunctionIndex,
  options: DependenceOptions,
): DependenceGraph {
  const { values } = program.functions[functionIndex]!;
  const nodeOf = new Map<ValueIndex, NodeIndex>();
  const isLiteral = new Uint8Array(values.length);
  values.forEach((value, index) => {
    const operands = operandsOf(value);
    if (value.kind === 'literal' || (operands.length > 0 && operands.every((operand) => isLiteral[operand] === 1)))
      isLiteral[index] = 1; // the compiler folds it
    else if (value.kind === 'operation' && joins(program.operations[value.operation]!, value.operation, options))
      nodeOf.set(index, nodeOf.size);
  });
  const origins = new OriginFinder(program, functionIndex, nodeOf, options);
  const operands: DependenceOperand[][] = [];
  const uses: DependenceOperand[][] = [...nodeOf].map(() => []);
  const constants: number[] = [];
  for (const [index, user] of nodeOf) {
    const own: DependenceOperand[] = [];
    let free = 0;
    for (const operand of operandsOf(values[index]!)) {
      const found = origins.of(operand);
      const nodes = found.nodes.filter((node) => node !== user);
      if (nodes.length > 0 || found.values.length > 0) own.push({ user, nodes, values: found.values });
      else if (origins.isConstant(operand)) free++;
    }
    for (const operand of own) for (const node of operand.nodes) uses[node]!.push(operand);
    operands.push(own);
    constants.push(free);
  }
  const lastUses = countLastUses(program, functionIndex, nodeOf, origins);
  return {
    function: functionIndex,
    valueCount: values.length,
    nodes: [...nodeOf.keys()].map((index, node) => {
      const value = values[index]!;
      const operation = value.kind === 'operation' ? value.operation : 0;
      return {
        operation,
        loop: program.operations[operation]!.loop,
        operands: operands[node]!,
        constants: constants[node]!,
        uses: uses[node]!,
        lastUses: lastUses[node]!,
      };
    }),
  };
}

/** Uses of each node outside the graph. A conversion to an integer accepts any format, so it needs no conversion before it. */
function countLastUses(
  program: Program,
  functionIndex: FunctionIndex,
  nodeOf: ReadonlyMap<ValueIndex, NodeIndex>,
  origins: OriginFinder,
): number[] {
  const found = [...nodeOf].map(() => 0);
  program.functions[functionIndex]!.values.forEach((value, index) => {
    if (nodeOf.has(index) || origins.forwardsOperand(index)) return;
    if (value.kind === 'operation' && /^(?:integer|bool)$/.test(program.operations[value.operation]!.symbol)) return;
    for (const operand of operandsOf(value)) for (const node of origins.of(operand).nodes) found[node]!++;
  });
  return found;
}

class OriginFinder {
  private readonly known = new Map<ValueIndex, Origins>();
  private readonly isRead: Uint8Array;
  private readonly constant: Uint8Array;

  constructor(
    private readonly program: Program,
    private readonly functionIndex: FunctionIndex,
    private readonly nodeOf: ReadonlyMap<ValueIndex, NodeIndex>,
    private readonly options: DependenceOptions,
  ) {
    const { values } = program.functions[functionIndex]!;
    this.isRead = new Uint8Array(values.length);
    this.constant = new Uint8Array(values.length);
    for (const value of values) for (const operand of operandsOf(value)) this.isRead[operand] = 1;
  }

  /** A value that only passes on another one in the wider format. Only a local variable whose address is never taken is read without a load. */
  forwardsOperand(index: ValueIndex): boolean {
    const { values } = this.program.functions[this.functionIndex]!;
    const value = values[index]!;
    switch (value.kind) {
      case 'phi':
        return this.program.sites[value.site]!.format === this.options.from;
      case 'select':
        return true;
      case 'store':
        return (
          this.isRead[index] === 1 &&
          value.site !== null &&
          this.program.sites[value.site]!.format === this.options.from
        );
      case 'operation': {
        const { kind, implicit, format } = this.program.operations[value.operation]!;
        return kind === 'convert' && implicit && format === this.options.from;
      }
      default:
        return false;
    }
  }

  of(index: ValueIndex): Origins {
    let found = this.known.get(index);
    if (!found) {
      found = this.find(index);
      this.known.set(index, found);
    }
    return found;
  }

  /** Walks back through values that only pass others on; each φ of a loop is visited once. */
  private find(start: ValueIndex): Origins {
    const { values } = this.program.functions[this.functionIndex]!;
    const nodes = new Set<NodeIndex>();
    const others = new Set<ValueIndex>();
    const seen = new Set<ValueIndex>([start]);
    const open = [start];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const node = this.nodeOf.get(index);
      if (node !== undefined) nodes.add(node);
      else if (this.forwardsOperand(index)) {
        for (const operand of operandsOf(values[index]!)) {
          if (seen.has(operand)) continue;
          seen.add(operand);
          open.push(operand);
        }
      } else if (!this.isConstant(index) && formats[this.formatOf(index)].rank > formats[this.options.to].rank)
        others.add(index);
    }
    return { nodes: [...nodes], values: [...others] };
  }

  /** Literals and values computed from literals alone, which the compiler folds; and integers, which accept any format. */
  isConstant(index: ValueIndex): boolean {
    if (this.constant[index] === UNKNOWN) {
      this.constant[index] = NO; // for a value that depends on itself
      this.constant[index] = this.findConstant(index) ? YES : NO;
    }
    return this.constant[index] === YES;
  }

  private findConstant(index: ValueIndex): boolean {
    const value = this.program.functions[this.functionIndex]!.values[index]!;
    switch (value.kind) {
      case 'literal':
      case 'integer':
      case 'undefined':
        return true;
      case 'operation':
      case 'store':
      case 'select':
        return (
          !this.nodeOf.has(index) &&
          operandsOf(value).length > 0 &&
          operandsOf(value).every((one) => this.isConstant(one))
        );
      default:
        return false;
    }
  }

  private formatOf(index: ValueIndex): Format {
    const { values } = this.program.functions[this.functionIndex]!;
    const value = values[index]!;
    switch (value.kind) {
      case 'load':
        return value.format;
      case 'parameter':
      case 'phi':
        return this.program.sites[value.site]!.format;
      case 'store':
        return value.site === null ? this.options.from : this.program.sites[value.site]!.format;
      case 'operation':
        return this.program.operations[value.operation]!.format;
      case 'call':
        return value.format ?? this.options.from;
      default:
        return this.options.from;
    }
  }
}
