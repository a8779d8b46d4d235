/**
 * Accumulations: a value that a loop adds to or multiplies itself into. For a variable this is a φ one of whose inputs leads back to it through
 * + − or × (only a loop, or a backward goto, makes such a cycle); for memory, an update `a[i] += x` inside a loop or an atomic.
 */

import type {
  FunctionIndex,
  Operation,
  OperationIndex,
  Program,
  ProgramFunction,
  SiteIndex,
  ValueIndex,
} from '../program/program.js';
import { operandsOf } from '../program/verify.js';

export function findAccumulations(program: Program): Set<SiteIndex> {
  const found = new Set<SiteIndex>();
  for (const owner of program.functions) {
    owner.values.forEach((value, index) => {
      if (value.kind === 'phi' && value.inputs.some((input) => leadsBack(program, owner, input, index)))
        found.add(value.site);
      if (value.kind === 'store' && value.site !== null && updatesMemoryInLoop(program, owner, value.value, value.site))
        found.add(value.site);
    });
  }
  for (const { cell } of program.atomics) {
    const { site } = program.cells[cell]!;
    if (site !== null) found.add(site);
  }
  return found;
}

const ACCUMULATES = new Set(['add', 'sub', 'mul']);
const FUSED = /^(?:fmaf?|__fmaf?_r[nzud]|__hfma2?)(?:_sat|_relu)?$/;

function accumulates(operation: Operation): boolean {
  return ACCUMULATES.has(operation.kind) || (operation.kind === 'math' && FUSED.test(operation.symbol));
}

function leadsBack(program: Program, owner: ProgramFunction, from: ValueIndex, phi: ValueIndex): boolean {
  const seen = new Set<ValueIndex>();
  const visit = (index: ValueIndex, accumulated: boolean): boolean => {
    if (index === phi) return accumulated;
    if (seen.has(index)) return false;
    seen.add(index);
    const value = owner.values[index]!;
    if (value.kind === 'operation') {
      const operation = program.operations[value.operation]!;
      const passes = accumulates(operation);
      if (!passes && operation.kind !== 'convert') return false;
      return value.operands.some((operand) => visit(operand, accumulated || passes));
    }
    if (value.kind === 'store' || value.kind === 'phi' || value.kind === 'select')
      return operandsOf(value).some((operand) => visit(operand, accumulated));
    return false;
  };
  return visit(from, false);
}

/** `a[i] = a[i] + x`: the stored sum has a load of the same memory among its terms. */
function updatesMemoryInLoop(program: Program, owner: ProgramFunction, stored: ValueIndex, site: SiteIndex): boolean {
  const visit = (index: ValueIndex): boolean => {
    const value = owner.values[index]!;
    if (value.kind === 'load') return value.site === site;
    if (value.kind !== 'operation') return false;
    const operation = program.operations[value.operation]!;
    return (
      (accumulates(operation) || operation.kind === 'convert') && operation.loop !== null && value.operands.some(visit)
    );
  };
  return visit(stored);
}

/** The accumulating operations: those on the way from a φ back to itself, those between a load and the store that updates it, and atomics. */
export function findAccumulatingOperations(program: Program): Set<OperationIndex> {
  const found = new Set<OperationIndex>(program.atomics.map(({ operation }) => operation));
  for (const owner of program.functions)
    owner.values.forEach((value, index) => {
      if (value.kind === 'phi')
        for (const operation of onTheWay(program, owner, operandsOf(value), (one) => one === index))
          found.add(operation);
      if (value.kind === 'store' && value.site !== null)
        for (const operation of updatingMemory(program, owner, value.value, value.site)) found.add(operation);
    });
  return found;
}

/**
 * The operations that accumulate over the calls of a recursive function, which Gu's dissertation treats as a loop (section 3.3): those between the
 * result of a recursive call and the returned value (`return n * f(n - 1)`), and those between a parameter and the argument of such a call
 * (`return f(n - 1, product * n)`).
 */
export function findRecursiveAccumulations(
  program: Program,
  recursive: ReadonlySet<FunctionIndex>,
): Set<OperationIndex> {
  const found = new Set<OperationIndex>();
  for (const index of recursive) {
    const owner = program.functions[index]!;
    const isRecursive = (at: ValueIndex): boolean => {
      const value = owner.values[at]!;
      return value.kind === 'call' && value.function !== null && recursive.has(value.function);
    };
    owner.values.forEach((value, at) => {
      const ways =
        value.kind === 'return'
          ? onTheWay(program, owner, [value.value], isRecursive)
          : value.kind === 'call' && isRecursive(at)
            ? onTheWay(program, owner, value.arguments, (one) => owner.values[one]!.kind === 'parameter')
            : [];
      for (const operation of ways) found.add(operation);
    });
  }
  return found;
}

/** The accumulating operations on the ways from some values back to an end. */
function onTheWay(
  program: Program,
  owner: ProgramFunction,
  starts: readonly ValueIndex[],
  isEnd: (index: ValueIndex) => boolean,
): OperationIndex[] {
  const known = new Map<ValueIndex, boolean>();
  const leads = (index: ValueIndex): boolean => {
    if (isEnd(index)) return true;
    const before = known.get(index);
    if (before !== undefined) return before;
    known.set(index, false); // for a cycle that does not pass through an end
    const value = owner.values[index]!;
    if (value.kind === 'operation') {
      const operation = program.operations[value.operation]!;
      if (!accumulates(operation) && operation.kind !== 'convert') return false;
    } else if (value.kind !== 'store' && value.kind !== 'phi' && value.kind !== 'select') return false;
    const isOnTheWay = operandsOf(value).map(leads).includes(true);
    known.set(index, isOnTheWay);
    return isOnTheWay;
  };
  starts.forEach(leads);
  return [...known].flatMap(([index, isOnTheWay]) => {
    const value = owner.values[index]!;
    const isOne = isOnTheWay && value.kind === 'operation' && accumulates(program.operations[value.operation]!);
    return isOne ? [value.operation] : [];
  });
}

function updatingMemory(
  program: Program,
  owner: ProgramFunction,
  stored: ValueIndex,
  site: SiteIndex,
): OperationIndex[] {
  const found: OperationIndex[] = [];
  const visit = (index: ValueIndex): boolean => {
    const value = owner.values[index]!;
    if (value.kind === 'load') return value.site === site;
    if (value.kind !== 'operation') return false;
    const operation = program.operations[value.operation]!;
    if ((!accumulates(operation) && operation.kind !== 'convert') || operation.loop === null) return false;
    const isUpdate = value.operands.map(visit).includes(true);
    if (isUpdate && accumulates(operation)) found.push(value.operation);
    return isUpdate;
  };
  visit(stored);
  return found;
}
