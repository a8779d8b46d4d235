/**
 * Accumulated dependency (AD): how far rounding errors can add up on the way to a value. Gu's dissertation defines it twice.
 *
 * Chapter 3, for operations: the number of operations of one type that follow one another, beyond the first. x = a + b + c + d has 2. Chapter 4,
 * for variables: the number of operations computed one after the other for an assigned value. x = a + b * c / d has 3. A value accumulated over
 * a loop of N trips has N, and an atomic counts over the threads too.
 *
 *   weighted AD   = AD × executions of the assignment, over loops and threads
 *   function-AD   = Σ weighted AD of the function's assignments, over its calls or launches
 *   function-FLOP = operations of the function, over loops, threads and calls
 *
 * A kernel that is launched N times with T threads, and assigns one variable of AD 2 in a loop of L trips, has a function-AD of N·T·L·2. The
 * executions of a block come from a profiling run, over all threads and calls, or else from the loop bounds in the text.
 */
import type { BlockIndex, FunctionIndex, Operation, OperationIndex, Program, SiteIndex } from '../program/program.js';
import { operandsOf } from '../program/verify.js';
import { findAccumulatingOperations } from './accumulations.js';
import type { BlockExecutions } from './performance/block-executions.js';

/** Operations that round. Signs, comparisons and conversions add no error of their own. */
const ROUNDING = new Set<Operation['kind']>(['add', 'sub', 'mul', 'div', 'math', 'atomic']);

export function rounds({ kind }: Operation): boolean {
  return ROUNDING.has(kind);
}

/** Additions and subtractions are one type; each library function is a type of its own. */
export function operationType({ kind, symbol }: Operation): string {
  if (kind === 'add' || kind === 'sub') return 'additions';
  if (kind === 'mul') return 'multiplications';
  if (kind === 'div') return 'divisions';
  return kind === 'atomic' ? 'atomics' : `${symbol.replace(/^std::/, '').replace(/f$/, '')} calls`;
}

/** Chapter 3: operation → operations of its own type that precede it in one sequence. A value that a loop carries back starts a new sequence. */
export function operationDependencies(program: Program): number[] {
  const found = program.operations.map(() => 0);
  for (const { values } of program.functions) {
    // operands precede their users, except values that a loop carries back: this leaves those out
    const lengths: { type: string | null; length: number }[] = [];
    values.forEach((value, index) => {
      const operands = operandsOf(value).flatMap((operand) => (operand < index ? [lengths[operand]!] : []));
      const operation = value.kind === 'operation' ? program.operations[value.operation]! : null;
      if (operation && rounds(operation)) {
        const type = operationType(operation);
        const before = Math.max(0, ...operands.map((one) => (one.type === type ? one.length : 0)));
        lengths[index] = { type, length: before + 1 };
        if (value.kind === 'operation') found[value.operation] = before;
      } else lengths[index] = longest(forwardsOperand(value.kind, operation) ? operands : []);
    });
  }
  return found;
}

function forwardsOperand(kind: string, operation: Operation | null): boolean {
  return operation ? operation.kind === 'convert' || operation.kind === 'neg' : /^(?:store|phi|select)$/.test(kind);
}

function longest(operands: readonly { type: string | null; length: number }[]) {
  return operands.reduce((most, one) => (one.length > most.length ? one : most), { type: null, length: 0 });
}

/** One assignment to a variable. */
interface Assignment {
  readonly site: SiteIndex;
  readonly function: FunctionIndex;
  readonly block: BlockIndex;
  readonly dependency: number;
}

export interface VariableDependency {
  /** The largest AD of its assignments. */
  readonly dependency: number;
  /** Σ AD × executions, over its assignments. */
  readonly weighted: number;
  /** Functions that assign it. */
  readonly functions: ReadonlySet<FunctionIndex>;
}

export interface FunctionDependency {
  readonly dependency: number;
  readonly operations: number;
}

export interface VariableDependencies {
  readonly variables: readonly VariableDependency[];
  readonly functions: readonly FunctionDependency[];
}

/** Chapter 4, for every site and every function. */
export function variableDependencies(program: Program, executions: BlockExecutions): VariableDependencies {
  const assignments = findAssignments(program, executions);
  const variables = program.sites.map(() => ({ dependency: 0, weighted: 0, functions: new Set<FunctionIndex>() }));
  const functions = program.functions.map(() => ({ dependency: 0, operations: 0 }));
  for (const { site, function: owner, block, dependency } of assignments) {
    const weighted = dependency * (executions[owner]?.[block] ?? 0);
    const variable = variables[site]!;
    variable.dependency = Math.max(variable.dependency, dependency);
    variable.weighted += weighted;
    variable.functions.add(owner);
    functions[owner]!.dependency += weighted;
  }
  for (const operation of program.operations)
    if (rounds(operation))
      functions[operation.function]!.operations += executions[operation.function]?.[operation.block] ?? 0;
  return { variables, functions };
}

function findAssignments(program: Program, executions: BlockExecutions): Assignment[] {
  const accumulating = findAccumulatingOperations(program);
  const found: Assignment[] = [];
  program.functions.forEach((owner, index) => {
    const lengths = computationLengths(program, index);
    owner.values.forEach((value, at) => {
      const block = owner.valueBlocks[at]!;
      if (value.kind === 'return' && owner.returnSite !== null)
        found.push({ site: owner.returnSite, function: index, block, dependency: lengths[value.value]! });
      if (value.kind !== 'store' || value.site === null) return;
      const sum = accumulatedBy(program, index, value.value, accumulating);
      const dependency = sum === null ? lengths[value.value]! : timesRepeated(program, executions, sum);
      found.push({ site: value.site, function: index, block, dependency: Math.max(dependency, lengths[value.value]!) });
    });
  });
  for (const { operation, cell } of program.atomics) {
    const { site } = program.cells[cell]!;
    const { function: owner, block } = program.operations[operation]!;
    // every thread adds to it, so the operations of all threads and of all enclosing loops accumulate in one place
    if (site !== null) found.push({ site, function: owner, block, dependency: executions[owner]?.[block] ?? 1 });
  }
  return found;
}

/** Operations behind each value, back to the variables it is computed from. Constants, which the compiler folds, count as none. */
function computationLengths(program: Program, index: FunctionIndex): number[] {
  const lengths: number[] = [];
  const isConstant: boolean[] = [];
  program.functions[index]!.values.forEach((value, at) => {
    const operands = operandsOf(value).filter((operand) => operand < at);
    isConstant[at] =
      value.kind === 'literal' ||
      value.kind === 'integer' ||
      (value.kind === 'operation' && operands.length > 0 && operands.every((operand) => isConstant[operand]));
    const before = Math.max(0, ...operands.map((operand) => lengths[operand]!));
    if (value.kind === 'operation')
      lengths[at] = isConstant[at] ? 0 : before + (rounds(program.operations[value.operation]!) ? 1 : 0);
    else lengths[at] = value.kind === 'select' ? before : 0; // a variable, a parameter or memory starts a computation of its own
  });
  return lengths;
}

/** The operation that accumulates the stored value, through conversions and signs; null if the store is no accumulation. */
function accumulatedBy(
  program: Program,
  index: FunctionIndex,
  stored: number,
  accumulating: ReadonlySet<OperationIndex>,
): OperationIndex | null {
  const value = program.functions[index]!.values[stored]!;
  if (value.kind !== 'operation') return null;
  if (accumulating.has(value.operation)) return value.operation;
  const { kind } = program.operations[value.operation]!;
  if (kind !== 'convert' && kind !== 'neg') return null;
  return value.operands[0] === undefined ? null : accumulatedBy(program, index, value.operands[0], accumulating);
}

/** Trips of all loops around it, in one call and one thread: from constant loop bounds, else from the executions. */
function timesRepeated(program: Program, executions: BlockExecutions, operation: OperationIndex): number {
  const { function: owner, block, loop } = program.operations[operation]!;
  let trips: number | null = 1;
  for (let at = loop; at !== null && trips !== null; at = program.loops[at]!.parent) {
    const { tripCount } = program.loops[at]!;
    trips = tripCount === null ? null : trips * tripCount;
  }
  if (trips !== null) return Math.max(1, trips);
  const entered = executions[owner]?.[0] ?? 0;
  return entered > 0 ? Math.max(1, executions[owner]![block]! / entered) : 1;
}
